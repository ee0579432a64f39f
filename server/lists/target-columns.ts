import type { ListColumn } from '#contract/list-columns.ts';
import { uniqueColumnName } from '#engines/csv/read-table.ts';
import { lockGateAccount } from '../accounts/account.ts';
import { transaction } from '../platform/database/db.ts';
import type { TargetList } from './add-rows.ts';
import { addColumns } from './column-changes.ts';
import { columnName } from './column-names.ts';
import { listFields } from './list-fields.ts';
import { listSource } from './list-source.ts';
import type { ListDeps } from './lists.ts';
import { findListByName, type ListRecord, storeTable } from './store.ts';

/** Where the rows of a list go in another one. */
export interface TargetColumns {
  target: TargetList;
  /** the values of a row by the IDs of the columns of the other list */
  valuesOf(cells: Readonly<Record<string, string>>): Record<string, string>;
}

/**
 * Finds the columns of a list in another one, which gets those that it lacks: in own lists by name and then by what they are about,
 * in lists with the same source first by ID, because it writes to these, and then by name. Two columns never go into one. A new list gets the columns as they are, without
 * their steps, and the key column. Throws CallError if the other list would have too many.
 */
export async function targetColumns(
  deps: ListDeps,
  from: ListRecord,
  target: Pick<TargetList, 'accountId' | 'kind' | 'source' | 'name'>,
): Promise<TargetColumns> {
  const { db } = deps.database;
  const fields = listFields(from);
  const known = await findListByName(db, target);
  if (!known) {
    const plain = fields.map((field) => ({ ...field, step: null, field: null }));
    const table = from.fields === null ? undefined : { fields: plain, keyColumn: from.key_column };
    return { target: { ...target, columns: from.columns, table }, valuesOf: (cells) => ({ ...cells }) };
  }
  const before = listFields(known);
  const all = missingIn(from, before).length === 0 ? before : await addMissing(deps, from, target);
  const ids = columnsIn(from, all);
  return {
    target: { ...target, columns: all.map(({ id }) => id) },
    valuesOf: (cells) =>
      Object.fromEntries(
        Object.entries(cells).flatMap(([column, text]) => {
          const id = ids.get(column);
          return id === undefined ? [] : [[id, text] as const];
        }),
      ),
  };
}

/** The IDs of the columns that the columns of a list have in another one, by theirs. Each is one column's alone. */
function columnsIn(from: ListRecord, columns: readonly ListColumn[]): ReadonlyMap<string, string> {
  const fields = listFields(from);
  const found = new Map<string, string>();
  const free = new Set(columns.map(({ id }) => id));
  const take = (field: ListColumn, id: string | undefined) => {
    if (id !== undefined && !found.has(field.id) && free.delete(id)) found.set(field.id, id);
  };
  if (from.kind !== 'own') for (const field of fields) take(field, field.id);
  const byName = new Map(columns.map(({ id, name }) => [nameOf(name), id]));
  for (const field of fields) take(field, byName.get(nameOf(field.name)));
  // As for files: “Firm” is the company as “Company” is.
  if (from.kind === 'own')
    for (const field of fields)
      take(field, columns.find(({ id, role }) => role !== null && role === field.role && free.has(id))?.id);
  return found;
}

function nameOf(name: string): string {
  return columnName(name.trim()).toLowerCase();
}

function missingIn(from: ListRecord, columns: readonly ListColumn[]): ListColumn[] {
  const found = columnsIn(from, columns);
  return listFields(from).filter(({ id }) => !found.has(id));
}

async function addMissing(
  { config, clock, database: { db } }: ListDeps,
  from: ListRecord,
  target: Parameters<typeof findListByName>[1],
): Promise<ListColumn[]> {
  return transaction(db, async (tx) => {
    await lockGateAccount(tx, config, target.accountId);
    const list = await findListByName(tx, target);
    const columns = list ? listFields(list) : [];
    if (!list) return columns;
    const missing = missingIn(from, columns);
    const taken = columns.map(({ name }) => name);
    const added = missing.map(({ name, type, role }) => {
      // Another column can have the name: the one of that ID was renamed.
      const free = uniqueColumnName(name, taken, '', columnName);
      taken.push(free);
      return { name: free, type, role: columns.some((column) => column.role === role) ? null : role };
    });
    const all = addColumns(columns, listSource(list), added, list.deleted_columns);
    // The source writes to the same IDs in both.
    const fields = all.map((field, at) => {
      const id = missing[at - columns.length]?.id;
      return from.kind === 'own' || id === undefined || list.deleted_columns.includes(id)
        ? field
        : { ...field, id };
    });
    await storeTable(tx, list.id, { fields, steps: list.steps, at: new Date(clock.now()) });
    return fields;
  });
}
