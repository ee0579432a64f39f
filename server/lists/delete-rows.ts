import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ListView } from '#contract/lists.ts';
import { lockGateAccount } from '../accounts/account.ts';
import type { Db } from '../platform/database/db.ts';
import { transaction } from '../platform/database/db.ts';
import { rowsLeft } from './cell-store.ts';
import { changeList } from './change-list.ts';
import type { ExclusionOf } from './exclusions/left-out.ts';
import { listLimits } from './list-limits.ts';
import { type ListDeps, requireList, viewList } from './lists.ts';
import { assertNewRemoval, deleteSomeRemoved, keepRows } from './removals/removal-store.ts';
import { type ListFilter, latestIds, matchSteps } from './row-steps.ts';
import { deleteRowsById, deleteSomeRows } from './row-store.ts';
import { changeCounters, deleteListRow, findList } from './store.ts';
import { withEdit } from './with-edit.ts';

/** Rows deleted at a time. With their cells and changes, twice as many hold the embedded database for more than 100 ms. */
const ROWS_PER_DELETE = 200;
/** Rows that are kept for an undo are written again before they are deleted. */
const KEPT_PER_DELETE = 100;

/** All rows that match, except those that exclusion lists leave out. */
type MatchingRows = ListFilter & { exclusionOf: ExclusionOf | null };

/**
 * Deletes rows of a list, those with these IDs or all that match, a part at a time, and keeps them for 30 days. Rows that don't exist
 * are fine; rows that are added meanwhile stay. Returns the list, how many rows were deleted, and the `edit` that `list-undo` undoes;
 * null if no row was there. Throws `not_found` without the list; if some rows are deleted already, the error has the ID of the edit.
 */
export async function deleteRows(
  deps: ListDeps,
  accountId: string,
  id: string,
  wanted: readonly number[] | MatchingRows,
  edit: string = randomUUID(),
): Promise<{ list: ListView; edit: string | null; rows: number }> {
  await assertNewRemoval(deps.database.db, edit);
  let deleted = 0;
  const parts = 'search' in wanted ? matchingParts(deps.database.db, id, wanted) : partsOf(wanted);
  try {
    for await (const part of parts) {
      const { result } = await changeList(deps, accountId, id, async (tx, list, { paid, at }) => {
        const some = [...(await rowsLeft(tx, id, part))];
        if (some.length === 0) return 0;
        const limits = listLimits(deps.config, { paid });
        await keepRows(tx, { id: edit, accountId, list, limits, at }, some);
        const gone = await deleteRowsById(tx, list.id, some);
        await changeCounters(tx, id, { rows: -gone.rows, bytes: -gone.bytes, at });
        return gone.rows;
      });
      deleted += result;
      await nextTurn();
    }
  } catch (error) {
    throw deleted > 0 ? withEdit(error, edit) : error;
  }
  const list = viewList(deps, await requireList(deps, accountId, id));
  return { list, edit: deleted > 0 ? edit : null, rows: deleted };
}

function* partsOf(rows: readonly number[]): Generator<number[]> {
  for (let from = 0; from < rows.length; from += KEPT_PER_DELETE)
    yield rows.slice(from, from + KEPT_PER_DELETE);
}

async function* matchingParts(
  db: Db,
  listId: string,
  { exclusionOf, ...filter }: MatchingRows,
): AsyncGenerator<number[]> {
  const [newest = 0] = await latestIds(db, listId, { offset: 0, limit: 1, order: 'latest' });
  const isWanted = exclusionOf ? (cells: Record<string, string>) => !exclusionOf(cells) : undefined;
  for await (const matches of matchSteps(db, listId, { ...filter, isWanted })) {
    const ids = matches.map((match) => match.id);
    yield* partsOf(ids.filter((row) => row <= newest));
    if (ids.some((row) => row > newest)) return;
  }
}

/**
 * Deletes a list with its rows, a part at a time. A list that doesn't exist is fine, so that the call can be
 * repeated.
 */
export async function deleteList(deps: ListDeps, accountId: string, id: string): Promise<void> {
  for (let isDone = false; !isDone; ) {
    isDone = await transaction(deps.database.db, async (tx) => {
      await lockGateAccount(tx, deps.config, accountId);
      if (!(await findList(tx, accountId, id))) return true;
      if ((await deleteSomeRemoved(tx, id, KEPT_PER_DELETE)) === KEPT_PER_DELETE) return false;
      const { rows, bytes } = await deleteSomeRows(tx, id, ROWS_PER_DELETE);
      if (rows < ROWS_PER_DELETE) await deleteListRow(tx, accountId, id);
      else await changeCounters(tx, id, { rows: -rows, bytes: -bytes, at: new Date(deps.clock.now()) });
      return rows < ROWS_PER_DELETE;
    });
    await nextTurn();
  }
}
