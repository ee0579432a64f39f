import type { ListRow } from '#contract/lists.ts';
import type { OptOutDeps } from '../opt-outs/opt-outs.ts';
import { cellStates } from './cell-states.ts';
import { withoutDeleted } from './deleted-columns.ts';
import type { ReadRow } from './row-steps.ts';
import { checkRows } from './shown-rows.ts';
import type { ListRecord } from './store.ts';

/** Rows of a list as their owner sees them, without people who opted out, with the states of their steps. */
export async function shownRows(
  deps: OptOutDeps,
  list: ListRecord,
  rows: readonly ReadRow[],
): Promise<ListRow[]> {
  const { shown } = await checkRows(deps, list, rows);
  const ids = shown.map(({ id }) => id);
  const states = list.steps.length > 0 ? await cellStates(deps.database.db, list, ids) : undefined;
  return shown.map(({ id, cells, added_at, updated_at }) => ({
    id,
    values: withoutDeleted(list, cells),
    ...(states && { states: states.get(id) ?? {} }),
    addedAt: added_at.toISOString(),
    updatedAt: updated_at.toISOString(),
  }));
}
