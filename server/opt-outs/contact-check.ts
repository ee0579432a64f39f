import { setImmediate as nextTurn } from 'node:timers/promises';
import { addressesIn } from './addresses-in-text.ts';
import type { OptOutCopy } from './opt-out-copy.ts';
import { identities, type OptOut } from './opt-out-entry.ts';
import { lookUp, type OptOutDeps, optOutContents } from './opt-outs.ts';
import { isCompanyPhone, phonesIn } from './phone-entry.ts';

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
const PROFILE = /linkedin\.[a-z.]{1,24}\/(?:m\/|mwlite\/)?in\/[^\s/?#,;|<>"'()]+/giu;
const TEXTS_PER_TURN = 500;

/**
 * Looks up every text of some rows, at any depth, with few queries. The check of every place that gives out or
 * stores contacts. null: no text is on the list. If the list is empty, nothing was read.
 */
export async function lookUpContacts(deps: OptOutDeps, rows: readonly object[]): Promise<IsListed | null> {
  if (rows.length === 0) return null;
  const contents = await optOutContents(deps);
  if (!contents.any) return null;
  const entriesOf = entriesIn(contents.phones);
  const entries = new Map<string, OptOut>();
  let read = 0;
  for (const row of rows) {
    for (const { field, text } of namedTexts(row)) {
      for (const entry of entriesOf(field, text)) entries.set(entryKey(entry), entry);
      read += 1;
      if (read % TEXTS_PER_TURN === 0) await nextTurn();
    }
  }
  const isListed = await lookUp(
    deps,
    [...entries.values()].map((entry) => [entry]),
    contents,
  );
  const listed = new Set([...entries.keys()].filter((_, index) => isListed[index]));
  if (listed.size === 0) return null;
  // Also parts of the texts that were looked up.
  return (field, text) => entriesOf(field, text).some((entry) => listed.has(entryKey(entry)));
}

/** The same check against a list in memory. */
export function checkAgainst(list: Pick<OptOutCopy, 'hasPhones' | 'includesAny'>): IsListed {
  const entriesOf = entriesIn(list.hasPhones);
  return (field, text) => list.includesAny(entriesOf(field, text));
}

/** Everything in a text of a field that may be on a list, with or without phones. */
function entriesIn(phones: boolean): (field: string, text: string) => OptOut[] {
  if (!phones) return namesIn;
  return (field, text) => [...namesIn(field, text), ...phonesIn(field, text)];
}

/** For each row, in the same order: whether any text of it names someone who opted out. */
export async function areRowsOptedOut(deps: OptOutDeps, rows: readonly object[]): Promise<boolean[]> {
  const isListed = await lookUpContacts(deps, rows);
  return rows.map((row) => isListed !== null && namesListed(row, isListed));
}

/** Whether any text of a row that was looked up names someone who opted out. */
export function namesListed(row: object, isListed: IsListed): boolean {
  return namedTexts(row).some(({ field, text }) => isListed(field, text));
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
export function namedTexts(value: unknown, field = '', into: NamedText[] = []): NamedText[] {
  if (typeof value === 'string') {
    if (value !== '') into.push({ field, text: value });
  } else if (Array.isArray(value)) {
    for (const element of value) namedTexts(element, field, into);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, element] of Object.entries(value)) namedTexts(element, name, into);
  }
  return into;
}

/** Everything in a text that a person or company may have opted out with, besides phones. */
function namesIn(field: string, text: string): OptOut[] {
  const addresses = text.includes('@') ? [text, ...addressesIn(text)] : [];
  const profiles = /linkedin\./i.test(text) ? (text.match(PROFILE) ?? []) : [];
  const websites = isWebsite(field) ? [text] : [];
  if (addresses.length + profiles.length + websites.length === 0) return [];
  return [
    ...(addresses.length + websites.length > 0 ? identities({ emails: addresses, websites }) : []),
    ...profiles.flatMap((profile) => identities({ emails: [], websites: [], profile })),
  ];
}
