import type { Circle } from '#contract/lead-filters.ts';
import type { MapBox } from '#contract/leads.ts';

/** What a map shows: its middle and its width, in degrees. */
export interface MapView {
  longitude: number;
  latitude: number;
  span: number;
}

/** The size of the drawing. It is scaled to the width of the page. */
export const WIDTH = 720;
export const HEIGHT = 400;
const WORLD: MapView = { longitude: 0, latitude: 20, span: 360 };
/** About 2 km. */
const LEAST_SPAN = 0.02;
const MOST_LATITUDE = 80;
/** Room around what a view is made for. */
const MARGIN = 1.2;
const KILOMETERS_PER_DEGREE = 111.2;
/** Degrees between two lines of the grid. */
const STEPS = [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60];
const MOST_LINES = 8;

/** A degree to the east is shorter than one to the north. */
function flatness(latitude: number): number {
  return Math.max(Math.cos((latitude * Math.PI) / 180), 0.15);
}

/** A longitude from -180 to 180: a map goes on beyond the 180th meridian. */
function aroundEarth(longitude: number): number {
  if (longitude >= -180 && longitude <= 180) return longitude;
  return longitude - 360 * Math.floor((longitude + 180) / 360);
}

/** The nearest view that is on the earth. */
export function clampView({ longitude, latitude, span }: MapView): MapView {
  const width = Math.min(Math.max(span, LEAST_SPAN), 360);
  return {
    longitude: aroundEarth(longitude),
    latitude: Math.min(Math.max(latitude, -MOST_LATITUDE), MOST_LATITUDE),
    span: width,
  };
}

/** The edges of a view, with longitudes beyond 180 degrees where it goes on. */
function edgesOf({ longitude, latitude, span }: MapView): MapBox {
  const high = (span * HEIGHT * flatness(latitude)) / WIDTH;
  return {
    west: longitude - span / 2,
    south: Math.max(latitude - high / 2, -90),
    east: longitude + span / 2,
    north: Math.min(latitude + high / 2, 90),
  };
}

/** The part of the earth that a view shows. Across the 180th meridian, its west is greater than its east. */
export function boxOf(view: MapView): MapBox {
  const edges = edgesOf(view);
  if (view.span >= 360) return { ...edges, west: -180, east: 180 };
  return { ...edges, west: aroundEarth(edges.west), east: aroundEarth(edges.east) };
}

/** The view that shows a part of the earth; all of it for null. */
export function viewOf(box: MapBox | null): MapView {
  if (!box) return WORLD;
  const latitude = (box.south + box.north) / 2;
  const wide = box.east - box.west + (box.west > box.east ? 360 : 0);
  const high = ((box.north - box.south) * WIDTH) / HEIGHT / flatness(latitude);
  return clampView({
    longitude: box.west + wide / 2,
    latitude,
    span: Math.max(wide, high, LEAST_SPAN * 2) * MARGIN,
  });
}

/** The part of the earth that a circle is in. */
export function circleBox({ latitude, longitude, kilometers }: Circle): MapBox {
  const high = kilometers / KILOMETERS_PER_DEGREE;
  const wide = high / flatness(latitude);
  return { west: longitude - wide, south: latitude - high, east: longitude + wide, north: latitude + high };
}

/** How to draw a view: pixels of a degree to the east and to the north. */
export function scaleOf({ latitude, span }: MapView): { east: number; north: number } {
  return { east: WIDTH / span, north: WIDTH / span / flatness(latitude) };
}

/** Where a place is in the drawing. */
export function toDrawing(view: MapView, place: { longitude: number; latitude: number }) {
  const scale = scaleOf(view);
  // The nearest way around the earth.
  const turns = Math.round((view.longitude - place.longitude) / 360);
  return {
    x: WIDTH / 2 + (place.longitude + 360 * turns - view.longitude) * scale.east,
    y: HEIGHT / 2 - (place.latitude - view.latitude) * scale.north,
  };
}

/** The view after a move by so many pixels of the drawing, to the right and down. */
export function movedView(view: MapView, right: number, down: number): MapView {
  const scale = scaleOf(view);
  return clampView({
    ...view,
    longitude: view.longitude + right / scale.east,
    latitude: view.latitude - down / scale.north,
  });
}

/** The lines of a grid of degrees that a view shows, about six from side to side. */
export function gridLines(view: MapView): { longitudes: number[]; latitudes: number[] } {
  const step = STEPS.find((each) => view.span / each <= MOST_LINES) ?? 60;
  const { west, south, east, north } = edgesOf(view);
  const between = (low: number, high: number) => {
    const first = Math.ceil(low / step);
    const count = Math.max(Math.floor(high / step) - first + 1, 0);
    return Array.from({ length: count }, (_, index) => Number(((first + index) * step).toFixed(3)));
  };
  return { longitudes: between(west, east), latitudes: between(south, north) };
}

/** The size of a distance in the drawing. */
export function radiusOf(view: MapView, latitude: number, kilometers: number): { x: number; y: number } {
  const scale = scaleOf(view);
  const degrees = kilometers / KILOMETERS_PER_DEGREE;
  return { x: (degrees / flatness(latitude)) * scale.east, y: degrees * scale.north };
}

/** "52.52° N, 13.4° E", with more decimals in a view of a few degrees. */
export function placeLabel(
  { longitude, latitude }: { longitude: number; latitude: number },
  { span }: Pick<MapView, 'span'>,
): string {
  const decimals = span < 0.5 ? 4 : span < 5 ? 3 : 2;
  const rounded = (degrees: number) => Number(degrees.toFixed(decimals));
  return `${degreesLabel(rounded(latitude), 'N', 'S')}, ${degreesLabel(rounded(longitude), 'E', 'W')}`;
}

/** 13.4 -> "13.4° E"; 185 -> "175° W". */
export function degreesLabel(degrees: number, positive: string, negative: string): string {
  if (Math.abs(degrees) > 180) return degreesLabel(aroundEarth(degrees), positive, negative);
  return `${Math.abs(degrees)}° ${degrees < 0 ? negative : positive}`;
}
