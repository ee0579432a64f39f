import type { ListColumn } from '#contract/list-columns.ts';
import { lockGateAccount } from '../accounts/account.ts';
import { transaction } from '../platform/database/db.ts';
import type { TargetList } from './add-rows.ts';
import { addColumns, columnFinder } from './column-changes.ts';
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
 * Finds the columns of a list in another one, which gets those that it lacks: by name in own lists, and first by ID in lists with the
 * same source, which writes to these. A new list gets the columns as they are, without their steps, and the key column. Throws CallError
 * if the other list would have too many.
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
  const find = finderOf(from, all);
  const ids = new Map(fields.map((field) => [field.id, find(field)?.id]));
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

function finderOf({ kind }: Pick<ListRecord, 'kind'>, columns: readonly ListColumn[]) {
  const find = columnFinder(columns);
  const byId = new Map(columns.map((column) => [column.id, column]));
  return ({ id, name }: ListColumn) => (kind === 'own' ? undefined : byId.get(id)) ?? find(name);
}

function missingIn(from: ListRecord, columns: readonly ListColumn[]): ListColumn[] {
  const find = finderOf(from, columns);
  return listFields(from).filter((field) => !find(field));
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
    const added = missingIn(from, columns).map(({ name, type, role }) => ({
      name,
      type,
      role: columns.some((column) => column.role === role) ? null : role,
    }));
    const fields = addColumns(columns, listSource(list), added, list.deleted_columns);
    await storeTable(tx, list.id, { fields, steps: list.steps, at: new Date(clock.now()) });
    return fields;
  });
}
