import type { CountryCode } from 'libphonenumber-js/max';
import { placesIn } from '../phones/place-names.ts';
import { addressParts, isCity } from './address-parts.ts';
import type { PostalAddress } from './postal-address.ts';
import { isRegion } from './regions.ts';
import { findStreet } from './street-parts.ts';

const BEFORE_CHARS = 220;
const MAX_COUNTRIES = 40;
/** Cities that are their own country, or whose names stand for it. */
const CITY_STATES: Readonly<Partial<Record<CountryCode, string>>> = {
  HK: 'Hong Kong',
  SG: 'Singapore',
  MC: 'Monaco',
};
/** Countries whose addresses often have no postal code. */
const WITHOUT_CODES = new Set<CountryCode>(
  'AE HK CO PE CL NG KE GH QA KW BH OM EC PA CR BO GT HN SV DO JM TT TZ UG ZM ZW RW ET BW MU LB JO EG PK LK BD VN TH ZA AR UY IE'.split(
    ' ',
  ) as CountryCode[],
);

/** Cheap pre-check: names of most of them. */
const NAMES =
  /Emirates|EMIRATES|U\.?A\.?E|Hong ?Kong|HONG KONG|H\.K|Singapore|Monaco|Colombia|Per[uú]|Chile|Nigeria|Kenya|Ghana|Qatar|Kuwait|Bahrain|Oman|Ecuador|Panam[aá]|Costa Rica|Bolivia|Guatemala|Honduras|Salvador|Dominican|Jamaica|Trinidad|Tanzania|Uganda|Zambia|Zimbabwe|Rwanda|Ethiopia|Botswana|Mauritius|Lebanon|Jordan|Egypt|Pakistan|Sri Lanka|Bangladesh|Vi[eệ]t ?[Nn]am|Thailand|South Africa|Argentina|Uruguay|Ireland|Éire/;

/** The first address of a text that ends with city and country and has no postal code. Null: there is none. */
export function findUncodedAddress(text: string): PostalAddress | null {
  if (!NAMES.test(text)) return null;
  let checked = 0;
  for (const { code, kind, start, end } of placesIn(text)) {
    if (kind !== 'country' || !WITHOUT_CODES.has(code)) continue;
    if (!/^\s*(?:$|[\n\t,.|;)•·–-])/.test(text.slice(end, end + 3))) continue;
    checked += 1;
    if (checked > MAX_COUNTRIES) return null;
    const from = Math.max(0, start - BEFORE_CHARS);
    const cut = from === 0 ? 0 : Math.max(0, text.slice(from, start).search(/[\n\t,|]/));
    const offset = from + cut;
    const block = text.slice(offset, end);
    const parts = addressParts(block, -1);
    const last = parts.length - 1;
    const own = parts[last];
    if (!own) continue;
    let at = last;
    let city = CITY_STATES[code] ?? '';
    let region: string | null = null;
    if (city === '') {
      // The country has a part of its own, or follows the city in its part.
      const inPart = own.text
        .slice(0, Math.max(0, offset + own.end - end + own.text.length - (end - start)))
        .trim();
      if (inPart !== '' && isCity(inPart)) city = inPart;
      else if (inPart !== '') continue;
      else {
        at -= 1;
        if (parts[at] && isRegion(parts[at]!.text, code)) {
          region = parts[at]!.text;
          at -= 1;
        }
        const name = parts[at]?.text.replace(/^(?<city>\p{Lu}\p{L}+) \d{1,2}$/u, '$<city>') ?? '';
        if (!isCity(name) || name.split(' ').length > 5) continue;
        city = name;
      }
    } else if (own.text !== block.slice(start - offset)) continue;
    const street = findStreet(parts, null, at - 1, code);
    if (!street) continue;
    const written = block.slice(street.start);
    return {
      street: block
        .slice(street.start, street.end)
        .replace(/\s*[\n\t|•·]\s*/g, ', ')
        .replace(/\s+/g, ' '),
      postalCode: null,
      city,
      region,
      country: code,
      written: written.replace(/\s+/g, ' ').trim(),
      start: offset + street.start,
      end,
      nameBefore: street.nameBefore,
    };
  }
  return null;
}
