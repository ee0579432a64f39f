import { lockGateAccount } from '../accounts/account.ts';
import type { Deps } from '../deps.ts';
import { transaction } from '../platform/database/db.ts';
import { deleteInSteps } from '../platform/database/delete-steps.ts';
import { dropColumns } from './cell-store.ts';
import { changeCounters } from './store.ts';

/** Removes the values of deleted columns from the rows of a list, in steps. */
export async function dropValues(
  { config, clock, database: { db } }: Pick<Deps, 'config' | 'clock' | 'database'>,
  accountId: string,
  listId: string,
  columns: readonly string[],
): Promise<void> {
  if (columns.length === 0) return;
  await deleteInSteps((limit) =>
    transaction(db, async (tx) => {
      await lockGateAccount(tx, config, accountId);
      const changed = await dropColumns(tx, listId, columns, limit);
      if (changed > 0) await changeCounters(tx, listId, { rows: 0, bytes: 0, at: new Date(clock.now()) });
      return changed;
    }),
  );
}
