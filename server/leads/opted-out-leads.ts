import { z } from 'zod';
import { LEAD_DATABASES, type LeadDatabase } from '#contract/leads.ts';
import { quoted } from '#engines/lead-query/lead-query.ts';
import type { Deps } from '../deps.ts';
import { identities, type OptOut, spellingsOf } from '../opt-outs/opt-out-entry.ts';
import { addOptOuts, type OptOutDeps, readOptOuts } from '../opt-outs/opt-outs.ts';
import { LOAD_SECONDS, type Warehouse } from '../platform/warehouse/warehouse.ts';
import { LEAD_DATABASE_SHAPES, type LeadDatabaseShape } from './databases.ts';
import type { LeadDeps } from './lead-search.ts';
import { columnsOf, tableOf } from './lead-tables.ts';

const BATCH = 5000;
const Cells = z.array(z.string());

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
  deps: OptOutDeps & Pick<Deps, 'warehouse'>,
  database: LeadDatabase,
): Promise<OptOutWatch> {
  const { warehouse } = deps;
  const shape = LEAD_DATABASE_SHAPES[database];
  const atFirst = await readOptOuts(deps);
  return {
    isOptedOut: (cellOf) => atFirst.size > 0 && atFirst.includesAny(identitiesIn(shape, cellOf)),
    async takeOutNewer(table) {
      const newer = (await readOptOuts(deps)).since(atFirst);
      if (newer.size === 0) return 0;
      return takeOutRows(warehouse, table, shape, 'true', (cellOf) =>
        newer.includesAny(identitiesIn(shape, cellOf)),
      );
    },
  };
}

function identitiesIn(
  { emails, profile, websites }: LeadDatabaseShape,
  cellOf: (column: string) => string,
): OptOut[] {
  return identities({
    emails: emails.map(cellOf),
    profile: cellOf(profile),
    websites: websites.map(cellOf),
  });
}

/** Deletes those of the rows that are chosen, looked at one by one. Returns how many. */
async function takeOutRows(
  warehouse: Warehouse,
  table: string,
  { emails, profile, websites }: LeadDatabaseShape,
  condition: string,
  isChosen: (cellOf: (column: string) => string) => boolean,
): Promise<number> {
  const columns = [...emails, profile, ...websites];
  const keys: string[] = [];
  for await (const { key, cells } of eachRow(warehouse, table, columns, condition)) {
    const row = new Map(columns.map((column, at) => [column, cells[at] ?? '']));
    if (isChosen((column) => row.get(column) ?? '')) keys.push(key);
  }
  for (let from = 0; from < keys.length; from += BATCH) {
    await warehouse.run({
      sql: `DELETE FROM ${table} WHERE lw_key IN (SELECT toUInt64(arrayJoin({keys:Array(String)})))`,
      params: { keys: keys.slice(from, from + BATCH) },
    });
  }
  return keys.length;
}

/** Some columns of rows, with the key that makes two rows the same lead. */
async function* eachRow(
  warehouse: Warehouse,
  table: string,
  columns: readonly string[],
  condition: string,
): AsyncGenerator<{ key: string; cells: string[] }> {
  const sql = `SELECT toString(lw_key), ${columns.map(quoted).join(', ')} FROM ${table} WHERE ${condition}`;
  const decoder = new TextDecoder();
  let rest = '';
  const options = { seconds: LOAD_SECONDS, work: 'load' } as const;
  for await (const piece of warehouse.bytes({ sql }, 'JSONCompactEachRow', options)) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const [key = '', ...cells] = Cells.parse(JSON.parse(line));
      yield { key, cells };
    }
  }
}

/**
 * Adds entries to the opt-out list and deletes their leads from every database. Returns how many entries are
 * new.
 */
export function addOptOutsAndDeleteLeads(
  deps: OptOutDeps & LeadDeps & Pick<Deps, 'clock' | 'warehouse'>,
  entries: readonly OptOut[],
): Promise<number> {
  return addOptOuts(deps, entries, async (batch) => {
    for (const database of LEAD_DATABASES) {
      const table = tableOf(database);
      if ((await columnsOf(deps.warehouse, table)).length === 0) continue;
      await takeOut(deps.warehouse, database, table, batch);
      deps.leadSearch.changed(database);
    }
  });
}

/** Deletes the rows of a table that are of these people and domains. */
async function takeOut(
  warehouse: Warehouse,
  database: LeadDatabase,
  table: string,
  entries: readonly OptOut[],
): Promise<void> {
  const shape = LEAD_DATABASE_SHAPES[database];
  const { emails, profile, websites } = shape;
  const written = entries.flatMap(spellingsOf);
  const of = (kind: OptOut['kind']) =>
    written.filter((entry) => entry.kind === kind).map(({ value }) => value);
  const lower = (columns: readonly string[]) => columns.map((column) => `lowerUTF8(${quoted(column)})`);
  const addresses = `arrayMap(a -> replaceRegexpOne(a, '^mailto:', ''), arrayFlatten([${lower(emails)
    .map((cell) => `splitByRegexp('[,;|<>\\\\s]+', ${cell})`)
    .join(', ')}]))`;
  const pages = `arrayFlatten([${lower(websites)
    .map((cell) => `splitByRegexp('[,;|\\\\s]+', ${cell})`)
    .join(', ')}])`;
  const hosts = `arrayMap(h -> trimRight(h, '.'), arrayConcat(
    arrayMap(a -> substring(a, position(a, '@') + 1), arrayFilter(a -> position(a, '@') > 1, ${addresses})),
    arrayMap(p -> extract(p, '^(?:(?:[a-z][a-z0-9+.-]*:)?//)?(?:[^/?#@]*@)?([^/?#:@]+)'), ${pages})))`;
  const slug = `extract(lowerUTF8(${quoted(profile)}), '(?:^|[/.])linkedin\\\\.[a-z.]+/(?:m/|mwlite/)?in/([^/?#]+)')`;
  await warehouse.run({
    sql: `DELETE FROM ${table} WHERE hasAny(${addresses}, {emails:Array(String)})
OR arrayExists(h -> arrayExists(d -> h = d OR endsWith(h, concat('.', d)), {domains:Array(String)}), ${hosts})
OR (${slug} != '' AND ${slug} IN {profiles:Array(String)})`,
    params: { emails: of('email'), domains: of('domain'), profiles: of('profile') },
  });
  // The engine knows no xn--: rows that may be written in several ways are compared as an import compares them.
  if (!entries.some(({ value }) => /xn--|[^ -~]/.test(value))) return;
  const listed = new Set(entries.map(keyOf));
  const cells = [...emails, profile, ...websites].map(quoted).join(', ');
  await takeOutRows(warehouse, table, shape, `match(concat(${cells}), '[^ -~]|%|xn--|XN--')`, (cellOf) =>
    identitiesIn(shape, cellOf).some((entry) => listed.has(keyOf(entry))),
  );
}

function keyOf({ kind, value }: OptOut): string {
  return `${kind}:${value}`;
}
