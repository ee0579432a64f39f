import type { CountryCode } from 'libphonenumber-js/max';
import {
  type AddressPart,
  isBuilding,
  isDistrict,
  isNamedStreet,
  isPostBox,
  isStreet,
  isStreetByWord,
  isSuite,
} from './address-parts.ts';
import { endOfLegalForm } from './legal-forms.ts';

/** A street with its suite, floor, building and district, as offsets, and the part before it. */
export interface FoundStreet {
  start: number;
  end: number;
  nameBefore: string | null;
}

const MAX_PARTS = 6;
/** Districts that look like units, and villages of which an address can have several. */
const OWN_DISTRICT: Readonly<Partial<Record<CountryCode, RegExp>>> = {
  RO: /^Sector(?:ul)? ?[1-6]$/,
  IN: /^(?:Vill(?:age)?|Tal(?:uka)?|Teh(?:sil)?|Dist(?:rict|t)?|Post|Mouza|Mandal)\.? ?[:-]? ?\p{Lu}/u,
  VN: /^(?:Quận|Q\.|Phường|P\.|District|Dist\.|Ward) ?\d{1,2}$/u,
};
/** Countries whose codes have four digits, so that four digits before a word may be one. */
const FOUR_DIGITS = 'AT CH BE DK NO HU BG SI LU CY';
/** A plot or hall in an estate, in small letters. */
const PLOT = /^(?:parcela|nave|naves|local|lote|lot) ?\d/;
/** Areas and buildings that have a line of their own before the street. */
const OWN_LINE =
  /^(?:Z\.?A\.?C?\.?|Z\.?I\.?|Zone|Immeuble|Résidence|Bâtiment|Pol[íi]gono|Pol\.|Zona|Gewerbe(?:park|gebiet)|Industrie(?:park|gebiet))(?!\p{L})/iu;
/** `half a mile south of Highway 24` */
const DIRECTIONS =
  /^(?=\p{Ll}|\d)[\p{L}\p{N}. ½¼-]{0,25}(?<!\p{L})(?:miles?|north|south|east|west|off|past|behind|opposite|just|near|next to|between)(?!\p{L})[\p{L}\p{N}. -]{0,40}$/u;
/** A landmark beside the street, as in Indian addresses: `Shubham Arcade, Opp. Canara Bank, Main Road` */
const LANDMARK =
  /^(?:Opp(?:osite)?|Near|Nr|Behind|Beside|Besides|Adj(?:acent)?|Next to|Above)\.? (?:to )?\p{Lu}/u;
const NOTE_AT_END = / \([^()]*\)$/;
const NOTE_LINE = /^\([^()]*\)$/;
const INTRODUCTION =
  /^.*?(?:^|\s)(?:(?:located|based|offices?(?: and \p{L}+)?|premises|situated|residing|gevestigd|anschrift|sede|domicilio)(?: social| legale?| fiscal)?\s(?:is\s)?(?:at|aan|te|in|en|na|no|à)|(?:situ[ée]e?s?|sise?|domicili[ée]e?|établie?)(?: au| à)?|(?:vindt|vind) ons (?:op|aan|in)(?: de| het)?|se (?:trouve|situe)(?: au| à)?|siège(?: social)?[^,.\d]{0,25} à|(?:[Mm]aatschappelijke )?[Zz]etel(?: gevestigd)? te|hold(?:t|er) til (?:på|i)|har til huse (?:på|i)|osoitteess?a|osoitteesta|osoite on|på adressen?|pod adresem|na adrese|la adresa|aadressil|adresē|adresu|na naslovu|na adresi|στη διεύθυνση|на адрес|(?:с |по )?адрес[уе]?|z siedzibą we? \p{Lu}[\p{L}-]+,? przy|z siedzibą we?|se sídlem(?: na adrese| v)?|so sídlom(?: na adrese| v)?|(?:find|visit) us at|[Bb]esuchen Sie uns(?: in der| in| im)?|[Bb]es[øö]k oss [ip]å?|[Bb]esøg os [ip]å?|[Bb]ezoek ons(?: op)?|[Vv]enez nous voir(?: au)?|(?:[Vv]is[ií]t(?:ar|e|en|enos)|[Ee]stamos|[Tt]e esperamos|[Ll][oa]s esperamos|[Uu]bicad[oa]s?|[Ee]nc(?:ué|o)ntr\p{L}{0,8}|[Ll]ocalizad[oa]s?|[Ss]ituad[oa]s?)(?: [\p{Ll}]{1,12}){0,6}? (?:en|em|na|no)|(?:si trova|[Cc]i trov(?:i|iamo|ate)|siamo|trovarci) (?:in|a)|(?:find|come and see|come to see) us(?: \p{Ll}{1,12}){0,3} at|[Vv]isítanos en|[Vv]isite-nos(?: na| no)?|[Vv]ieni a trovarci in|inserite|inserire|impostate|impostare|at|aan|of(?= \d)|(?:[Oo]ur )?(?:[Aa]ddress|[Ll]ocation|[Hh]eadquarters|HQ)(?= \d)|[Oo]ur office(?= \d))(?: (?:de|het|der|dem|den|la|el|il|lo|le))?\s+(?=[\p{Lu}\d]|(?:calle|avenida|paseo|rue|avenue|boulevard|chemin|route|via|viale|rua) |(?:ul|al|pl|os)\. )/u;

/**
 * The street that ends with a part. `own`: what stands before the postal code in the code's own part. Null: the parts
 * have no street.
 */
export function findStreet(
  parts: readonly AddressPart[],
  own: { text: string; start: number; end: number } | null,
  last: number,
  country: CountryCode,
): FoundStreet | null {
  const list: AddressPart[] = parts.slice(0, last + 1);
  if (own) list.push({ ...own, gap: parts[last + 1]?.gap ?? 'line' });
  // `6140 E Baywood Loop⏎(across from the hospital)⏎Mesa, AZ 85206`
  while (list.length > 1 && NOTE_LINE.test(list.at(-1)!.text)) list.pop();
  let hasStreet = false;
  let hasSuite = false;
  let isOnlyBox = false;
  let districts = 0;
  let from = list.length;
  let name: string | null = null;
  for (let i = list.length - 1; i >= 0 && list.length - i <= MAX_PARTS; i -= 1) {
    const whole = list[i]!;
    const formEnd = endOfLegalForm(whole.text);
    const part = withoutName(whole, formEnd);
    list[i] = part;
    const text = part.text.replace(NOTE_AT_END, '');
    const crossesLine = hasStreet && (list[i + 1]?.gap === 'line' || list[i + 1]?.gap === 'cell');
    if (part === whole && isCompany(text, formEnd) && !/\d/.test(text)) {
      name = part.text;
      break;
    }
    if (OWN_DISTRICT[country]?.test(text)) districts += country === 'IN' ? 0 : 1;
    else if (isPostBox(text)) {
      isOnlyBox = !hasStreet && !hasSuite;
      hasSuite = true;
    } else if (isSuite(text) && !isOtherCity(text, country)) hasSuite ||= isStreet(text) || PLOT.test(text);
    else if (isStreet(text) && !isOtherCity(text, country) && !crossesLine && !isCompany(text))
      hasStreet = true;
    else if (continuesStreet(list, i, hasStreet, hasSuite) && isNamedStreet(text)) hasStreet = true;
    else if ((hasStreet || hasSuite) && isBuildingBefore(list, i, crossesLine)) {
      // Its building or district.
    } else if (
      !hasStreet &&
      districts < 2 &&
      (hasSuite ? isOnlyBox && isAfterStreet(list, i) : isDistrict(text) || isAddition(list, i))
    )
      districts += 1;
    else {
      name = nameOf(parts, i, part.text);
      break;
    }
    from = i;
    if (part.start > parts[i]!.start) {
      name = nameOf(parts, i, parts[i]!.text.slice(0, part.start - parts[i]!.start).trim());
      break;
    }
    if (part.gap === 'colon' || part.gap === 'stop') break;
  }
  if (!hasStreet && !hasSuite) return namedStreet(list) ?? ruralBuilding(list, country);
  const first = list[from]!;
  return { start: first.start, end: list.at(-1)!.end, nameBefore: name };
}

/** Whether a part ends with a legal form: `A2 GmbH`. */
function isCompany(text: string, end = endOfLegalForm(text)): boolean {
  return (end > 0 && end >= text.length - 1) || /\p{L}{3} PLC$/iu.test(text);
}

/** Whether a part names the district between a street and a box: `Muthithi Road, Westlands, P.O. Box 48213`. */
function isAfterStreet(list: readonly AddressPart[], index: number): boolean {
  const { text, gap } = list[index]!;
  const before = list[index - 1]?.text ?? '';
  return gap === 'comma' && isDistrict(text) && (isNamedStreet(before) || isStreet(before));
}

/** Whether a part in small letters says where in the street it is: `Havnevej 3, baghuset`. */
function isAddition(list: readonly AddressPart[], index: number): boolean {
  const { text, gap } = list[index]!;
  return (
    gap === 'comma' &&
    (/^\p{Ll}[\p{L} ]{2,20}$/u.test(text) || DIRECTIONS.test(text)) &&
    index > 0 &&
    isStreet(list[index - 1]!.text)
  );
}

/** Whether a street without a number has it in the next part: `C/ Forxa, Nave 12`, `Rua Bombarda, 552 R/C Esq.` */
function continuesStreet(
  list: readonly AddressPart[],
  index: number,
  hasStreet: boolean,
  hasSuite: boolean,
): boolean {
  const next = list[index + 1];
  if (!hasStreet) return hasSuite;
  return (
    next?.gap === 'comma' && /^\d{1,4} ?\p{L}?(?:[ /-]|$)/u.test(next.text) && !isStreetByWord(next.text)
  );
}

/** Whether a part without a number belongs to the street after it, as a building or district does. */
function isBuildingBefore(list: readonly AddressPart[], index: number, crossesLine: boolean): boolean {
  const { text, gap } = list[index]!;
  const before = gap === 'comma' ? (list[index - 1]?.text ?? '') : '';
  const isInside = before !== '' && (isSuite(before) || (isBuilding(before) && !crossesLine));
  const isBelowName = gap === 'line' && isCompany(list[index - 1]?.text ?? '');
  return isBuilding(text)
    ? !crossesLine || isInside || isBelowName || OWN_LINE.test(text)
    : isDistrict(text) && !crossesLine && isInside;
}

/** The name before a street: the part itself, or the one before an introduction such as "located at". */
function nameOf(parts: readonly AddressPart[], index: number, text: string): string | null {
  if (/^\p{Ll}/u.test(text) || INTRODUCTION.test(`${text} A`))
    return parts[index]!.gap === 'comma' ? (parts[index - 1]?.text ?? null) : null;
  return text;
}

/** A street without a number: the last part or the one before it. */
function namedStreet(list: readonly AddressPart[]): FoundStreet | null {
  for (const index of [list.length - 1, list.length - 2]) {
    const part = list[index];
    if (
      !part ||
      !isNamedStreet(part.text.replace(NOTE_AT_END, '')) ||
      (index < list.length - 1 && !isDistrict(list.at(-1)!.text))
    )
      continue;
    const first = firstOfBuildings(list, index);
    return { start: list[first]!.start, end: list.at(-1)!.end, nameBefore: list[first - 1]?.text ?? null };
  }
  return null;
}

const RURAL_COUNTRIES = 'GB IE';
const RURAL_PARTS = 4;
const RURAL =
  /(?<!\p{L})(?:House|Farm|Barns?|Mill|Dairy|Hall|Lodge|Manor|Cottage|Steading|Stables|Estate|Park|Court|Centre|Works|Wharf|Yard|Courtyard|Castle|Grange)$/u;

/** In the country, a building with its village takes the place of a street: `The Old Dairy, Church Farm, Nether Whitacre`. */
function ruralBuilding(list: readonly AddressPart[], country: CountryCode): FoundStreet | null {
  if (!RURAL_COUNTRIES.includes(country)) return null;
  const from = Math.max(0, list.length - RURAL_PARTS);
  let first = -1;
  for (let index = list.length - 1; index >= from; index -= 1) {
    const { text, gap } = list[index]!;
    const isFarm = isBuilding(text) && (RURAL.test(text) || text.startsWith('The '));
    if (isFarm) first = index;
    else if (first >= 0 || !isDistrict(text)) break;
    if (gap === 'stop' || gap === 'colon') break;
  }
  if (first < 0) return null;
  return { start: list[first]!.start, end: list.at(-1)!.end, nameBefore: list[first - 1]?.text ?? null };
}

/**
 * The first of the parts before a street without a number that name a unit, buildings or an estate. One building
 * alone may be the name of the company.
 */
function firstOfBuildings(list: readonly AddressPart[], street: number): number {
  let first = street;
  let hasLandmark = false;
  let isSure = false;
  while (first > 0 && street - first < (hasLandmark ? 5 : 3)) {
    const { text } = list[first - 1]!;
    const isUnit = isSuite(text.replace(/^\d{1,4}\p{L}?, /u, '')) && /\d/.test(text);
    const isLandmark = LANDMARK.test(text);
    if (!isUnit && !isLandmark && !isBuilding(text)) break;
    hasLandmark ||= isLandmark;
    first -= 1;
    isSure ||= isUnit || street - first === 2;
    if (list[first]!.gap === 'colon' || list[first]!.gap === 'stop') break;
  }
  return isSure ? first : street;
}

/** Where the words before a street in a sentence end: `visit us at 12 High St`. 0: there are none. */
export function introductionEnd(text: string): number {
  return INTRODUCTION.exec(text)?.[0].length ?? 0;
}

/** Where a bracket that isn't closed starts: `Museovirasto (Sturenkatu 2a`. 0: there is none. */
function openBracketEnd(text: string): number {
  const open = text.lastIndexOf('(');
  return open > 0 && text.indexOf(')', open) < 0 ? open + 1 : 0;
}

/** Without a company, which ends at `formEnd`, or an introduction in the same part: `Acme Ltd. 12 High St`, `visit us at 12 High St`. */
function withoutName(part: AddressPart, formEnd: number): AddressPart {
  const { text, start } = part;
  const cut = openBracketEnd(text) || introductionEnd(text) || formEnd;
  if (!cut || cut >= text.length) return part;
  const rest = text.slice(cut);
  const plain = rest.replace(/^[\s.,–-]+/, '');
  if (!/\d/.test(plain) && !isBuilding(plain) && !isNamedStreet(plain)) return part;
  return { ...part, text: plain, start: start + cut + rest.length - plain.length };
}

/** Whether a part is the postal code and city of another address. */
function isOtherCity(text: string, country: CountryCode): boolean {
  const isCode =
    /^(?:[A-Z]{1,3}-? ?)?\d{5,6} \p{Lu}/u.test(text) ||
    /^\p{Lu}{2}\.? \d{5}/u.test(text) ||
    (country === 'AU' && /(?:^| )(?:ACT|NSW|NT|QLD|SA|TAS|VIC|WA) \d{4}$/.test(text)) ||
    (FOUR_DIGITS.includes(country) && /^(?:[A-Z]{1,2}-)?\d{4} \p{Lu}[\p{L} .-]*$/u.test(text));
  return isCode && !isStreetByWord(text) && !isPostBox(text);
}

/** `KRS 0000610427`, which isn't the fourth floor. */
const REGISTER_NUMBER = /^\p{Lu}{2,}\.?:? ?\d{6}/u;

/** `ul. Prosta 31B. Inspektor ochrony danych` */
const SENTENCE_AFTER = /(?<=\d\p{L}?)\.\s\p{Lu}\p{Ll}{2}.*$/u;

/** The street after a city, as in Hungary and Russia: `6000 Kecskemét, Izsáki út 8/B.` */
export function findStreetAfter(parts: readonly AddressPart[], first: number): FoundStreet | null {
  const whole = parts[first];
  if (!whole || (whole.gap !== 'comma' && whole.gap !== 'line')) return null;
  const cut = /^przy (?=ul\.|al\.|pl\.)/u.exec(whole.text)?.[0].length ?? 0;
  const text = whole.text.slice(cut).replace(SENTENCE_AFTER, '');
  const part = { ...whole, text, start: whole.start + cut, end: whole.start + cut + text.length };
  if (!isStreet(part.text) && !isNamedStreet(part.text)) return null;
  let last = first;
  let hasNumber = /\d/.test(part.text);
  for (
    let next = parts[last + 1];
    next?.gap === 'comma' && isSuite(next.text) && !REGISTER_NUMBER.test(next.text) && last - first < 4;
    next = parts[last + 1]
  ) {
    hasNumber ||= /\d/.test(next.text);
    last += 1;
  }
  if (!hasNumber) return null;
  return { start: part.start, end: last === first ? part.end : parts[last]!.end, nameBefore: null };
}
