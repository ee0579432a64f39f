import { isUnlimited } from '#contract/access.ts';
import { lockGateAccount } from '../accounts/account.ts';
import type { Deps } from '../deps.ts';
import { type Tx, transaction } from '../platform/database/db.ts';
import { listGone } from './list-gone.ts';
import { findList, type ListRecord } from './store.ts';

/** `paid`: the account has the unlimited plan. */
export interface ChangeContext {
  paid: boolean;
  at: Date;
}

/** Locks the account, then changes one of its lists. Returns the list after the change. Throws `not_found`, also for the lists of others. */
export function changeList<Result>(
  { config, database, clock }: Pick<Deps, 'config' | 'clock' | 'database'>,
  accountId: string,
  id: string,
  work: (tx: Tx, list: ListRecord, context: ChangeContext) => Promise<Result>,
): Promise<{ list: ListRecord; result: Result }> {
  return transaction(database.db, async (tx) => {
    const account = await lockGateAccount(tx, config, accountId);
    const list = account && (await findList(tx, accountId, id));
    if (!account || !list) throw listGone();
    const context = { paid: isUnlimited(account), at: new Date(clock.now()) };
    const result = await work(tx, list, context);
    const changed = await findList(tx, accountId, id);
    if (!changed) throw listGone();
    return { list: changed, result };
  });
}
