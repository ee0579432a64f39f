import { ledgerSums } from '../credits/ledger-sums.ts';
import type { Db } from '../platform/database/db.ts';

/** How many accounts have a balance that isn't the sum of their ledger entries. All are read in one snapshot. */
export function countWrongBalances(db: Db): Promise<number> {
  return db.transaction().setIsolationLevel('repeatable read').execute(wrongBalances);
}

/** The same in a transaction of the caller, or of a database that no one writes to. */
export async function wrongBalances(db: Db): Promise<number> {
  const sums = await ledgerSums(db);
  const accounts = await db.selectFrom('accounts').select(['id', 'balance']).execute();
  return accounts.filter(({ id, balance }) => balance !== (sums.get(id) ?? 0)).length;
}
