import { z } from 'zod';
import { LEAD_DATABASES, type LeadDatabase } from '#contract/leads.ts';
import { quoted } from '#engines/lead-query/lead-query.ts';
import type { Deps } from '../deps.ts';
import { identities, type OptOut, spellingsOf } from '../opt-outs/opt-out-entry.ts';
import { addOptOuts, type OptOutDeps, readOptOuts } from '../opt-outs/opt-outs.ts';
import { OperatorError } from '../platform/operator-error.ts';
import { LOAD_SECONDS, type Warehouse } from '../platform/warehouse/warehouse.ts';
import { LEAD_DATABASE_SHAPES, type LeadDatabaseShape } from './databases.ts';
import type { LeadDeps } from './lead-search.ts';
import { columnsOf, ensureDatabase, tableOf } from './lead-tables.ts';
import { ForeignTableError, requireOwnTable } from './own-table.ts';

const BATCH = 5000;
const Cells = z.array(z.string());

/** Keeps opted-out people and domains out of an import. */
export interface OptOutWatch {
  /** Whether the person or domain of a row was on the list when the import started. */
  isOptedOut(cellOf: (column: string) => string): boolean;
  /**
   * Deletes rows from a table that were opted out since the import started. Returns the number of deleted
   * rows.
   */
  removeNewlyOptedOut(table: string): Promise<number>;
}

/**
 * Watches the opt-out list during an import into a database. An opt-out deletes rows only from existing
 * tables, not from rows that are still being imported. So the import checks each table again, just before and
 * just after it goes live.
 */
export async function watchOptOuts(
  deps: OptOutDeps & Pick<Deps, 'warehouse'>,
  database: LeadDatabase,
): Promise<OptOutWatch> {
  const { warehouse } = deps;
  const shape = LEAD_DATABASE_SHAPES[database];
  const initial = await readOptOuts(deps);
  return {
    isOptedOut: (cellOf) => initial.size > 0 && initial.includesAny(identitiesIn(shape, cellOf)),
    async removeNewlyOptedOut(table) {
      const newer = (await readOptOuts(deps)).since(initial);
      if (newer.size === 0) return 0;
      return deleteMatchingRows(warehouse, table, shape, 'true', (cellOf) =>
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

/** Deletes the rows that match `condition` and `matches`. Returns the number of deleted rows. */
async function deleteMatchingRows(
  warehouse: Warehouse,
  table: string,
  { emails, profile, websites }: LeadDatabaseShape,
  condition: string,
  matches: (cellOf: (column: string) => string) => boolean,
): Promise<number> {
  const columns = [...emails, profile, ...websites];
  let deleted = 0;
  let keys: string[] = [];
  const deleteKeys = async () => {
    if (keys.length === 0) return;
    await warehouse.run({
      sql: `DELETE FROM ${table} WHERE lw_key IN (SELECT toUInt64(arrayJoin({keys:Array(String)})))`,
      params: { keys },
    });
    deleted += keys.length;
    keys = [];
  };
  for await (const { key, cells } of eachRow(warehouse, table, columns, condition)) {
    const row = new Map(columns.map((column, at) => [column, cells[at] ?? '']));
    if (matches((column) => row.get(column) ?? '')) keys.push(key);
    if (keys.length >= BATCH) await deleteKeys();
  }
  await deleteKeys();
  return deleted;
}

/** Reads some columns of each row, with the row's lead key. */
async function* eachRow(
  warehouse: Warehouse,
  table: string,
  columns: readonly string[],
  condition: string,
): AsyncGenerator<{ key: string; cells: string[] }> {
  const sql = `SELECT toString(lw_key), ${columns.map(quoted).join(', ')} FROM ${table} WHERE ${condition}`;
  const decoder = new TextDecoder();
  let rest = '';
  // A table of any size.
  const options = { seconds: LOAD_SECONDS, work: 'load', incremental: true } as const;
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
 * Adds entries to the opt-out list and deletes their leads from every database. Returns the number of new
 * entries. Throws OperatorError if a table has rows that Leadwell can't delete. The entries are then on the
 * list, their leads are deleted from the other tables, and `applyOptOuts` tries again.
 */
export async function addOptOutsAndDeleteLeads(
  deps: OptOutDeps & LeadDeps & Pick<Deps, 'clock' | 'warehouse'>,
  entries: readonly OptOut[],
): Promise<number> {
  const foreign = new Map<string, ForeignTableError>();
  const added = await addOptOuts(deps, entries, async (batch, marks) => {
    const refused = await inEachTable(deps, (database, table) =>
      deleteOptedOut(deps.warehouse, database, table, batch),
    );
    for (const error of refused) foreign.set(error.table, error);
    if (refused.length === 0) await addOptOutMarks(deps.warehouse, marks);
  });
  if (foreign.size > 0) throw notDeleted([...foreign.values()]);
  return added;
}

/** Runs `work` for every lead table that exists and is our own. Returns an error for each of the others. */
async function inEachTable(
  deps: LeadDeps & Pick<Deps, 'warehouse'>,
  work: (database: LeadDatabase, table: string) => Promise<void>,
): Promise<ForeignTableError[]> {
  const refused: ForeignTableError[] = [];
  for (const database of LEAD_DATABASES) {
    const table = tableOf(database);
    if ((await columnsOf(deps.warehouse, table)).length === 0) continue;
    try {
      await requireOwnTable(deps.warehouse, table);
    } catch (error) {
      if (!(error instanceof ForeignTableError)) throw error;
      refused.push(error);
      continue;
    }
    await work(database, table);
    deps.leadSearch.invalidate(database);
  }
  return refused;
}

function notDeleted(errors: readonly ForeignTableError[]): OperatorError {
  const tables = errors.map(({ table, engine }) => `${table} (engine ${engine})`).join(', ');
  return new OperatorError(
    `The opt-out list is saved, but its people were not deleted from ${tables}. Leadwell can delete only from tables with the engine MergeTree. Delete them from these tables yourself, or replace the tables and run leadwell optout apply.`,
  );
}

/** The result of `applyOptOuts`. */
export interface AppliedOptOuts {
  /** entries that were looked for */
  entries: number;
  /** leads that were deleted */
  deleted: number;
}

/**
 * Deletes the leads of everyone on the opt-out list, for a warehouse that is older than the list. With
 * `onlyMissing`, looks only for entries that were not carried out in this warehouse, which takes no time if
 * there are none. Throws OperatorError like `addOptOutsAndDeleteLeads`.
 */
export async function applyOptOuts(
  deps: OptOutDeps & LeadDeps & Pick<Deps, 'warehouse'>,
  { onlyMissing }: { onlyMissing: boolean },
): Promise<AppliedOptOuts> {
  const list = await readOptOuts(deps);
  if (list.size === 0) return { entries: 0, deleted: 0 };
  const pending = onlyMissing ? list.unmarked(await readOptOutMarks(deps.warehouse)) : list;
  if (pending.size === 0) return { entries: 0, deleted: 0 };
  let deleted = 0;
  const refused = await inEachTable(deps, async (database, table) => {
    const shape = LEAD_DATABASE_SHAPES[database];
    deleted += await deleteMatchingRows(deps.warehouse, table, shape, 'true', (cellOf) =>
      pending.includesAny(identitiesIn(shape, cellOf)),
    );
  });
  if (refused.length > 0) throw notDeleted(refused);
  await addOptOutMarks(deps.warehouse, pending.marks.values());
  return { entries: pending.size, deleted };
}

/** Deletes the rows of these people and domains from a table. */
async function deleteOptedOut(
  warehouse: Warehouse,
  database: LeadDatabase,
  table: string,
  entries: readonly OptOut[],
): Promise<void> {
  const shape = LEAD_DATABASE_SHAPES[database];
  const { emails, profile, websites } = shape;
  const spellings = entries.flatMap(spellingsOf);
  const valuesOf = (kind: OptOut['kind']) =>
    spellings.filter((entry) => entry.kind === kind).map(({ value }) => value);
  const lower = (columns: readonly string[]) => columns.map((column) => `lowerUTF8(${quoted(column)})`);
  const addresses = withMailboxes(
    `arrayMap(a -> replaceRegexpOne(a, '^mailto:', ''), arrayFlatten([${lower(emails)
      .map((cell) => `splitByRegexp('[,;|<>\\\\s]+', ${cell})`)
      .join(', ')}]))`,
  );
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
    params: { emails: valuesOf('email'), domains: valuesOf('domain'), profiles: valuesOf('profile') },
  });
  // The engine can't decode Punycode, so rows with several possible spellings are compared here, as in an
  // import.
  if (!entries.some(({ value }) => /xn--|[^ -~]/.test(value))) return;
  const listed = new Set(entries.map(keyOf));
  const cells = [...emails, profile, ...websites].map(quoted).join(', ');
  await deleteMatchingRows(
    warehouse,
    table,
    shape,
    `match(concat(${cells}), '[^ -~]|%|xn--|XN--')`,
    (cellOf) => identitiesIn(shape, cellOf).some((entry) => listed.has(keyOf(entry))),
  );
}

/** SQL for addresses and their mailboxes, as `identities` finds them: without +tag, `www.`, and Gmail's dots. */
function withMailboxes(addresses: string): string {
  const plain = `arrayMap(a -> replaceRegexpOne(replaceRegexpOne(trimRight(a, '.'),
    '^([^+@]+)\\\\+[^@]*@', '\\\\1@'), '@www\\\\.([^.@]+\\\\.)', '@\\\\1'), ${addresses})`;
  return `arrayConcat(${addresses}, arrayMap(a -> if(match(a, '@(gmail|googlemail)\\\\.com$'),
    concat(replaceAll(substring(a, 1, position(a, '@') - 1), '.', ''), '@gmail.com'), a), ${plain}))`;
}

function keyOf({ kind, value }: OptOut): string {
  return `${kind}:${value}`;
}

/**
 * Which opt-outs were carried out in this warehouse. A warehouse that is restored from an older backup lacks
 * the marks of later opt-outs, like it has their leads again.
 */
const MARKS_TABLE = 'leads.applied_opt_outs';
const Mark = z.object({ mark: z.string() });

/** The marks of all opt-outs that were carried out here. */
async function readOptOutMarks(warehouse: Warehouse): Promise<Set<string>> {
  await ensureMarksTable(warehouse);
  const rows = await warehouse.rows({ sql: `SELECT DISTINCT mark FROM ${MARKS_TABLE}` }, Mark, {
    work: 'load',
  });
  return new Set(rows.map(({ mark }) => mark));
}

/** Remembers that opt-outs were carried out here. */
async function addOptOutMarks(warehouse: Warehouse, marks: Iterable<string>): Promise<void> {
  const lines = [...marks].map((mark) => `${mark}\n`);
  if (lines.length === 0) return;
  await ensureMarksTable(warehouse);
  await warehouse.insertLines(MARKS_TABLE, ['mark'], Buffer.from(lines.join('')));
}

async function ensureMarksTable(warehouse: Warehouse): Promise<void> {
  await ensureDatabase(warehouse);
  await warehouse.run({
    sql: `CREATE TABLE IF NOT EXISTS ${MARKS_TABLE} (mark String) ENGINE = ReplacingMergeTree ORDER BY mark`,
  });
}
