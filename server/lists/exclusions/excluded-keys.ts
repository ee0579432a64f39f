import type { ListColumn } from '#contract/list-columns.ts';
import type { Excludes } from '#contract/list-exclusions.ts';
import { readCompanyName } from '#engines/company-domain/company-name.ts';
import { nameKey } from '#engines/country-names/folded-text.ts';
import { cellValue, nameValue } from '#engines/list-items/no-value.ts';
import { emailsIn, phonesIn } from '#engines/list-items/several.ts';
import { IDENTITY_MAX_CHARS, identityRole } from '#engines/list-steps/prepare-membership.ts';
import { entrySpellings, identities, parseOptOut } from '../../opt-outs/opt-out-entry.ts';

/** A column as far as it says who a row is about. */
export type IdentityColumn = Pick<ListColumn, 'id' | 'role' | 'type'>;

/** The texts of a row that say who it is about, by what they are. */
interface Identity {
  emails: string[];
  websites: string[];
  profiles: string[];
  phones: string[];
  companies: string[];
  /** names of people */
  names: string[];
  /** it has a name of a person, or a part of one */
  isNamed: boolean;
}

const DOMAIN = 'domain:';
const NAMES: ReadonlySet<string> = new Set(['first_name', 'last_name', 'full_name']);
const BETWEEN = /[;|\r\n]+/;

/** The kinds of keys, those of people first. */
const KINDS = ['email', 'profile', 'person', 'phone', 'domain', 'company'];

export const ROW_KEYS_MAX = 500;
/** Each of these people is looked for at each of the places. */
const NAMES_MAX = 5;
const PLACES_MAX = 100;
/** A longer text is no name. */
const NAME_MAX_CHARS = 300;

/** `most`: characters that are read. */
function identityOf(
  fields: readonly IdentityColumn[],
  cells: Readonly<Record<string, string>>,
  most = IDENTITY_MAX_CHARS,
): Identity {
  const found: Identity = {
    emails: [],
    websites: [],
    profiles: [],
    phones: [],
    companies: [],
    names: [],
    isNamed: false,
  };
  const parts = { first_name: '', last_name: '' };
  let left = most;
  for (const field of fields) {
    const role = identityRole(field);
    const text = role && cells[field.id]?.trim().slice(0, left);
    if (!text || (NAMES.has(role) ? nameValue(text) : cellValue(text)) === '') continue;
    left -= text.length;
    if (role === 'email') found.emails.push(...emailsIn(text));
    else if (role === 'website') found.websites.push(...text.split(BETWEEN));
    else if (role === 'linkedin') found.profiles.push(...text.split(BETWEEN));
    else if (role === 'phone') found.phones.push(...phonesIn(text));
    else if (role === 'company') found.companies.push(text);
    else if (role === 'full_name') found.names.push(text);
    else parts[role] = text;
  }
  if (parts.first_name && parts.last_name) found.names.push(`${parts.first_name} ${parts.last_name}`);
  return { ...found, isNamed: found.names.length > 0 || parts.first_name !== '' || parts.last_name !== '' };
}

/**
 * The keys of an entry of an exclusion list. With `people`, it is about one person, or about a company if it names no person. With
 * `companies`, it is also about everyone at the company.
 */
export function excludedKeys(
  fields: readonly IdentityColumn[],
  cells: Readonly<Record<string, string>>,
  excludes: Excludes,
): string[] {
  // All of it: people who don't count here would be contacted.
  const all = identityOf(fields, cells, Number.POSITIVE_INFINITY);
  const { emails, websites, profiles, phones, companies, names } = all;
  const ofCompany = [...websites.flatMap(entryKey), ...companies.flatMap(companyKey)];
  if (excludes === 'people') {
    const keys = [...[...emails, ...profiles, ...phones].flatMap(entryKey), ...personKeys(names, companies)];
    return [...new Set(keys.length > 0 ? keys : ofCompany)];
  }
  // The domain of an address leaves the address out, too, unless many share it.
  const ofEmails = emails.flatMap((email) => {
    const domain = entryKey(domainOf(email));
    return domain.length > 0 ? domain : entryKey(email);
  });
  return [...new Set([...ofEmails, ...[...profiles, ...phones].flatMap(entryKey), ...ofCompany])];
}

/**
 * The keys of a row that is about one person, or about a company if it has nothing of a person. Unlike those of an entry, someone with
 * a name and a website alone is that person at that website: an entry leaves out the company then, so that the person isn't missed.
 */
export function personalKeys(
  fields: readonly IdentityColumn[],
  cells: Readonly<Record<string, string>>,
): string[] {
  const { emails, websites, profiles, phones, companies, names, isNamed } = identityOf(fields, cells);
  const keys = [
    ...[...emails, ...profiles, ...phones].flatMap(entryKey),
    ...personKeys(names, companies),
    ...siteKeys(names, websites.flatMap(entryKey)),
  ];
  return counted(
    keys.length > 0 || isNamed ? keys : [...websites.flatMap(entryKey), ...companies.flatMap(companyKey)],
  );
}

/** The keys by which a row is found: those about its person, and of an entry about everyone at its company. */
export function foundKeys(
  fields: readonly IdentityColumn[],
  cells: Readonly<Record<string, string>>,
): string[] {
  const { emails, websites, profiles, phones, companies, names } = identityOf(fields, cells);
  const entries = [...emails, ...profiles, ...phones, ...emails.map(domainOf), ...websites];
  return counted([
    ...entries.flatMap(entryKey),
    ...companies.flatMap(companyKey),
    ...personKeys(names, companies),
    ...siteKeys(names, websites.flatMap(entryKey)),
  ]);
}

/** The keys of the company of a row: its domains, or its name if it has none. */
export function companyKeys(
  fields: readonly IdentityColumn[],
  cells: Readonly<Record<string, string>>,
): string[] {
  const { emails, websites, companies } = identityOf(fields, cells);
  const domains = [...websites, ...emails.map(domainOf)]
    .flatMap(entryKey)
    .filter((key) => key.startsWith(DOMAIN));
  return counted(domains.length > 0 ? domains : companies.flatMap(companyKey));
}

/** The keys by which a row may be on an exclusion list. */
export function rowKeys(
  fields: readonly IdentityColumn[],
  cells: Readonly<Record<string, string>>,
): string[] {
  return counted(ownKeys(identityOf(fields, cells)));
}

/** The keys by which a row is looked for in other lists, those of its person first: also those of its person at its websites. */
export function lookUpKeys(
  fields: readonly IdentityColumn[],
  cells: Readonly<Record<string, string>>,
): string[] {
  const identity = identityOf(fields, cells);
  const { names, websites } = identity;
  const domains = identities({ emails: [], websites }).map(({ kind, value }) => `${kind}:${value}`);
  return counted([...ownKeys(identity), ...siteKeys(names, domains)]).sort(byKind);
}

function ownKeys({ emails, websites, profiles, phones, companies, names }: Identity): string[] {
  const [profile, ...others] = profiles;
  const found = [
    ...identities({ emails, websites, phones, profile }),
    ...others.flatMap((each) => identities({ emails: [], websites: [], profile: each })),
  ];
  return [
    ...found.map(({ kind, value }) => `${kind}:${value}`),
    ...companies.flatMap(companyKey),
    ...personKeys(names, companies),
  ];
}

/** Each key once, and of too many, those of people. */
function counted(keys: readonly string[]): string[] {
  const distinct = [...new Set(keys)];
  return distinct.length <= ROW_KEYS_MAX ? distinct : distinct.sort(byKind).slice(0, ROW_KEYS_MAX);
}

function byKind(a: string, b: string): number {
  return rankOf(a) - rankOf(b);
}

function rankOf(key: string): number {
  return KINDS.indexOf(key.slice(0, key.indexOf(':')));
}

function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1);
}

/** The keys of an email address, a domain, a LinkedIn profile or a phone; none for a shared domain or anything else. */
function entryKey(text: string): string[] {
  const parsed = parseOptOut(text);
  return parsed.ok ? entrySpellings(parsed.entry).map(({ kind, value }) => `${kind}:${value}`) : [];
}

/** The key of a company's name, without its legal form. */
function companyKey(text: string): string[] {
  return companyNames(text).map((name) => `company:${name}`);
}

/** The keys of people by their name at a company, for a person without an address or a profile. */
function personKeys(names: readonly string[], companies: readonly string[]): string[] {
  return peopleAt(names, companies.flatMap(companyNames));
}

/** The keys of people by their name at a website, of the keys of domains. */
function siteKeys(names: readonly string[], domains: readonly string[]): string[] {
  return peopleAt(
    names,
    domains.flatMap((key) => (key.startsWith(DOMAIN) ? [key.slice(DOMAIN.length)] : [])),
  );
}

function peopleAt(names: readonly string[], places: readonly string[]): string[] {
  const people = names
    .filter(({ length }) => length <= NAME_MAX_CHARS)
    .slice(0, NAMES_MAX)
    .map((name) => nameKey(name).replaceAll(' ', ''))
    .filter(Boolean);
  return places.slice(0, PLACES_MAX).flatMap((place) => people.map((person) => `person:${person}|${place}`));
}

function companyNames(text: string): string[] {
  if (text.length > NAME_MAX_CHARS) return [];
  const reading = readCompanyName(text);
  return reading.kind === 'name' && reading.name.key !== '' ? [reading.name.key] : [];
}
