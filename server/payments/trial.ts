import { emailHadAccount } from '../accounts/former-email.ts';
import type { Deps } from '../deps.ts';
import type { Db } from '../platform/db.ts';
import { trialWasUsed } from './entitlement-store.ts';

/**
 * Whether an account may still begin a trial: there is one for each person, also for one whose account was deleted before
 * (docs/deviations.md 6). `email` in lower case.
 */
export async function trialAvailable(
  db: Db,
  deps: Pick<Deps, 'secrets'>,
  account: { accountId: string; email: string },
): Promise<boolean> {
  return !(await trialWasUsed(db, account.accountId)) && !(await emailHadAccount(db, deps, account.email));
}
