import { SIGN_UP_CREDITS } from '#contract/limits.ts';
import type { Deps } from '../deps.ts';
import { transaction } from '../platform/db.ts';
import { createAccount, standing } from './account.ts';
import { setBalance } from './ledger.ts';
import { accountOfEmail } from './plan.ts';
import { accountsAfter, confirmEmailRow, lockAccount } from './store.ts';

const PAGE = 500;

/** Makes an account whose address counts as confirmed: the operator answers for it. False: the address has one already. */
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

/** Sets a balance, in credits, with an entry in the ledger. Unlimited accounts keep theirs (spec accounts §4). */
export async function setCredits(
  deps: Pick<Deps, 'database' | 'config'>,
  email: string,
  credits: number,
): Promise<'set' | 'unlimited' | 'unknown'> {
  const found = await accountOfEmail(deps.database.db, email);
  if (!found) return 'unknown';
  return transaction(deps.database.db, async (tx) => {
    const row = await lockAccount(tx, found.id);
    if (!row) return 'unknown';
    if (standing(row, deps.config).credits === 'unlimited') return 'unlimited';
    await setBalance(tx, row.id, { from: row.balance, to: credits }, 'operator');
    return 'set';
  });
}

/** Every account as the operator sees it. Times are ISO 8601 in UTC. */
export async function* eachAccount(deps: Pick<Deps, 'database' | 'config'>) {
  let after: string | null = null;
  for (;;) {
    const rows = await accountsAfter(deps.database.db, after, PAGE);
    for (const row of rows) {
      const { plan, credits, isTrial, isStaff } = standing(row, deps.config);
      yield {
        email: row.email,
        name: row.name,
        plan,
        credits,
        isTrial,
        isStaff,
        confirmed: row.email_confirmed_at !== null,
        createdAt: row.created_at.toISOString(),
      };
    }
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
  }
}
