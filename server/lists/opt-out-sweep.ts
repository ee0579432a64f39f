import { isDeepStrictEqual } from 'node:util';
import { listsTool } from '#tools/index/tools.ts';
import { lockGateAccount } from '../accounts/account.ts';
import type { Deps } from '../deps.ts';
import { areRowsOptedOut, OPTED_OUT } from '../opt-outs/contact-check.ts';
import { transaction } from '../platform/database/db.ts';
import { writeEvent } from '../webhooks/events.ts';
import { cellPages, changeableRows, clearEvidence } from './cell-store.ts';
import { rekeyed } from './change-rows.ts';
import { deleteHistory } from './forget-history.ts';
import { websiteColumns } from './list-fields.ts';
import { historyPages } from './read-history.ts';
import { dropRemovedKeys } from './removals/removal-store.ts';
import { sweepRemoved } from './removals/sweep-removed.ts';
import { type ReadRow, rowPages, rowsById } from './row-steps.ts';
import { deleteRowsById, replaceCells, replaceRowKeys, rowBytes } from './row-store.ts';
import { type CheckedRows, checkRows } from './shown-rows.ts';
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
  await dropRemovedKeys(db, listId, keys);
}

async function sweepRows(deps: SweepDeps, list: ListRecord): Promise<void> {
  const { db } = deps.database;
  for await (const page of rowPages(db, list.id)) {
    for (let rows = page; rows.length > 0; ) {
      const checked = await checkRows(deps, list, rows);
      if (checked.changed.length + checked.gone.length === 0) break;
      rows = await rowsById(db, list.id, await change(deps, list.id, rows, checked));
    }
  }
  await sweepCells(deps, list);
  // After the rows: one that is deleted meanwhile is found here.
  await sweepRemoved(deps, list);
}

/** Removes the evidence of answers about people who opted out, and the earlier values of rows that name one. */
async function sweepCells(deps: SweepDeps, list: ListRecord): Promise<void> {
  const { db } = deps.database;
  const listId = list.id;
  const websites = websiteColumns(list);
  for await (const page of cellPages(db, listId)) {
    for (let cells = page; cells.length > 0; ) {
      const listed = await areRowsOptedOut(
        deps,
        cells.map(({ tries }) => ({ tries })),
      );
      cells = await clearEvidence(
        db,
        listId,
        cells.filter((_, index) => listed[index]),
        OPTED_OUT,
      );
    }
  }
  for await (const changes of historyPages(db, listId)) {
    const listed = await areRowsOptedOut(deps, changes, websites);
    await deleteHistory(
      db,
      changes.filter((_, index) => listed[index]).map(({ id }) => id),
    );
  }
}

/** Stores what a check of rows says, as far as they are still as they were read. Returns the IDs of the others. */
function change(
  { config, clock, database }: SweepDeps,
  listId: string,
  read: readonly ReadRow[],
  { changed, gone }: CheckedRows<ReadRow>,
): Promise<number[]> {
  const cellsOf = new Map(read.map(({ id, cells }) => [id, cells]));
  return transaction(database.db, async (tx) => {
    const owner = await findAnyList(tx, listId);
    if (!owner) return [];
    // Whoever changes rows locks the account.
    await lockGateAccount(tx, config, owner.account_id);
    const list = await findAnyList(tx, listId);
    if (!list) return [];
    const stored = await changeableRows(
      tx,
      listId,
      [...changed, ...gone].map(({ id }) => id),
    );
    const same = new Map(
      stored.flatMap((row) =>
        isDeepStrictEqual(row.cells, cellsOf.get(row.id)) ? [[row.id, row] as const] : [],
      ),
    );
    const other = stored.flatMap(({ id }) => (same.has(id) ? [] : [id]));
    if (same.size === 0) return other;
    const goneIds = gone.flatMap(({ id }) => (same.has(id) ? [id] : []));
    const deleted = goneIds.length === 0 ? { rows: 0, bytes: 0 } : await deleteRowsById(tx, listId, goneIds);
    const rows = changed.flatMap(({ id, cells: values }) => {
      const row = same.get(id);
      return row ? [{ id, cells: row.cells, values, bytes: row.bytes }] : [];
    });
    const keys = await rekeyed(tx, list, rows);
    const shrunk = rows.map(({ id, values, bytes }) => ({
      id,
      cells: values,
      fewer: bytes - rowBytes({ values, keys: keys.get(id) ?? [] }),
    }));
    if (shrunk.length > 0) await replaceCells(tx, listId, shrunk);
    await changeCounters(tx, listId, {
      rows: -deleted.rows,
      bytes: -deleted.bytes - shrunk.reduce((sum, { fewer }) => sum + fewer, 0),
      optedOut: deleted.rows + shrunk.length,
      at: new Date(clock.now()),
    });
    await writeEvent(tx, {
      accountId: list.account_id,
      type: 'opt_out.added',
      data: { listId, rowsRemoved: deleted.rows, rowsChanged: shrunk.length },
      path: `${listsTool().path}/${listId}`,
    });
    return other;
  });
}
