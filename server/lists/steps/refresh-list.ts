import { setImmediate as nextTurn } from 'node:timers/promises';
import { lockGateAccount } from '../../accounts/account.ts';
import type { Deps } from '../../deps.ts';
import { transaction } from '../../platform/database/db.ts';
import { changeableRows } from '../cell-store.ts';
import { refreshRows } from '../change-rows.ts';
import { rowPages } from '../row-steps.ts';
import { findList } from '../store.ts';

/** Rows computed at a time. Other work can use the database in between. */
const ROWS_PER_STEP = 100;

/**
 * Computes all rows of a list again after its steps changed, and marks the cells of steps that changed as stale, in parts.
 * A list that is gone is fine.
 */
export async function refreshList(
  { database: { db }, config, clock }: Pick<Deps, 'database' | 'config' | 'clock'>,
  accountId: string,
  listId: string,
): Promise<void> {
  for await (const page of rowPages(db, listId)) {
    for (let from = 0; from < page.length; from += ROWS_PER_STEP) {
      const ids = page.slice(from, from + ROWS_PER_STEP).map(({ id }) => id);
      await transaction(db, async (tx) => {
        await lockGateAccount(tx, config, accountId);
        const list = await findList(tx, accountId, listId);
        if (!list) return;
        await refreshRows(tx, list, await changeableRows(tx, listId, ids), new Date(clock.now()));
      });
      await nextTurn();
    }
  }
}
