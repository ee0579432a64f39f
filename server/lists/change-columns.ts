import { setImmediate as nextTurn } from 'node:timers/promises';
import type { InputOf } from '#contract/call.ts';
import type { LIST_TABLE_CALLS } from '#contract/calls/list-table-calls.ts';
import { CallError } from '#contract/errors.ts';
import type { ListColumn } from '#contract/list-columns.ts';
import { plural } from '#contract/plural.ts';
import type { Deps } from '../deps.ts';
import { changeList } from './change-list.ts';
import { changeColumns } from './column-changes.ts';
import { dropColumns } from './deleted-columns.ts';
import { listFields } from './list-fields.ts';
import { requireList } from './lists.ts';
import { storeRekey } from './refresh-store.ts';
import { valueKey } from './row-key.ts';
import { rowPages } from './row-steps.ts';
import { refreshFirst } from './steps/refresh-list.ts';
import { type ListRecord, setKeyColumn, storeTable } from './store.ts';

/**
 * Changes the columns of a list. With another key column, the rows get other keys. Those and the values of deleted columns are
 * changed in the first rows at once, and in the background in the others. Throws CallError, also for a key column in which a
 * value is repeated.
 */
export async function changeListColumns(
  deps: Pick<Deps, 'config' | 'clock' | 'database'>,
  accountId: string,
  { id, keyColumn, ...changes }: InputOf<(typeof LIST_TABLE_CALLS)['listChangeColumns']>,
): Promise<ListRecord> {
  const list = await requireList(deps, accountId, id);
  const wanted = keyAfter(list, changes, keyColumn);
  if (wanted?.isNew) await requireDistinctValues(deps, list, wanted.column);
  const { list: changed } = await changeList(deps, accountId, id, async (tx, found, { at }) => {
    const fields = changeColumns(found, changes);
    const key = keyAfter(found, changes, keyColumn);
    await storeTable(tx, id, { fields, steps: found.steps, at });
    await setKeyColumn(tx, id, key?.column.id ?? null);
    if (key?.isNew || (key === null && found.key_column !== null)) await storeRekey(tx, id);
    await dropColumns(tx, found, changes.delete);
  });
  if (changed.refresh_after === null) return changed;
  await refreshFirst(deps, accountId, id);
  return requireList(deps, accountId, id);
}

/** The key column after changes of columns, and whether rows get other keys by it; null without one. */
function keyAfter(
  list: ListRecord,
  changes: Parameters<typeof changeColumns>[1],
  wanted: string | null | undefined,
): { column: ListColumn; isNew: boolean } | null {
  const fields = changeColumns(list, changes);
  const id = wanted === undefined ? list.key_column : wanted;
  const column = fields.find((field) => field.id === id);
  if (wanted && !column)
    throw new CallError('validation_failed', 'The key column must be a column of the list.');
  if (!column) return null;
  const before = listFields(list).find((field) => field.id === list.key_column);
  return { column, isNew: before?.id !== column.id || before.type !== column.type };
}

/** Throws `conflict` if rows of a list have the same value in a column. Reads the rows in steps. */
async function requireDistinctValues(
  { database: { db } }: Pick<Deps, 'database'>,
  list: ListRecord,
  { id, name, type }: ListColumn,
): Promise<void> {
  const seen = new Set<string>();
  let repeated = 0;
  for await (const page of rowPages(db, list.id)) {
    for (const { cells } of page) {
      const key = valueKey(type, cells[id]);
      if (key !== null && seen.has(key)) repeated += 1;
      else if (key !== null) seen.add(key);
    }
    await nextTurn();
  }
  if (repeated === 0) return;
  const rows = plural(repeated, 'row');
  throw new CallError(
    'conflict',
    `“${name}” can’t be the key column: ${rows} ${repeated === 1 ? 'repeats' : 'repeat'} a value of another row. Merge duplicates by “${name}” first, or choose another column.`,
  );
}
