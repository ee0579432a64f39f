import type { Tx } from '../platform/database/db.ts';

/** The columns of rows that people changed after an entry of the history, by entry. */
export async function editedSince(
  tx: Tx,
  listId: string,
  rows: readonly number[],
  after: number,
): Promise<{ id: number; row: number; columns: string[] }[]> {
  if (rows.length === 0) return [];
  const edits = await tx
    .selectFrom('list_history')
    .select(['id', 'row_id', 'before'])
    .where('list_id', '=', listId)
    .where('row_id', 'in', rows)
    .where('id', '>', after)
    .where('edit_id', 'is not', null)
    .execute();
  return edits.map(({ id, row_id, before }) => ({
    id: Number(id),
    row: Number(row_id),
    columns: Object.keys(before),
  }));
}
