import { emailHadAccount } from '../accounts/former-email.ts';
import type { Deps } from '../deps.ts';
import type { Db } from '../platform/db.ts';
import { hasUsedTrial } from './entitlement-store.ts';

/**
 * Whether an account can still start a trial. Each email address gets one trial, even if its earlier account
 * was deleted (docs/deviations.md 6). `email` is in lower case.
 */
export async function trialAvailable(
  db: Db,
  deps: Pick<Deps, 'secrets'>,
  account: { accountId: string; email: string },
): Promise<boolean> {
  return !(await hasUsedTrial(db, account.accountId)) && !(await emailHadAccount(db, deps, account.email));
}
