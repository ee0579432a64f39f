import type { CountryCode } from 'libphonenumber-js/max';

/** Country names that appear next to phone numbers, in English and other languages. */
const NAMES: Readonly<Record<string, string>> = {
  AE: 'uae|united arab emirates|dubai|abu dhabi',
  AR: 'argentina',
  AT: 'austria|österreich',
  AU: 'australia|sydney|melbourne|brisbane',
  BE: 'belgium|belgique|belgië|belgien',
  BG: 'bulgaria',
  BR: 'brazil|brasil',
  CA: 'canada|kanada',
  CH: 'switzerland|schweiz|suisse|svizzera',
  CL: 'chile',
  CN: 'china|chine|中国',
  CO: 'colombia',
  CZ: 'czech republic|czechia|česká republika',
  DE: 'germany|deutschland|allemagne',
  DK: 'denmark|danmark|dänemark',
  EG: 'egypt',
  ES: 'spain|españa|spanien|espagne',
  FI: 'finland|suomi|finnland',
  FR: 'france|frankreich',
  GB: 'uk|u\\.k|united kingdom|england|scotland|wales|great britain|northern ireland|großbritannien',
  GR: 'greece|ελλάδα',
  HK: 'hong kong',
  HR: 'croatia|hrvatska',
  HU: 'hungary|magyarország',
  ID: 'indonesia',
  IE: 'ireland|éire',
  IL: 'israel',
  IN: 'india',
  IT: 'italy|italia|italien|italie',
  JM: 'jamaica|jm',
  JP: 'japan|日本',
  KE: 'kenya',
  KR: 'korea|south korea|대한민국',
  LU: 'luxembourg|luxemburg',
  MX: 'mexico|méxico',
  MY: 'malaysia',
  NG: 'nigeria',
  NL: 'netherlands|nederland|holland|niederlande|pays-bas',
  NO: 'norway|norge|norwegen',
  NZ: 'new zealand',
  PE: 'peru|perú',
  PH: 'philippines',
  PK: 'pakistan',
  PL: 'poland|polska|polen',
  PT: 'portugal',
  RO: 'romania|românia',
  RU: 'russia|россия',
  SA: 'saudi arabia',
  SE: 'sweden|sverige|schweden',
  SG: 'singapore',
  TH: 'thailand',
  TR: 'turkey|türkiye|türkei',
  TW: 'taiwan',
  UA: 'ukraine|україна',
  US: 'us|u\\.s|usa|u\\.s\\.a|united states|america',
  VN: 'vietnam|viet nam',
  ZA: 'south africa',
};

const CODES = new Map<string, CountryCode>();
for (const [code, names] of Object.entries(NAMES))
  for (const name of names.split('|')) CODES.set(name.replaceAll('\\', ''), code as CountryCode);

/**
 * One branch per first letter, so that most positions need one comparison. Whole words are checked
 * afterwards.
 */
const ANY_NAME = new RegExp(`(?<![a-z.])(?:${[...byFirstLetter(CODES.keys())].join('|')})`, 'gi');
const LETTER = /\p{L}/u;

function byFirstLetter(names: Iterable<string>): string[] {
  const rests = new Map<string, string[]>();
  for (const name of [...names].sort((a, b) => b.length - a.length)) {
    const first = name[0]!;
    rests.set(first, [...(rests.get(first) ?? []), name.slice(1).replaceAll('.', '\\.')]);
  }
  return [...rests].map(([first, ends]) => `${first}(?:${ends.join('|')})`);
}

/** Short names are also common words, so they count only in capitals. */
function isCountryName(name: string): boolean {
  return name.replaceAll('.', '').length > 3 || name === name.toUpperCase();
}

/** All mentions of countries in a text, in order. */
export type Countries = readonly { code: CountryCode; start: number; end: number }[];

const MAX_MENTIONS = 2000;

export function countriesIn(text: string): Countries {
  const found: { code: CountryCode; start: number; end: number }[] = [];
  for (const match of text.matchAll(ANY_NAME)) {
    const start = match.index;
    const end = start + match[0].length;
    const code = CODES.get(match[0].toLowerCase());
    if (
      !code ||
      !isCountryName(match[0]) ||
      LETTER.test(text[start - 1] ?? '') ||
      LETTER.test(text[end] ?? '')
    )
      continue;
    found.push({ code, start, end });
    if (found.length >= MAX_MENTIONS) break;
  }
  return found;
}

const OWN_LINE = 60;
const HEADING_WINDOW = 220;
const HEADING_LINES = 4;
const HEADING_CHARS = 32;

/**
 * The country mentioned before a number: on the same line, or above on a line short enough to be a heading
 * ("South Africa:" over "Hotline: 0800 006 498"). `adjacent`: it directly labels the number ("UK: 07545
 * 025137").
 */
export function countryBefore(
  countries: Countries,
  text: string,
  start: number,
): { code: CountryCode; adjacent: boolean } | null {
  let at = countries.length;
  let low = 0;
  while (low < at) {
    const middle = (low + at) >> 1;
    if (countries[middle]!.start < start) low = middle + 1;
    else at = middle;
  }
  for (let i = at - 1; i >= 0; i -= 1) {
    const { code, start: from, end } = countries[i]!;
    if (start - from > HEADING_WINDOW) return null;
    const between = text.slice(end, start);
    const lines = between.split('\n').length - 1;
    if (lines === 0 && start - end <= OWN_LINE)
      return { code, adjacent: /^[^\d:]{0,25}:[^\d]{0,4}$/.test(between) };
    if (lines > HEADING_LINES) return null;
    const lineStart = text.lastIndexOf('\n', from) + 1;
    const lineEnd = text.indexOf('\n', from);
    if (lines > 0 && lineEnd - lineStart <= HEADING_CHARS) return { code, adjacent: false };
  }
  return null;
}
