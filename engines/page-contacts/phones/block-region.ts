import type { CountryCode } from 'libphonenumber-js/max';
import { postcodeCountry } from './address-hints.ts';
import { labelHints } from './language-hints.ts';
import type { Regions } from './phone-region.ts';
import type { Place, Places } from './place-names.ts';

/** A region for one number. */
export interface RankedRegion {
  region: CountryCode;
  /** page and block together */
  weight: number;
  /** the weight of the block alone */
  near: number;
  /** the block has an address there */
  address: boolean;
  /** the country directly labels the number ("UK: 07545 025137") */
  adjacent: boolean;
}

const BEFORE_CHARS = 280;
const BEFORE_LINES = 7;
const AFTER_CHARS = 180;
const AFTER_LINES = 4;
const KIND_BITS = { country: 1, city: 2, address: 4 } as const;
const SHORT_LINE = 45;
const ADDRESS_LINE = 110;
const ADDRESS_WEIGHT = 7;
const LABEL_CHARS = 40;
const ADJACENT_WEIGHT = 20;
/** A place on the number's own line, such as a row of a table, counts more. */
const SAME_LINE = 1.5;
/** An address ends its block: other countries before it count less. */
const BEYOND_ADDRESS = 0.3;
/** From here on, the block alone decides, and the page counts at most as much as its domain. */
const STRONG_BLOCK = 6;
const STRONG_HEADING = 5;
const MAX_PAGE_WEIGHT = 8;
const MAX_RANKED = 7;

/**
 * Ranks the regions of the number from `start` to `end`: by the countries, cities and addresses around it, the
 * language of its label, and the page. `placesFirst`: the page names a place before its first number, so that
 * each number belongs to the place before it.
 */
export function rankRegions(
  page: Regions,
  places: Places,
  text: string,
  start: number,
  end: number,
  placesFirst = true,
): RankedRegion[] {
  const block = new Map<CountryCode, number>();
  let adjacent: CountryCode | null = null;
  const kinds = new Map<CountryCode, number>();
  // A city and its country add up, but not the same kind again.
  const note = ({ code, kind }: Place, weight: number): void => {
    const known = kinds.get(code) ?? 0;
    const more = known > 0 && (known & KIND_BITS[kind]) === 0 ? 1 : 0;
    kinds.set(code, known | KIND_BITS[kind]);
    block.set(code, Math.max(block.get(code) ?? 0, weight) + more);
  };
  const next = firstAfter(places, start);
  const nearest = places[next - 1];
  const isNamed = nearest !== undefined && start - nearest.end <= BEFORE_CHARS && nearest.kind !== 'address';
  let address = isNamed ? ownAddress(text, nearest.end, start) : null;
  if (address) note({ code: address, kind: 'address', start, end: start }, ADDRESS_WEIGHT);
  for (let i = next - 1; i >= 0; i -= 1) {
    const place = places[i]!;
    if (start - place.end > BEFORE_CHARS) break;
    const between = text.slice(place.end, start);
    const lines = countLines(between);
    if (lines > BEFORE_LINES) break;
    if (lines === 0 && place.kind === 'country' && /^[^\d:]{0,25}:[^\d]{0,4}$/.test(between)) {
      adjacent ??= place.code;
      note(place, ADJACENT_WEIGHT);
    } else {
      const isBeyond = address !== null && address !== place.code;
      const factor = isBeyond ? BEYOND_ADDRESS : lines === 0 ? SAME_LINE : 1 - 0.05 * lines;
      note(place, placeWeight(place, text) * factor);
      if (place.kind === 'address') address ??= place.code;
    }
  }
  const hasHeading = Math.max(0, ...block.values()) >= STRONG_HEADING;
  for (let i = next; i < places.length; i += 1) {
    const place = places[i]!;
    if (place.start - end > AFTER_CHARS) break;
    const between = text.slice(end, place.start);
    const lines = countLines(between);
    if (lines > AFTER_LINES) break;
    const isOfNext = /\d[\d ./()-]{6,}\d/.test(between);
    const direct = lines === 0 && /^[\s(,-]{1,3}$/.test(between);
    // Under a heading with a country, the next country is the heading of the next block.
    const isNextHeading = hasHeading && placesFirst && lines > 0;
    note(place, direct ? 9 : placeWeight(place, text) * (isOfNext || isNextHeading ? 0.3 : 0.75));
  }
  const label = text.slice(Math.max(0, start - LABEL_CHARS), start);
  const hinted = labelHints(label.slice(label.lastIndexOf('\n', label.length - 3) + 1));
  return merge(page, block, kinds, hinted, adjacent);
}

function merge(
  page: Regions,
  block: ReadonlyMap<CountryCode, number>,
  kinds: ReadonlyMap<CountryCode, number>,
  hinted: readonly (readonly [CountryCode, number])[],
  adjacent: CountryCode | null,
): RankedRegion[] {
  const weights = new Map<CountryCode, number>(block);
  const isStrong = Math.max(0, ...block.values()) >= STRONG_BLOCK;
  for (const { region, weight } of page) {
    const counted = isStrong && !block.has(region) ? Math.min(weight, MAX_PAGE_WEIGHT) : weight;
    weights.set(region, (weights.get(region) ?? 0) + counted);
  }
  for (const [region, weight] of hinted) weights.set(region, (weights.get(region) ?? 0) + weight);
  return [...weights]
    .map(([region, weight]) => ({
      region,
      weight,
      near: block.get(region) ?? 0,
      address: ((kinds.get(region) ?? 0) & KIND_BITS.address) !== 0,
      adjacent: region === adjacent,
    }))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MAX_RANKED);
}

/** The country of an address without a known city, on the line of a number or the one above, after `from`. */
function ownAddress(text: string, from: number, start: number): CountryCode | null {
  const before = text.slice(Math.max(from, start - ADDRESS_LINE), start);
  const lines = before.split('\n').slice(-2).join('\n');
  return postcodeCountry(lines);
}

/** A country in a heading or address counts more than one in a sentence. */
function placeWeight({ kind, start, end, code }: Place, text: string): number {
  const before = text.slice(Math.max(0, start - ADDRESS_LINE), start);
  const after = text.slice(end, end + ADDRESS_LINE);
  const newline = after.indexOf('\n');
  const length =
    before.length - before.lastIndexOf('\n') + end - start + (newline < 0 ? after.length : newline);
  if (kind === 'address') return ADDRESS_WEIGHT;
  const factor = length <= SHORT_LINE ? 1 : length <= ADDRESS_LINE ? 0.8 : 0.3;
  if (kind === 'country') return (code === 'US' ? 7 : 8) * factor;
  return 3.5 * factor;
}

function countLines(text: string): number {
  let lines = 0;
  for (let index = text.indexOf('\n'); index >= 0; index = text.indexOf('\n', index + 1)) lines += 1;
  return lines;
}

/** The index of the first place at or after an offset. */
function firstAfter(places: Places, index: number): number {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (places[middle]!.start < index) low = middle + 1;
    else high = middle;
  }
  return low;
}
