import type { CountryCode } from 'libphonenumber-js/max';
import { withoutMarks } from '../html/page-source.ts';
import { type Place, placesIn } from '../phones/place-names.ts';
import { postalCodeAt } from '../phones/postal-codes.ts';

/** A postal address in a text. */
export interface PostalAddress {
  street: string | null;
  postalCode: string;
  city: string;
  country: CountryCode;
  /** from the street to the end of the city or postal code */
  written: string;
}

const MAX_STREET_CHARS = 70;
const MAX_LINE_CHARS = 200;
/** A state or label before a postal code: `OR 97205`, `CEP 01310-100`, `〒530-0001`. */
const BEFORE_CODE = /^(?:(?:[A-Z]{2,3}|Québec|Ontario|Jal)\.?,? (?=\S))?(?:CEP:? ?|C\.?P\.?:? ?|〒 ?)?/;

/**
 * The first address in a text whose city is known and has a postal code of its country. Both are on one line, and
 * all postal codes have a digit.
 */
export function findPostalAddress(text: string): PostalAddress | null {
  const digit = /\d/g;
  for (let match = digit.exec(text); match; match = digit.exec(text)) {
    const from = text.lastIndexOf('\n', match.index) + 1;
    const newline = text.indexOf('\n', match.index);
    const to = newline < 0 ? text.length : newline;
    digit.lastIndex = to;
    for (const found of placesIn(text.slice(from, to))) {
      if (found.kind !== 'address') continue;
      const place = { ...found, start: found.start + from, end: found.end + from };
      const code = postalCodeAt(text, place.start, place.end, place.code);
      if (code) return buildAddress(text, place, code);
    }
  }
  return null;
}

function buildAddress(
  text: string,
  place: Place,
  code: { value: string; start: number; end: number },
): PostalAddress {
  const start = Math.min(place.start, code.start);
  const end = Math.max(place.end, code.end);
  const lineStart = lineStartBefore(text, start);
  const before = text.slice(lineStart, start);
  const street = streetIn(before) ?? (/[\p{L}]/u.test(before) ? null : streetIn(lineAbove(text, lineStart)));
  const from = street ? text.lastIndexOf(street.slice(0, 8), start) : start;
  return {
    street: street ? plain(street) : null,
    postalCode: plain(code.value).replace(BEFORE_CODE, ''),
    city: plain(text.slice(place.start, place.end)),
    country: place.code,
    written: plain(text.slice(from < 0 ? start : from, end)).slice(0, 200),
  };
}

function lineAbove(text: string, lineStart: number): string {
  if (lineStart < 2) return '';
  return text.slice(lineStartBefore(text, lineStart - 1), lineStart - 1);
}

/** The start of a line, at most 200 characters back. */
function lineStartBefore(text: string, index: number): number {
  const from = Math.max(0, index - MAX_LINE_CHARS);
  return from + text.slice(from, index).lastIndexOf('\n') + 1;
}

/** The last part of a line that has words and a house number. */
function streetIn(line: string): string | null {
  const parts = line.split(/[\t|•·]| [–-] |:\s/).flatMap((part) => part.split(/,\s*$/));
  for (const part of parts.reverse()) {
    const street = part.trim().replace(/[,;]$/, '');
    if (street.length < 4 || street.length > MAX_STREET_CHARS) continue;
    if (/\p{L}{3}/u.test(street) && /(?<!\d)\d{1,5}(?!\d)/.test(street)) return shortest(street);
  }
  return null;
}

/** Without the company before the street: "Acme GmbH, Hauptstr. 1". */
function shortest(street: string): string {
  const parts = street.split(/,\s/);
  const index = parts.findLastIndex((part) => /\d/.test(part) && /\p{L}{3}/u.test(part));
  return index > 0 ? parts.slice(index).join(', ') : street;
}

function plain(text: string): string {
  return withoutMarks(text).replace(/\s+/g, ' ').trim();
}
