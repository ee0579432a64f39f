import type { CountryCode } from 'libphonenumber-js/max';
import { placesIn } from '../phones/place-names.ts';
import { calledCountry, namedCountry } from './address-countries.ts';
import { type AddressForm, countryOfLetters, plainCode } from './address-forms.ts';
import { isStreetByWord } from './address-parts.ts';
import { postalCodesIn } from './code-search.ts';
import { type Block, blockAround, cityAfter, cityBefore, type Locality } from './locality.ts';
import { regionAtEnd } from './regions.ts';
import { findStreet, findStreetAfter, introductionEnd } from './street-parts.ts';

/** A postal address in a text. Its offsets are into that text. */
export interface PostalAddress {
  street: string;
  /** null in countries without postal codes */
  postalCode: string | null;
  city: string;
  region: string | null;
  country: CountryCode;
  /** from the street to the last of city, postal code and region */
  written: string;
  start: number;
  end: number;
  /** the part before the street, which may be the company's name */
  nameBefore: string | null;
}

const MAX_ADDRESSES = 30;
const LINE_CHARS = 90;
/** How far from a code a calling code counts. */
const CALL_CHARS = 200;
/** The label of the address itself, where the street comes last: `Юридический адрес: 050057, г. Алматы, ул. Тимирязева, 76` */
const LABEL_AT_END = /(?<!\p{L})(?:адреса?|мекенжай\p{L}*|manzil)[\s:]*$/iu;
/** How to find the house: `12 Main St (across from the hospital)` */
const DIRECTIONS =
  / \((?:across|next|near|opposite|behind|beside|off |above|below|entrance|access|corner|the old|formerly|esquina|esq\.|frente|junto|ao lado|al lado|entrada|angolo|ingresso|di fronte|eingang|zufahrt|ecke|gegenüber|neben|hinter|entrée|accès|en face|à côté|angle|ingang|hoek|naast|tegenover|wejście|wjazd|róg|naprzeciw|vchod|vjezd)(?!\p{L})[^()]*\)/giu;
/** `Av. República Argentina` */
const SHORT_STREET_WORD = /^\s*(?:Av|R|Al|Tv|Trav|Pça|Pl|Bd|Bvd)\.? /;
/** The label of the next line. */
const CODE_AND_CITY_LABEL =
  /, (?:postcode|plz|postleitzahl|code postal|c[óo]digo postal|zip(?: code)?|cap|psč|postnummer|postnr\.?)(?: ?[/&+-]| en| und| et| y| e| a| og| och)? ?(?:woon)?(?:plaats|ort|ville|ciudad|localidad|city|town|citt[àa]|město|by|ort|sted)$/iu;

const CITY_LABEL =
  /, (?:town|city|suburb|stadt|wohnort|ville|commune|ciudad|localidad|poblaci[óo]n|plaats|woonplaats|miasto|miejscowość|citt[àa]|comune|cidade|postort):?$/iu;

/**
 * The addresses of a text that have a street and a city, at most 30, in order. `text`: without marks of elements.
 * `likely`: the countries of the page. Codes that several countries write count only with their country: a name,
 * letters, a calling code or a known city beside them, or the page.
 */
export function findPostalAddresses(text: string, likely: readonly CountryCode[]): PostalAddress[] {
  const found: PostalAddress[] = [];
  for (const { index, code, forms } of postalCodesIn(text, likely)) {
    if (index < (found.at(-1)?.end ?? 0)) continue;
    const address = addressAt(text, index, code, forms, likely);
    if (address) found.push(address);
    if (found.length >= MAX_ADDRESSES) break;
  }
  return found;
}

function addressAt(
  text: string,
  index: number,
  code: string,
  forms: readonly AddressForm[],
  likely: readonly CountryCode[],
): PostalAddress | null {
  const line = lineAround(text, index, code.length);
  const named = nearCountry(line, forms);
  const contexts = [countryOfLetters(code), named, ...likely];
  const possible = forms.some(({ sure }) => sure)
    ? forms
    : withContext(forms, contexts, line, text.slice(Math.max(0, index - CALL_CHARS), index + CALL_CHARS));
  const block = possible.length > 0 ? blockAround(text, index, code) : null;
  if (!block) return null;
  for (const form of orderForms(possible, contexts, named)) {
    const locality = form.order === 'before' ? cityAfter(block, form) : cityBefore(block, form);
    if (!locality) continue;
    if (!isItsCountry(form, contexts, locality.city, block)) continue;
    const street = streetOf(block, locality, form);
    if (!street) continue;
    const own = block.parts[block.index]!;
    // `Acme z siedzibą w Goleniowie (72-100), ul. Prosta 31B` starts with the city.
    const ownStart = own.start + (street.isAfter ? introductionEnd(own.text) : 0);
    const start = block.offset + Math.min(street.start, ownStart);
    const end = block.offset + Math.max(block.parts[locality.last]!.end, street.end);
    return {
      street: street.text,
      postalCode: plainCode(code, form.country),
      city:
        form.country === 'ZA' || form.country === 'IN'
          ? locality.city.replace(/^Dist(?:ri[ck]t?|t)?\.? /, '')
          : locality.city,
      region: locality.region,
      country: form.country,
      written: plain(text.slice(start, end)).slice(0, 200),
      start,
      end,
      nameBefore: street.nameBefore,
    };
  }
  return null;
}

/** The line of a code, in two parts, and the next one. */
interface CodeLine {
  before: string;
  after: string;
  next: string;
}

function lineAround(text: string, index: number, length: number): CodeLine {
  const before = text.slice(Math.max(0, index - LINE_CHARS), index);
  const [after = '', next = ''] = text.slice(index, index + length + LINE_CHARS).split('\n', 2);
  return { before: before.slice(before.lastIndexOf('\n') + 1), after, next };
}

/**
 * A country that is named after the code, in its row or in the line below. Before a code, `Lebanon, Georgia` is a city and its state, as the
 * code's forms tell.
 */
function nearCountry({ before, after, next }: CodeLine, forms: readonly AddressForm[]): CountryCode | null {
  const isAlone = next.length > 0 && next.length <= 40 && !/[\t\d]/.test(next);
  const named = namedCountry(after) ?? (isAlone ? namedCountry(next) : null);
  if (named || !namedCountry(before)) return named;
  const hasState = forms.some(
    ({ needsRegion, country }) => needsRegion && regionAtEnd(before.trimEnd(), country),
  );
  return hasState ? null : namedCountry(withoutStreets(before));
}

/** A text without parts that may be streets, which are named after countries, too: `204 Antigua Street`, `Rue de Monaco`. */
function withoutStreets(text: string): string {
  const parts = text.split(/[,|•·;\t]/);
  return parts
    .filter((part) => !/\d/.test(part) && !isStreetByWord(part) && !SHORT_STREET_WORD.test(part))
    .join(', ');
}

/** The forms whose country is known or may be told by a city or a calling code. It saves reading most blocks. */
function withContext(
  forms: readonly AddressForm[],
  contexts: readonly (CountryCode | null)[],
  { before, after }: CodeLine,
  near: string,
): readonly AddressForm[] {
  const known = forms.filter(({ country }) => contexts.includes(country));
  if (known.length === forms.length) return forms;
  const called = calledCountry(near);
  const cities = new Set([...placesIn(before), ...placesIn(after)].map(({ code }) => code));
  return forms.filter((form) => known.includes(form) || form.country === called || cities.has(form.country));
}

/** The forms of named and likely countries come first. */
function orderForms(
  forms: readonly AddressForm[],
  contexts: readonly (CountryCode | null)[],
  named: CountryCode | null,
): AddressForm[] {
  const rank = ({ country }: AddressForm): number => {
    const place = contexts.indexOf(country);
    return place < 0 ? contexts.length : place;
  };
  return forms
    .filter(
      ({ country, needsRegion }) => !named || needsRegion || named === country || !contexts.includes(named),
    )
    .sort((a, b) => rank(a) - rank(b));
}

/** Whether a code is of the form's country and not of another one that writes its codes alike. */
function isItsCountry(
  { country, sure }: AddressForm,
  contexts: readonly (CountryCode | null)[],
  city: string,
  { text }: Block,
): boolean {
  const [letters = null, named = null, ...likely] = contexts;
  if (letters) return letters === country;
  if (named && named !== country) return sure && named === 'GB' && country === 'GB';
  if (sure || named === country) return true;
  const known = placesIn(city).find(({ kind }) => kind !== 'country')?.code;
  if (known && known !== country && !likely.includes(country)) return false;
  return likely.includes(country) || known === country || calledCountry(text) === country;
}

function streetOf(
  { text, parts, index }: Block,
  { streetEnd, ownStreet: own, last }: Locality,
  { streetAfter, country }: AddressForm,
): { text: string; start: number; end: number; nameBefore: string | null; isAfter: boolean } | null {
  const before = findStreet(parts, own, streetEnd, country);
  const street = before && LABEL_AT_END.test(text.slice(before.start, before.end)) ? null : before;
  const after = street || !streetAfter ? null : findStreetAfter(parts, last + 1);
  const found = street ?? after;
  if (!found) return null;
  return {
    text: plain(
      text
        .slice(found.start, found.end)
        .replace(/\s*[\n\t|•·]\s*/g, ', ')
        .replace(/,(?:\s*,)+/g, ',')
        .replace(/،\s*$/, '')
        // `Brugsesteenweg 312 in 8800 Roeselare`
        // `Atatürk Cad. No:9 Çiğli - İzmir`
        .replace(country === 'TR' ? /(?<= No ?[:.]? ?\d{1,4}\S{0,4}) \p{Lu}\p{L}+$/u : /$^/, '')
        .replace(/(?<=\d\s?\p{L}?)\s(?:in|te|à|en|em|w|we|v)$/u, '')
        .replace(CODE_AND_CITY_LABEL, '')
        .replace(CITY_LABEL, '')
        .replace(DIRECTIONS, ''),
    ),
    start: found.start,
    end: found.end,
    isAfter: found === after,
    nameBefore: found.nameBefore ?? (after ? (parts[index - 1]?.text ?? null) : null),
  };
}

function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
