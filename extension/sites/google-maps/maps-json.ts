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
import {
  addressParts,
  findPlusCode,
  findTimeZone,
  openingHours,
  openStatus,
  textIn,
} from './maps-details.ts';
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
