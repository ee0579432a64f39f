import { createHmac, hkdfSync } from 'node:crypto';
import { z } from 'zod';
import { LEAD_DATABASES, type LeadDatabase } from '#contract/leads.ts';
import { quoted } from '#engines/lead-query/lead-query.ts';
import type { Deps } from '../deps.ts';
import { LOAD_SECONDS, type Warehouse } from '../platform/warehouse/warehouse.ts';
import { LEAD_DATABASE_SHAPES } from './databases.ts';
import { leadSearchOf } from './lead-search.ts';
import { columnsOf, tableOf } from './lead-tables.ts';
import { allOptOuts, findOptOuts, insertOptOuts, type OptOutKind } from './store.ts';

/** Somebody who is never listed, in the form that is compared. */
export interface OptOut {
  kind: OptOutKind;
  value: string;
}

type Secrets = Pick<Deps, 'secrets'>;
const BATCH = 5000;
const Cells = z.array(z.string());

/** What an operator writes -> who is meant: an email address, a domain, or the address of a LinkedIn profile. null: none of these. */
export function readOptOut(written: string): OptOut | null {
  const text = written.trim().toLowerCase();
  const profile = profileSlug(text);
  if (profile) return { kind: 'profile', value: profile };
  if (/^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text)) return { kind: 'email', value: text };
  const domain = domainOf(text);
  return domain ? { kind: 'domain', value: domain } : null;
}

/** "https://www.linkedin.com/in/Jane-Doe/?x=1" -> "jane-doe". */
function profileSlug(text: string): string | null {
  const slug = /(?:^|\/|\.)linkedin\.[a-z.]+\/in\/([^/?#\s]+)/i.exec(text)?.[1];
  return slug ? slug.toLowerCase() : null;
}

/** "https://www.acme.com/x" -> "acme.com". */
function domainOf(text: string): string | null {
  const host = /^(?:[a-z]+:\/\/)?(?:www\.)?([a-z0-9.-]+\.[a-z][a-z0-9-]+)\.?(?::\d+)?(?:[/?#]|$)/.exec(
    text,
  )?.[1];
  return host ?? null;
}

/** Keyed: without the server's secret nobody can try names against the list. */
function hashOf({ secrets }: Secrets): (entry: OptOut) => string {
  const key = Buffer.from(hkdfSync('sha256', secrets.authSecret, '', 'leadwell opt-out', 32));
  return ({ kind, value }) => createHmac('sha256', key).update(`${kind}:${value}`).digest('base64url');
}

/** Everything by which a person may stand on the list: addresses, their domains and those above, the profile, websites. */
function identities(person: {
  emails: readonly string[];
  profile?: string | undefined;
  websites: readonly string[];
}): OptOut[] {
  const found: OptOut[] = [];
  const domains = new Set<string>();
  for (const written of person.emails) {
    for (const email of written.toLowerCase().split(/[\s,;|]+/)) {
      const at = email.lastIndexOf('@');
      if (at < 1) continue;
      found.push({ kind: 'email', value: email });
      addDomains(email.slice(at + 1), domains);
    }
  }
  for (const website of person.websites) {
    const domain = domainOf(website.trim().toLowerCase());
    if (domain) addDomains(domain, domains);
  }
  const slug = person.profile ? profileSlug(person.profile) : null;
  if (slug) found.push({ kind: 'profile', value: slug });
  for (const value of domains) found.push({ kind: 'domain', value });
  return found;
}

/** A domain and those above it, the top one left out: mail.acme.co.uk -> itself, acme.co.uk, co.uk. */
function addDomains(domain: string, into: Set<string>): void {
  const labels = domain.split('.');
  for (let from = 0; from < labels.length - 1; from += 1) into.add(labels.slice(from).join('.'));
}

/** Whether a person or domain asked not to be listed. For whoever is asked for one by name: the answer then is 451. */
export async function isOptedOut(
  deps: Pick<Deps, 'database'> & Secrets,
  person: { emails?: readonly string[]; profile?: string; domains?: readonly string[] },
): Promise<boolean> {
  const entries = identities({
    emails: person.emails ?? [],
    profile: person.profile,
    websites: person.domains ?? [],
  });
  const hashes = entries.map(hashOf(deps));
  return (await findOptOuts(deps.database.db, hashes)).size > 0;
}

/** What an import asks about the rows that it brings. */
export interface OptOutWatch {
  /** Whether the person or domain of a row was on the list when the watch began. */
  isOptedOut(cellOf: (column: string) => string): boolean;
  /** Takes out of a table whoever came onto the list since it was last asked. Returns how many rows went. */
  takeOutNewer(table: string): Promise<number>;
}

/**
 * Watches the list while rows of a database are loaded. Who opts out meanwhile is deleted from the tables there are, and those on their
 * way are in none of them yet: so the import asks again for each, before it is shown and once it is.
 */
export async function watchOptOuts(
  deps: Pick<Deps, 'database' | 'warehouse'> & Secrets,
  database: LeadDatabase,
): Promise<OptOutWatch> {
  const { warehouse } = deps;
  const { emails, profile, websites } = LEAD_DATABASE_SHAPES[database];
  const hash = hashOf(deps);
  const atFirst = await allOptOuts(deps.database.db);
  const matches = (listed: ReadonlySet<string>, cellOf: (column: string) => string) =>
    identities({
      emails: emails.map(cellOf),
      profile: cellOf(profile),
      websites: websites.map(cellOf),
    }).some((entry) => listed.has(hash(entry)));
  return {
    isOptedOut: (cellOf) => atFirst.size > 0 && matches(atFirst, cellOf),
    async takeOutNewer(table) {
      const now = await allOptOuts(deps.database.db);
      const newer = new Set([...now].filter((entry) => !atFirst.has(entry)));
      if (newer.size === 0) return 0;
      const columns = [...emails, profile, ...websites];
      const keys: string[] = [];
      for await (const { key, cells } of eachRow(warehouse, table, columns)) {
        const row = new Map(columns.map((column, at) => [column, cells[at] ?? '']));
        if (matches(newer, (column) => row.get(column) ?? '')) keys.push(key);
      }
      for (let from = 0; from < keys.length; from += BATCH) {
        await warehouse.run({
          sql: `DELETE FROM ${table} WHERE lw_key IN (SELECT toUInt64(arrayJoin({keys:Array(String)})))`,
          params: { keys: keys.slice(from, from + BATCH) },
        });
      }
      return keys.length;
    },
  };
}

/** Some columns of every row, with the key that makes two rows the same lead. */
async function* eachRow(
  warehouse: Warehouse,
  table: string,
  columns: readonly string[],
): AsyncGenerator<{ key: string; cells: string[] }> {
  const sql = `SELECT toString(lw_key), ${columns.map(quoted).join(', ')} FROM ${table}`;
  const decoder = new TextDecoder();
  let rest = '';
  for await (const piece of warehouse.bytes({ sql }, 'JSONCompactEachRow', { seconds: LOAD_SECONDS })) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const [key = '', ...cells] = Cells.parse(JSON.parse(line));
      yield { key, cells };
    }
  }
}

/**
 * Adds to the list and takes the leads out of every database. Kept are hashes alone, so what was taken out comes back only with an
 * import, which asks the list. Returns how many entries are new.
 */
export async function addOptOuts(
  deps: Pick<Deps, 'database' | 'warehouse' | 'clock' | 'config'> & Secrets,
  entries: readonly OptOut[],
): Promise<number> {
  const hash = hashOf(deps);
  const now = new Date(deps.clock.now());
  let added = 0;
  for (let from = 0; from < entries.length; from += BATCH) {
    const batch = entries.slice(from, from + BATCH);
    const hashed = new Map(batch.map((entry) => [hash(entry), entry.kind]));
    // The list first: an import that runs now asks it once more when its rows are shown (watchOptOuts).
    added += await insertOptOuts(
      deps.database.db,
      [...hashed].map(([value, kind]) => ({ hash: value, kind })),
      now,
    );
    for (const database of LEAD_DATABASES) {
      const table = tableOf(database);
      if ((await columnsOf(deps.warehouse, table)).length > 0)
        await takeOut(deps.warehouse, database, table, batch);
    }
  }
  for (const database of LEAD_DATABASES) leadSearchOf(deps).changed(database);
  return added;
}

/** Deletes the rows of a table that are of these people and domains. */
async function takeOut(
  warehouse: Warehouse,
  database: LeadDatabase,
  table: string,
  entries: readonly OptOut[],
): Promise<void> {
  const { emails, profile, websites } = LEAD_DATABASE_SHAPES[database];
  const of = (kind: OptOutKind) => entries.filter((entry) => entry.kind === kind).map(({ value }) => value);
  const addresses = `arrayFlatten([${emails.map((column) => `splitByRegexp('[,;| ]+', lowerUTF8(${quoted(column)}))`).join(', ')}])`;
  const hosts = `arrayConcat(arrayMap(a -> substring(a, position(a, '@') + 1), arrayFilter(a -> position(a, '@') > 1, ${addresses})),
    [${websites.map((column) => `domainWithoutWWW(if(position(${quoted(column)}, '://') > 0, lowerUTF8(${quoted(column)}), concat('https://', lowerUTF8(${quoted(column)}))))`).join(', ')}])`;
  const slug = `extract(lowerUTF8(${quoted(profile)}), '(?:^|[/.])linkedin\\\\.[a-z.]+/in/([^/?#]+)')`;
  await warehouse.run({
    sql: `DELETE FROM ${table} WHERE hasAny(${addresses}, {emails:Array(String)})
OR arrayExists(h -> arrayExists(d -> h = d OR endsWith(h, concat('.', d)), {domains:Array(String)}), ${hosts})
OR (${slug} != '' AND ${slug} IN {profiles:Array(String)})`,
    params: { emails: of('email'), domains: of('domain'), profiles: of('profile') },
  });
}
