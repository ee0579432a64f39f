import { describe, expect, it } from 'vitest';
import {
  boxOf,
  circleBox,
  clampView,
  degreesLabel,
  gridLines,
  HEIGHT,
  movedView,
  placeLabel,
  radiusOf,
  toDrawing,
  viewOf,
  WIDTH,
} from './map-view.ts';
import { readNear, writeNear } from './near.ts';

const BERLIN = { longitude: 13.4, latitude: 52.5 };

describe('a view of the map', () => {
  it('shows all of a part of the earth, with some room', () => {
    for (const box of [
      { west: 13, south: 52, east: 14, north: 53 },
      { west: 5.9, south: 47.3, east: 15, north: 55 },
      { west: -60, south: -50, east: -50, north: -20 },
      { west: 13.4, south: 52.5, east: 13.4, north: 52.5 },
    ]) {
      const shown = boxOf(viewOf(box));
      expect(shown.west).toBeLessThan(box.west);
      expect(shown.east).toBeGreaterThan(box.east);
      expect(shown.south).toBeLessThan(box.south);
      expect(shown.north).toBeGreaterThan(box.north);
    }
    expect(boxOf(viewOf(null))).toMatchObject({ west: -180, east: 180, north: 90 });
  });

  it('stays on the earth', () => {
    expect(clampView({ longitude: 190, latitude: 89, span: 20 })).toEqual({
      longitude: -170,
      latitude: 80,
      span: 20,
    });
    expect(clampView({ longitude: 50, latitude: 0, span: 500 })).toEqual({
      longitude: 50,
      latitude: 0,
      span: 360,
    });
    expect(movedView(viewOf(null), 60, 0).longitude).toBe(30);
  });

  it('goes on beyond the 180th meridian', () => {
    const view = { longitude: 179, latitude: -17, span: 20 };
    expect(boxOf(view)).toMatchObject({ west: 169, east: -171 });
    expect(boxOf(movedView(view, 2 * WIDTH, 0))).toMatchObject({ west: -151, east: -131 });
    // Suva and Taveuni.
    const [suva, taveuni] = [178.4, -179.95].map(
      (longitude) => toDrawing(view, { longitude, latitude: -17 }).x,
    );
    expect(suva).toBeCloseTo(WIDTH / 2 - 0.6 * (WIDTH / 20), 5);
    expect(taveuni).toBeCloseTo(WIDTH / 2 + 1.05 * (WIDTH / 20), 5);
    const shown = viewOf(circleBox({ latitude: -16.8, longitude: 179.95, kilometers: 100 }));
    expect(shown.longitude).toBeCloseTo(179.95, 3);
    expect(boxOf(shown).west).toBeGreaterThan(boxOf(shown).east);
    expect(viewOf({ west: 170, south: -20, east: -170, north: -10 })).toMatchObject({ longitude: 180 });
    expect(gridLines(view).longitudes.map((longitude) => degreesLabel(longitude, 'E', 'W'))).toContain(
      '175° W',
    );
  });

  it('has its middle in the middle, and moves with the pixels', () => {
    const view = { ...BERLIN, span: 2 };
    expect(toDrawing(view, BERLIN)).toEqual({ x: WIDTH / 2, y: HEIGHT / 2 });
    const moved = movedView(view, 100, -50);
    const { x, y } = toDrawing(moved, BERLIN);
    expect(x).toBeCloseTo(WIDTH / 2 - 100, 0);
    expect(y).toBeCloseTo(HEIGHT / 2 + 50, 0);
  });

  it('has some lines of degrees, however far it is zoomed', () => {
    for (let span = 360; span > 0.02; span /= 2) {
      const { longitudes, latitudes } = gridLines(clampView({ ...BERLIN, span }));
      expect(longitudes.length, `${span}°`).toBeGreaterThanOrEqual(2);
      expect(longitudes.length, `${span}°`).toBeLessThanOrEqual(9);
      expect(latitudes.length, `${span}°`).toBeGreaterThanOrEqual(1);
    }
    expect(gridLines({ ...BERLIN, span: 0.05 }).longitudes).toEqual([13.38, 13.39, 13.4, 13.41, 13.42]);
  });

  it('shows distances as circles', () => {
    const { x, y } = radiusOf({ ...BERLIN, span: 2 }, BERLIN.latitude, 10);
    expect(x).toBeCloseTo(y, 5);
    // A degree to the east is 67.7 km there.
    expect(x).toBeCloseTo((10 / 67.7) * (WIDTH / 2), 0);
    const whole = viewOf(circleBox({ ...BERLIN, kilometers: 10 }));
    expect(radiusOf(whole, BERLIN.latitude, 10).y).toBeLessThan(HEIGHT / 2);
  });
});

it.each([
  [BERLIN, 360, '52.5° N, 13.4° E'],
  [{ longitude: -70.12345, latitude: -33.4 }, 360, '33.4° S, 70.12° W'],
  [{ longitude: -70.12345, latitude: -33.4 }, 4, '33.4° S, 70.123° W'],
  [{ longitude: -70.12345, latitude: -33.4 }, 0.02, '33.4° S, 70.1235° W'],
])('says where %j is in a view of %d degrees', (place, span, label) => {
  expect(placeLabel(place, { span })).toBe(label);
});

it('reads a circle as it writes it', () => {
  const near = { latitude: -16.8, longitude: 179.95, kilometers: 2.5 };
  expect(readNear(writeNear(near))).toEqual(near);
});

it.each([
  ['52.52, 13.405,10', { latitude: 52.52, longitude: 13.405, kilometers: 10 }],
  ['52.52 13.405,10', { latitude: 52.52, longitude: 13.405, kilometers: 10 }],
  [
    '-33.868819999999994, 151.20929570000001,5',
    { latitude: -33.86882, longitude: 151.209296, kilometers: 5 },
  ],
  ['52.52, 13', null],
  ['52,52 13,405,10', null],
  ['52.52,,13', null],
  ['1, 2, 0.0000001', null],
])('reads %j as a circle', (text, near) => {
  expect(readNear(text)).toEqual(near);
});
