import { lockGateAccount } from '../accounts/account.ts';
import type { Deps } from '../deps.ts';
import { transaction } from '../platform/database/db.ts';
import { type ReadRow, rowPages } from './row-steps.ts';
import { deleteRowsById, replaceCells, rowBytes } from './row-store.ts';
import { checkRows } from './shown-rows.ts';
import { changeCounters, type ListRecord, nextList } from './store.ts';

type SweepDeps = Pick<Deps, 'config' | 'clock' | 'database' | 'secrets'>;

/**
 * Removes people who opted out from one list, the next after `after`, and counts the rows for the note in the list.
 * Returns the list; null if there is none.
 */
export async function sweepNextList(deps: SweepDeps, after: string | null): Promise<string | null> {
  const { db } = deps.database;
  const list = await nextList(db, after);
  if (!list) return null;
  for await (const rows of rowPages(db, list.id)) {
    const { changed, gone } = await checkRows(deps, list, rows);
    if (changed.length + gone.length > 0) await change(deps, list, rows, changed, gone);
  }
  return list.id;
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
  });
}
