import type { Tx } from '../platform/database/db.ts';
import { type MovedCell, moveCells } from './cell-store.ts';
import type { ListRecord } from './store.ts';

/** Rows that go into another one, and the columns of that one in which a person typed. */
interface Group {
  from: readonly { id: number; values: Readonly<Record<string, string>> }[];
  to: { id: number; edited: readonly string[] };
}

/**
 * Gives rows the cells of others that are joined with them, as `moveCells` does. Returns those of each group, and the values of
 * answers that replaced one of the row's own. What a person typed in the row stays.
 */
export async function takeCells(
  tx: Tx,
  list: Pick<ListRecord, 'id' | 'steps'>,
  groups: readonly Group[],
): Promise<{ moved: MovedCell[]; set: Record<string, string> }[]> {
  const all = await moveCells(
    tx,
    list.id,
    groups.map(({ from, to }) => ({ from: from.map(({ id }) => id), to: to.id })),
  );
  const ofRow = Map.groupBy(all, ({ row }) => row);
  return groups.map(({ from, to }) => {
    const moved = from.flatMap(({ id }) => ofRow.get(id) ?? []);
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
  });
}
