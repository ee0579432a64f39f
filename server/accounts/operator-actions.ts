import { isUnlimited } from '#contract/access.ts';
import { SIGN_UP_CREDITS } from '#contract/limits.ts';
import type { Deps } from '../deps.ts';
import { type Tx, transaction } from '../platform/database/db.ts';
import { createAccount, effectivePlan } from './account.ts';
import { type AccountViewDeps, viewUsers } from './account-search.ts';
import { setBalance } from './ledger.ts';
import { findAccountByEmail } from './plan.ts';
import { accountsAfter, confirmEmailRow, lockAccount, setDisabled } from './store.ts';

const PAGE = 500;

/**
 * Creates an account with a confirmed address, which the operator vouches for. false: the address has an
 * account.
 */
export async function createConfirmedAccount(
  deps: Pick<Deps, 'database' | 'clock' | 'secrets'>,
  person: { email: string; name: string; passwordHash: string },
): Promise<boolean> {
  const now = new Date(deps.clock.now());
  return transaction(deps.database.db, async (tx) => {
    const account = await createAccount(tx, deps, {
      email: person.email,
      passwordHash: person.passwordHash,
      userMetadata: { name: person.name },
      now,
      firstCredits: SIGN_UP_CREDITS,
      reason: 'sign-up',
    });
    if (account) await confirmEmailRow(tx, account.id, now);
    return account !== null;
  });
}

/**
 * Sets a balance, in credits, with a ledger entry. The balance of an unlimited account can't be set (spec
 * accounts §4).
 */
export async function setCredits(
  deps: Pick<Deps, 'database' | 'config'>,
  email: string,
  credits: number,
): Promise<'set' | 'unlimited' | 'unknown'> {
  const found = await findAccountByEmail(deps.database.db, email);
  if (!found) return 'unknown';
  return transaction(deps.database.db, async (tx) => {
    const row = await lockAccount(tx, found.id);
    if (!row) return 'unknown';
    if (isUnlimited(effectivePlan(row, deps.config))) return 'unlimited';
    await setBalance(tx, row.id, { from: row.balance, to: credits }, 'operator');
    return 'set';
  });
}

/** Lists every account for the operator, as the admin page does. Times are ISO 8601 in UTC. */
export async function* eachAccount(deps: AccountViewDeps) {
  let after: string | null = null;
  for (;;) {
    const rows = await accountsAfter(deps.database.db, after, PAGE);
    const users = await viewUsers(deps, rows);
    for (const [index, row] of rows.entries()) {
      const { isTrial } = effectivePlan(row, deps.config);
      yield { ...users[index], isTrial, disabled: row.disabled_at !== null };
    }
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
  }
}

/**
 * Disables an account from `at` on, or enables it (null). A disabled account can't sign in or start anything.
 * The row stays locked, so that no sign-in or task starts at the same time. false: the account doesn't exist.
 */
export async function disableAccount(tx: Tx, accountId: string, at: Date | null): Promise<boolean> {
  const row = await lockAccount(tx, accountId);
  if (!row) return false;
  await setDisabled(tx, accountId, at);
  return true;
}
