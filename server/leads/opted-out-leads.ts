import { LEAD_DATABASES, type LeadDatabase } from '#contract/leads.ts';
import { quoted } from '#engines/lead-query/lead-table.ts';
import type { Deps } from '../deps.ts';
import { entryPattern } from '../opt-outs/entry-pattern.ts';
import { entrySpellings, type OptOut } from '../opt-outs/opt-out-entry.ts';
import { addOptOuts, type OptOutDeps, readOptOuts } from '../opt-outs/opt-outs.ts';
import { OperatorError } from '../platform/operator-error.ts';
import type { Warehouse } from '../platform/warehouse/warehouse.ts';
import { whileAdding } from './adding-opt-outs.ts';
import { allPhoneColumns, LEAD_DATABASE_SHAPES, type LeadDatabaseShape, phoneColumns } from './databases.ts';
import { ifAnyLeads } from './if-any-leads.ts';
import { addressesSql, hostsSql, slugsSql } from './lead-identities.ts';
import type { LeadDeps } from './lead-search.ts';
import { leadTable } from './lead-tables.ts';
import { addOptOutMarks, readOptOutMarks } from './opt-out-marks.ts';
import {
  deletePhones,
  type FindOptedOut,
  importedColumns,
  inList,
  joined,
  leadCheck,
  phoneCells,
  phoneNumbersSql,
  removeFromRows,
} from './opted-out-rows.ts';
import { ForeignTableError, requireOwnTable } from './own-table.ts';
import { LOADING } from './places/place-load.ts';
import { changeRows } from './row-counts.ts';
import { leadColumns, tableId } from './table-facts.ts';

/** Keeps opted-out people and domains out of an import. */
export interface OptOutWatch {
  /** What of a row with these columns was on the list when the import started. */
  findOptedOut(columns: readonly string[]): FindOptedOut;
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
    findOptedOut: (columns) => leadCheck(shape, columns, initial).findOptedOut,
    async removeNewlyOptedOut(table) {
      const newer = (await readOptOuts(deps)).since(initial);
      if (newer.size === 0) return 0;
      return removeFromRows(warehouse, table, leadCheck(shape, await leadColumns(warehouse, table), newer));
    },
  };
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
  const added = await whileAdding(deps.warehouse, () =>
    addOptOuts(deps, entries, (batch, marks) =>
      ifAnyLeads(
        deps.warehouse,
        async () => {
          const refused = await inEachTable(deps, (database, table) =>
            deleteOptedOut(deps.warehouse, database, table, batch),
          );
          for (const error of refused) foreign.set(error.table, error);
          if (refused.length === 0) await addOptOutMarks(deps.warehouse, marks);
        },
        undefined,
      ),
    ),
  );
  if (foreign.size > 0) throw notDeleted([...foreign.values()]);
  return added;
}

/**
 * Runs `work` for every lead table that exists and is our own, also one that an import of places has begun to fill. Returns an
 * error for each of the others.
 */
export async function inEachTable(
  deps: LeadDeps & Pick<Deps, 'warehouse'>,
  work: (database: LeadDatabase, table: string) => Promise<void>,
): Promise<ForeignTableError[]> {
  const refused: ForeignTableError[] = [];
  for (const database of LEAD_DATABASES) {
    const table = leadTable(database);
    if ((await leadColumns(deps.warehouse, table)).length === 0) continue;
    const foreign = await foreignError(deps.warehouse, table);
    if (foreign) {
      refused.push(foreign);
      continue;
    }
    await changeRows(deps.warehouse, table, () => work(database, table));
    deps.leadSearch.invalidate(database);
  }
  const loading = await tableId(deps.warehouse, LOADING);
  if (loading === undefined) return refused;
  try {
    await work('local_businesses', LOADING);
  } catch (error) {
    // The end of the import makes it the live table, and deletes from that who was added to the list meanwhile.
    if ((await tableId(deps.warehouse, LOADING)) === loading) throw error;
  }
  return refused;
}

/** An error for each lead table that isn't our own. */
async function foreignTables(warehouse: Warehouse): Promise<ForeignTableError[]> {
  const errors: ForeignTableError[] = [];
  for (const database of LEAD_DATABASES) {
    const error = await foreignError(warehouse, leadTable(database));
    if (error) errors.push(error);
  }
  return errors;
}

/** The error of `requireOwnTable` for a table. null: it is ours, or doesn't exist. */
async function foreignError(warehouse: Warehouse, table: string): Promise<ForeignTableError | null> {
  try {
    await requireOwnTable(warehouse, table);
    return null;
  } catch (error) {
    if (error instanceof ForeignTableError) return error;
    throw error;
  }
}

/** Thrown after an opt-out if there are tables from which no one could be deleted. */
export class NotDeletedError extends OperatorError {
  override readonly name = 'NotDeletedError';
}

/** The error for tables from which no one could be deleted. */
export function notDeleted(errors: readonly ForeignTableError[]): NotDeletedError {
  const tables = errors.map(({ table, engine }) => `${table} (engine ${engine})`).join(', ');
  return new NotDeletedError(
    `The opt-out list is saved, but its people were not deleted from ${tables}. Leadwell can delete only from tables with the engine MergeTree, and those that it created. Delete them from these tables yourself, or replace the tables and run leadwell optout apply.`,
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
 * there are none. With `addedBefore`, looks only for entries from before that time, and reads no lead if a table isn't ours.
 * Throws NotDeletedError if one isn't.
 */
export async function applyOptOuts(
  deps: OptOutDeps & LeadDeps & Pick<Deps, 'warehouse'>,
  { onlyMissing, addedBefore }: { onlyMissing: boolean; addedBefore?: Date },
): Promise<AppliedOptOuts> {
  if (!deps.warehouse.hasData()) return { entries: 0, deleted: 0 };
  const all = await readOptOuts(deps);
  const list = addedBefore ? all.addedBefore(addedBefore) : all;
  if (list.size === 0) return { entries: 0, deleted: 0 };
  const known = onlyMissing ? await readOptOutMarks(deps.warehouse) : new Set<string>();
  const pending = list.unmarked(known);
  if (pending.size === 0) return { entries: 0, deleted: 0 };
  if (addedBefore) {
    const foreign = await foreignTables(deps.warehouse);
    if (foreign.length > 0) throw notDeleted(foreign);
  }
  const isAgain = pending.neverMarked(known).size === 0;
  let deleted = 0;
  const refused = await inEachTable(deps, async (database, table) => {
    const columns = await leadColumns(deps.warehouse, table);
    const shape = LEAD_DATABASE_SHAPES[database];
    const check = leadCheck(shape, columns, pending);
    // Every row would take hours, and searches wait.
    const condition = isAgain ? leftByEarlierVersions(shape, columns) : 'true';
    deleted += await removeFromRows(deps.warehouse, table, check, condition);
  });
  if (refused.length > 0) throw notDeleted(refused);
  await addOptOutMarks(deps.warehouse, pending.marks.values());
  return { entries: pending.size, deleted };
}

/** A condition: a row may have a phone that earlier versions didn't find. */
function leftByEarlierVersions(shape: LeadDatabaseShape, columns: readonly string[]): string {
  const read = new Set(phoneColumns(shape, columns));
  const unread = allPhoneColumns(shape, columns).filter(
    (column) => columns.includes(column) && !read.has(column),
  );
  const several = phoneNumbersSql(joined(phoneCells(shape, columns))).isSeveral;
  return [several, ...unread.map((column) => `${quoted(column)} != ''`)].join(' OR ');
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
  const spellings = entries.flatMap(entrySpellings);
  const entryValues = (kind: OptOut['kind']) =>
    spellings.filter((entry) => entry.kind === kind).map(({ value }) => value);
  const addresses = addressesSql(shape);
  const hosts = hostsSql(shape, addresses);
  await warehouse.run({
    sql: `DELETE FROM ${table} WHERE hasAny(${addresses}, {emails:Array(String)})
OR arrayExists(h -> arrayExists(d -> h = d OR endsWith(h, concat('.', d)), {domains:Array(String)}), ${hosts})
OR hasAny(${slugsSql(shape)}, {profiles:Array(String)})`,
    params: {
      emails: entryValues('email'),
      domains: entryValues('domain'),
      profiles: entryValues('profile'),
    },
  });
  await deletePhones(warehouse, table, shape, entries);
  await deleteInImported(warehouse, table, shape, entries);
  // The engine can't decode Punycode, so rows with several possible spellings are compared here, as in an
  // import.
  if (!entries.some(({ value }) => /xn--|[^ -~]/.test(value))) return;
  const cells = [...emails, profile, ...websites].map(quoted).join(', ');
  await removeFromRows(
    warehouse,
    table,
    leadCheck(shape, [], inList(entries)),
    `match(concat(${cells}), '[^ -~]|%|xn--|XN--')`,
  );
}

/** So many entries are looked for by the engine. Of more, it only finds the rows with any address or profile. */
const MOST_PATTERNS = 50;

/**
 * Removes people who are named in a column that came with an import, such as a second address or a note, and who have an address
 * at a domain there.
 */
async function deleteInImported(
  warehouse: Warehouse,
  table: string,
  shape: LeadDatabaseShape,
  entries: readonly OptOut[],
): Promise<void> {
  const named = entries.filter(({ kind }) => kind === 'email' || kind === 'profile' || kind === 'domain');
  const columns = await leadColumns(warehouse, table);
  const imported = importedColumns(shape, columns);
  if (named.length === 0 || imported.length === 0) return;
  const text = `lower(concatWithSeparator('\\n', ${imported.map(quoted).join(', ')}, ''))`;
  const patterns =
    named.length > MOST_PATTERNS ? ['@|linkedin\\.'] : named.map((entry) => entryPattern(entry).pattern);
  const condition = patterns.map((pattern) => `match(${text}, ${literal(pattern)})`).join(' OR ');
  await removeFromRows(warehouse, table, leadCheck(shape, columns, inList(named)), condition);
}

/** A text as SQL. */
function literal(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
