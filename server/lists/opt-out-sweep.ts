import { listsTool } from '#tools/index/tools.ts';
import { lockGateAccount } from '../accounts/account.ts';
import type { Deps } from '../deps.ts';
import { areRowsOptedOut, OPTED_OUT } from '../opt-outs/contact-check.ts';
import { transaction } from '../platform/database/db.ts';
import { writeEvent } from '../webhooks/events.ts';
import { cellPages, clearEvidence } from './cell-store.ts';
import { deleteHistory, historyPages } from './history-store.ts';
import { type ReadRow, rowPages } from './row-steps.ts';
import { deleteRowsById, replaceCells, replaceRowKeys, rowBytes } from './row-store.ts';
import { checkRows } from './shown-rows.ts';
import { changeCounters, findAnyList, type ListRecord, nextList } from './store.ts';

type SweepDeps = Pick<Deps, 'config' | 'clock' | 'database' | 'secrets'>;

/**
 * Removes people who opted out from one list, the next after `after`, and counts the rows for the note in the list.
 * Returns the list; null if there is none.
 */
export async function sweepNextList(deps: SweepDeps, after: string | null): Promise<string | null> {
  const list = await nextList(deps.database.db, after);
  if (!list) return null;
  await sweepRows(deps, list);
  return list.id;
}

/** Removes people who opted out from a list, and the keys of its rows that `keys` are. One that is gone is done. */
export async function sweepList(deps: SweepDeps, listId: string, keys: readonly string[]): Promise<void> {
  const { db } = deps.database;
  const list = await findAnyList(db, listId);
  if (!list) return;
  await sweepRows(deps, list);
  // A row with several people lost one, and may still have its key.
  await replaceRowKeys(db, listId, keys);
}

async function sweepRows(deps: SweepDeps, list: ListRecord): Promise<void> {
  const { db } = deps.database;
  for await (const rows of rowPages(db, list.id)) {
    const { changed, gone } = await checkRows(deps, list, rows);
    if (changed.length + gone.length > 0) await change(deps, list, rows, changed, gone);
  }
  await sweepCells(deps, list.id);
}

/** Removes the evidence of answers about people who opted out, and the earlier values of rows that name one. */
async function sweepCells(deps: SweepDeps, listId: string): Promise<void> {
  const { db } = deps.database;
  for await (const cells of cellPages(db, listId)) {
    const listed = await areRowsOptedOut(
      deps,
      cells.map(({ tries }) => ({ tries })),
    );
    await clearEvidence(
      db,
      listId,
      cells.filter((_, index) => listed[index]),
      OPTED_OUT,
    );
  }
  for await (const changes of historyPages(db, listId)) {
    const listed = await areRowsOptedOut(deps, changes);
    await deleteHistory(
      db,
      changes.filter((_, index) => listed[index]).map(({ id }) => id),
    );
  }
}

async function change(
  { config, clock, database }: SweepDeps,
  list: ListRecord,
  rows: readonly ReadRow[],
  changed: readonly ReadRow[],
  gone: readonly ReadRow[],
): Promise<void> {
  const before = new Map(rows.map(({ id, cells }) => [id, rowBytes({ values: cells, keys: [] })]));
  await transaction(database.db, async (tx) => {
    await lockGateAccount(tx, config, list.account_id);
    const deleted =
      gone.length === 0
        ? { rows: 0, bytes: 0 }
        : await deleteRowsById(
            tx,
            list.id,
            gone.map(({ id }) => id),
          );
    const shrunk = changed.map(({ id, cells }) => ({
      id,
      cells,
      fewer: (before.get(id) ?? 0) - rowBytes({ values: cells, keys: [] }),
    }));
    if (shrunk.length > 0) await replaceCells(tx, list.id, shrunk);
    await changeCounters(tx, list.id, {
      rows: -deleted.rows,
      bytes: -deleted.bytes - shrunk.reduce((sum, { fewer }) => sum + fewer, 0),
      optedOut: deleted.rows + shrunk.length,
      at: new Date(clock.now()),
    });
    await writeEvent(tx, {
      accountId: list.account_id,
      type: 'opt_out.added',
      data: { listId: list.id, rowsRemoved: deleted.rows, rowsChanged: shrunk.length },
      path: `${listsTool().path}/${list.id}`,
    });
  });
}
