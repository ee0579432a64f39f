import {
  firstText,
  makeRow,
  oneLine,
  parsedJson,
  type Seen,
  valueAt,
  walk,
  websiteAmong,
} from '../../core/reading.ts';
import type { googleMaps } from './site.ts';

/** Google's own hosts. Businesses can have a site at sites.google.com and business.site. */
export const GOOGLE = /^(?!sites\.)(?:.+\.)?(?:google\.[a-z.]{2,6}|gstatic\.com|googleusercontent\.com)$/;
const FEATURE_ID = /^0x[0-9a-f]{1,16}:0x[0-9a-f]{1,16}$/;
/** A place has about 200 entries. Other lists with a feature ID are much shorter. */
const PLACE_MIN_ENTRIES = 30;
// Indexes in a place. They have been the same for years, while the way to the list of places has changed.
const FEATURE = 10;
const NAME = 11;

/**
 * The places in one JSON text of Google Maps. A place is found by its shape anywhere in the text: a long list
 * with a feature ID. So it doesn't matter whether places are at [0][1][i][14], [64][i][1] or [6].
 */
export function mapsPlaces(text: string): Seen<(typeof googleMaps.columns)[number]>[] {
  const seen: Seen<(typeof googleMaps.columns)[number]>[] = [];
  for (const body of splitBodies(text)) {
    if (body === undefined) seen.push(null);
    walk(body, (node) => {
      if (!Array.isArray(node) || node.length < PLACE_MIN_ENTRIES) return false;
      if (!node.some((entry) => typeof entry === 'string' && FEATURE_ID.test(entry))) return false;
      seen.push(readPlace(node));
      return true;
    });
  }
  return seen;
}

/**
 * The JSON values of a response: one value after the prefix `)]}'`, or objects separated by a comment, each
 * with such a text in `d`. Undefined for a part that isn't JSON.
 */
function splitBodies(text: string): unknown[] {
  const bodies: unknown[] = [];
  for (const part of text.split('/*""*/')) {
    if (part.trim() === '') continue;
    const value = parsedJson(withoutPrefix(part));
    const inner = valueAt(value, 'd');
    if (typeof inner !== 'string') bodies.push(value);
    else if (inner !== '') bodies.push(parsedJson(withoutPrefix(inner)));
  }
  return bodies;
}

function withoutPrefix(text: string): string {
  return text.trimStart().replace(/^\)\]\}'/, '');
}

function readPlace(place: readonly unknown[]): Seen<(typeof googleMaps.columns)[number]> {
  const feature = oneLine(place[FEATURE]);
  if (!FEATURE_ID.test(feature)) return null;
  const placeId = oneLine(place[78]);
  const name = oneLine(place[NAME]);
  const categories = Array.isArray(place[13]) ? place[13].map(oneLine).filter(Boolean) : [];
  return makeRow(
    [placeId, feature],
    'name',
    {
      name,
      category: categories.join('; '),
      rating: valueAt(place, 4, 7),
      reviews: valueAt(place, 4, 8),
      address: placeAddress(place, name),
      ...addressParts(place),
      phone: valueAt(place, 178, 0, 0),
      website: websiteAmong([absolute(valueAt(place, 7, 0))], GOOGLE),
      status: openStatus(place),
      hours: openingHours(place),
      time_zone: findTimeZone(place),
      price: valueAt(place, 4, 2),
      plus_code: findPlusCode(place),
      latitude: valueAt(place, 9, 2),
      longitude: valueAt(place, 9, 3),
      place_id: placeId,
      feature_id: feature,
      maps_url: placeUrl(feature, name),
    },
    {
      phone: textIn(place[178]),
      website: textIn(valueAt(place, 7, 0)),
      hours: textIn(valueAt(place, 34, 1)),
    },
  );
}

function placeAddress(place: readonly unknown[], name: string): string {
  const written = firstText(place[39], place[18]);
  return written.startsWith(`${name}, `) ? written.slice(name.length + 2) : written;
}

/** The address of a place's page, which works without any session. */
export function placeUrl(feature: string, name: string): string {
  return `https://www.google.com/maps/place/${encodeURIComponent(name)}/data=!4m2!3m1!1s${feature}`;
}

/** A link of the response, whose links through Google have no host. */
function absolute(href: unknown): unknown {
  return typeof href === 'string' && href.startsWith('/') ? `https://www.google.com${href}` : href;
}

/** A place of a response of Google Maps. */
type Place = readonly unknown[];

/** The address of a place in parts: borough, street, -, city, postal code, state and country code. */
function addressParts(place: Place) {
  const part = (index: number) => oneLine(valueAt(place, 183, 1, index));
  const country = part(6);
  return {
    street: part(1),
    city: part(3),
    postal_code: part(4),
    state: part(5),
    country_code: /^[A-Z]{2}$/.test(country) ? country : '',
  };
}

const CLOSED: Readonly<Record<string, string>> = {
  CLOSED: 'Permanently closed',
  CLOSED_TEMPORARILY: 'Temporarily closed',
};

/** Whether the place is open, in the language of the page: "Open ⋅ Closes 6 PM". */
function openStatus(place: Place): string {
  return firstText(
    CLOSED[oneLine(valueAt(place, 88, 0))],
    valueAt(place, 34, 4, 4),
    valueAt(place, 203, 1, 4, 0),
  );
}

/** "Monday 9 AM–5 PM; Tuesday Closed". Two generations. */
function openingHours(place: Place): string {
  const days = firstList(valueAt(place, 34, 1), valueAt(place, 203, 0));
  const lines = days.flatMap((day) => {
    const name = oneLine(valueAt(day, 0));
    const times = firstList(valueAt(day, 1), valueAt(day, 3)).map((time) =>
      firstText(time, valueAt(time, 0)),
    );
    return name && times.some(Boolean) ? [`${name} ${times.filter(Boolean).join(', ')}`] : [];
  });
  return lines.join('; ');
}

function findTimeZone(place: Place): string {
  const zone = oneLine(place[30]);
  return /^[A-Z][\w+-]*(?:\/[\w+-]+)+$|^UTC$/.test(zone) ? zone : '';
}

const PLUS_CODE = /^[23456789CFGHJMPQRVWX]{2,8}\+[23456789CFGHJMPQRVWX]{2,3}\b/;

/** "43X5+JG Springfield", or the global code. */
function findPlusCode(place: Place): string {
  return (
    [valueAt(place, 183, 2, 2, 0), valueAt(place, 183, 2, 1, 0)]
      .map(oneLine)
      .find((code) => PLUS_CODE.test(code)) ?? ''
  );
}

/** The first text anywhere in a value, to tell "not there" from "there in another form". */
function textIn(value: unknown): string {
  if (Array.isArray(value)) return firstText(...value.slice(0, 20).map(textIn));
  return typeof value === 'string' ? oneLine(value) : '';
}

function firstList(...values: unknown[]): unknown[] {
  return values.find((value): value is unknown[] => Array.isArray(value) && value.length > 0) ?? [];
}
