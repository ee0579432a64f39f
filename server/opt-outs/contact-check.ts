import { setImmediate as nextTurn } from 'node:timers/promises';
import { isCompanyPhone } from '#engines/csv/company-phone.ts';
import { addressesIn } from './addresses-in-text.ts';
import type { OptOutCopy } from './opt-out-copy.ts';
import { identities, type OptOut } from './opt-out-entry.ts';
import { listedAmong, type OptOutDeps, optOutContents } from './opt-outs.ts';
import { phonesIn } from './phone-entry.ts';

/** What a row says that is missing because of an opt-out. */
export const OPTED_OUT = 'This person or company asked not to be listed.';

/**
 * Whether a text of a row names a person or company that opted out: by an address, a LinkedIn profile, a phone, or, in
 * a field with a website, a domain.
 */
export type IsListed = (field: string, text: string) => boolean;

/** Fields with the website of a person or company, of extensions, tools and own columns: letters only. */
const WEBSITES = new Set([
  'website',
  'websiteurl',
  'domain',
  'url',
  'finalurl',
  'input',
  'page',
  'companydomain',
  'companywebsite',
  'companyurl',
  'homepage',
]);
const LINKEDIN = /linkedin\./i;
const PROFILE = /linkedin\.[a-z.]{1,24}\/(?:m\/|mwlite\/)?in\/[^\s/?#,;|<>"'()]+/giu;
const TEXTS_PER_TURN = 500;
/** Of rows with any number of columns, the names of this many are remembered. */
const FIELDS_KEPT = 1000;
const NO_TEXTS: readonly string[] = [];
const NO_FIELDS: ReadonlySet<string> = new Set();

/**
 * Looks up every text of some rows, at any depth, with few queries. The check of every place that gives out or
 * stores contacts. null: no text is on the list. If the list is empty, nothing was read. `read`: the values of a row; it
 * is called once for each row, and what it returns isn't kept. `websites`: fields with websites, besides those whose names say so.
 */
export async function lookUpContacts<Row extends object>(
  deps: OptOutDeps,
  rows: readonly Row[],
  read: (row: Row) => object = (row) => row,
  websites: ReadonlySet<string> = NO_FIELDS,
): Promise<IsListed | null> {
  if (rows.length === 0) return null;
  const contents = await optOutContents(deps);
  if (!contents.any) return null;
  const entriesOf = entriesIn(contents.phones, websites);
  const entries = new Map<string, OptOut>();
  let texts = 0;
  for (const row of rows) {
    anyText(read(row), (field, text) => {
      for (const entry of entriesOf(field, text)) entries.set(entryKey(entry), entry);
      texts += 1;
      return false;
    });
    if (texts < TEXTS_PER_TURN) continue;
    texts = 0;
    await nextTurn();
  }
  const listed = await listedAmong(deps, entries, contents);
  if (listed.size === 0) return null;
  // Also parts of the texts that were looked up.
  return (field, text) => entriesOf(field, text).some((entry) => listed.has(entryKey(entry)));
}

/** The same check against a list in memory. */
export function checkAgainst(list: Pick<OptOutCopy, 'hasPhones' | 'includesAny'>): IsListed {
  const entriesOf = entriesIn(list.hasPhones, NO_FIELDS);
  return (field, text) => list.includesAny(entriesOf(field, text));
}

/** Everything in a text of a field that may be on a list, with or without phones. */
function entriesIn(
  phones: boolean,
  websites: ReadonlySet<string>,
): (field: string, text: string) => readonly OptOut[] {
  // Many rows have the same few fields.
  const known = new Map<string, boolean>();
  const isWebsiteField = (field: string) => {
    const answer = known.get(field) ?? (websites.has(field) || isWebsite(field));
    if (known.size < FIELDS_KEPT) known.set(field, answer);
    return answer;
  };
  if (!phones) return (field, text) => namesIn(text, isWebsiteField(field));
  return (field, text) => [...namesIn(text, isWebsiteField(field)), ...phonesIn(field, text)];
}

/** For each row, in the same order: whether any text of it names someone who opted out. `websites`: as in `lookUpContacts`. */
export async function areRowsOptedOut(
  deps: OptOutDeps,
  rows: readonly object[],
  websites?: ReadonlySet<string>,
): Promise<boolean[]> {
  const isListed = await lookUpContacts(deps, rows, undefined, websites);
  return rows.map((row) => isListed !== null && namesListed(row, isListed));
}

/** Whether any text of a row that was looked up names someone who opted out. */
export function namesListed(row: object, isListed: IsListed): boolean {
  return anyText(row, isListed);
}

/** The cells of a row without those of company phones that opted out, which don't make the row one about them. */
export function withoutCompanyPhones(
  cells: Readonly<Record<string, string>>,
  isListed: IsListed,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(cells).filter(([field, text]) => !isCompanyPhone(field) || !isListed(field, text)),
  );
}

function isWebsite(field: string): boolean {
  return WEBSITES.has(field.toLowerCase().replace(/[^a-z]/g, ''));
}

function entryKey({ kind, value }: OptOut): string {
  return `${kind}:${value}`;
}

interface NamedText {
  field: string;
  text: string;
}

/** The texts of a value with the name of their field; elements of a list have the name of the list. */
export function namedTexts(value: unknown): NamedText[] {
  const found: NamedText[] = [];
  anyText(value, (field, text) => {
    found.push({ field, text });
    return false;
  });
  return found;
}

/** Whether `test` is true for a text of a value, as `namedTexts` has them. Makes no list: an export has millions. */
function anyText(value: unknown, test: (field: string, text: string) => boolean, field = ''): boolean {
  if (typeof value === 'string') return value !== '' && test(field, value);
  if (Array.isArray(value)) return value.some((element) => anyText(element, test, field));
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, element]) => anyText(element, test, name));
}

const NOTHING: readonly OptOut[] = [];

/** Everything in a text that a person or company may have opted out with, besides phones. */
function namesIn(text: string, isWebsiteText: boolean): readonly OptOut[] {
  const hasAddress = text.includes('@');
  const profiles = LINKEDIN.test(text) ? (text.match(PROFILE) ?? NO_TEXTS) : NO_TEXTS;
  if (!hasAddress && !isWebsiteText && profiles.length === 0) return NOTHING;
  const addresses = hasAddress ? addressesIn(text) : NO_TEXTS;
  // Most texts with an address are the address.
  const emails = hasAddress && addresses[0] !== text ? [text, ...addresses] : addresses;
  const names = identities({ emails, websites: isWebsiteText ? [text] : NO_TEXTS });
  for (const profile of profiles)
    names.push(...identities({ emails: NO_TEXTS, websites: NO_TEXTS, profile }));
  return names;
}
