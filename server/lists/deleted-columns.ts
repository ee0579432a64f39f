import { CallError } from '#contract/errors.ts';
import { LIST_COLUMNS_MAX } from '#contract/list-columns.ts';
import type { Tx } from '../platform/database/db.ts';
import { storeRefresh } from './refresh-store.ts';
import { loseColumns } from './removals/removal-store.ts';
import { type ListRecord, storeDeletedColumns } from './store.ts';

/** IDs that a list remembers until the values of deleted columns are gone. */
const REMEMBERED_MAX = 5 * LIST_COLUMNS_MAX;

/**
 * Lets the values of deleted columns be removed with the next computing of the rows, which goes on after a restart. Until then,
 * no new column gets one of their IDs. Throws `conflict` if the values of too many are still to be removed.
 */
export async function dropColumns(
  tx: Tx,
  list: Pick<ListRecord, 'id' | 'deleted_columns'>,
  columns: readonly string[],
): Promise<void> {
  if (columns.length === 0) return;
  const all = [...new Set([...list.deleted_columns, ...columns])];
  if (all.length > REMEMBERED_MAX)
    throw new CallError(
      'conflict',
      'The values of columns that you deleted before are still being removed. Try again in a minute.',
    );
  await storeDeletedColumns(tx, list.id, all);
  await loseColumns(tx, list.id, columns);
  await storeRefresh(tx, list.id);
}

/** Values without those of columns that were deleted and whose values are still being removed. */
export function withoutDeleted<Value>(
  { deleted_columns: deleted }: Pick<ListRecord, 'deleted_columns'>,
  values: Readonly<Record<string, Value>>,
): Record<string, Value> {
  if (deleted.length === 0) return values;
  return Object.fromEntries(Object.entries(values).filter(([column]) => !deleted.includes(column)));
}
