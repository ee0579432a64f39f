import type { Tx } from '../platform/database/db.ts';
import { type MovedCell, moveCells } from './cell-store.ts';
import type { ListRecord } from './store.ts';

/**
 * Gives a row the cells of others that it is joined with, as `moveCells` does. Returns them, and the values of answers that replaced one
 * of the row's own. What a person typed in the row stays.
 */
export async function takeCells(
  tx: Tx,
  list: Pick<ListRecord, 'id' | 'steps'>,
  from: readonly { id: number; values: Readonly<Record<string, string>> }[],
  to: { id: number; edited: readonly string[] },
): Promise<{ moved: MovedCell[]; set: Record<string, string> }> {
  const moved = await moveCells(tx, list.id, { from: from.map(({ id }) => id), to: to.id });
  const set: Record<string, string> = {};
  for (const { row, step: id, replaced } of moved) {
    if (!replaced) continue;
    const values = from.find((each) => each.id === row)?.values ?? {};
    for (const { column } of list.steps.find((step) => step.id === id)?.outputs ?? []) {
      const value = values[column];
      if (value && !to.edited.includes(column)) set[column] = value;
    }
  }
  return { moved, set };
}
