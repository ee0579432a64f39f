import { COUNTRIES } from '#contract/countries.ts';
import { nameKey } from './folded-text.ts';
import { ISO_CODES } from './iso-codes.ts';
import { OTHER_NAMES, PARTS } from './other-names.ts';

/** The languages of country names, English first: of two countries with the same name, the first one keeps it. */
const LANGUAGES =
  'en de fr es pt it nl pl sv da nb fi cs sk hu ro tr ru uk el bg hr sl ca ar he hi ja ko zh zh-Hant id vi th'.split(
    ' ',
  );
/** Countries whose name in parentheses, "Congo (Kinshasa)", says which one it is. */
const TOLD_BY_PARENTHESES = new Set(['CD', 'CG']);

interface NameTable {
  /** name as `nameKey` -> code */
  codes: ReadonlyMap<string, string>;
  /** code -> names as `nameKey` */
  names: ReadonlyMap<string, readonly string[]>;
}

let table: NameTable | null = null;

/** All names of countries, made on first use: about 6,000. */
function nameTable(): NameTable {
  if (table) return table;
  const codes = new Map<string, string>();
  const names = new Map<string, string[]>(ISO_CODES.map(([code]) => [code, []]));
  const add = (code: string, name: string) => {
    const key = nameKey(name);
    if (key === '' || codes.has(key)) return;
    codes.set(key, code);
    names.get(code)?.push(key);
  };
  for (const { code, names: others } of [...OTHER_NAMES, ...PARTS])
    for (const name of others) add(code, name);
  for (const language of LANGUAGES) {
    for (const style of ['long', 'short'] as const) {
      const display = new Intl.DisplayNames([language], { type: 'region', fallback: 'none', style });
      for (const [code] of ISO_CODES)
        for (const name of spellings(code, display.of(code), language)) add(code, name);
    }
  }
  table = { codes, names };
  return table;
}

/** A name, its parts around parentheses, and in English also the forms of lists and addresses. */
function spellings(code: string, name: string | undefined, language: string): string[] {
  if (!name) return [];
  const [, before = '', inside = ''] = /^([^(（]+)[(（]([^)）]+)[)）]$/.exec(name) ?? [];
  const parts = TOLD_BY_PARENTHESES.has(code) ? [] : [before, inside];
  if (language !== 'en') return [name, ...parts];
  const full = name.replace(/&/g, 'and').replace(/\bSt\. /g, 'Saint ');
  const forms = [full, `the ${full}`, `${full} the`, `republic of ${full}`, `${full} republic of`];
  return [name, ...parts, ...forms];
}

/** The ISO 3166-1 code of a country's name in any of our languages, but not of a code: null if unknown. */
export function countryOfName(written: string): string | null {
  return nameTable().codes.get(nameKey(written)) ?? null;
}

const BY_ISO_CODE = new Map(ISO_CODES.flatMap(([two, three]) => [two, three].map((code) => [code, two])));

/** The ISO 3166-1 code of a country as people write it: "DE", "DEU", "Germany", "Deutschland", "UK". Null if unknown. */
export function countryCode(written: string): string | null {
  return BY_ISO_CODE.get(written.trim().toUpperCase()) ?? countryOfName(written);
}

const PART_KEYS = new Set(PARTS.flatMap(({ names }) => names.map(nameKey)));

/**
 * All names of the country that has this name, as `nameKey`. Only the name itself for a part of a country, such
 * as Scotland, and for a name that isn't known.
 */
export function sameCountryNames(written: string): readonly string[] {
  const key = nameKey(written);
  const code = PART_KEYS.has(key) ? null : countryOfName(key);
  return code === null ? [key] : (nameTable().names.get(code) ?? []);
}

/** Everything that a cell with this country can say, as `nameKey`: its names and ISO codes. */
export function countryKeys(written: string): string[] {
  const code = countryCode(written);
  if (code === null || PART_KEYS.has(nameKey(written))) return [nameKey(written)];
  const codes = ISO_CODES.find(([two]) => two === code) ?? [];
  return [...(nameTable().names.get(code) ?? []), ...codes.map((each) => each.toLowerCase())];
}

/** The English name of a country by its ISO code. */
export function englishCountryName(code: string): string {
  return COUNTRIES.find((country) => countryOfName(country) === code) ?? ENGLISH.of(code) ?? code;
}

const ENGLISH = new Intl.DisplayNames(['en'], { type: 'region' });
