import { isUnlimited } from '#contract/access.ts';
import { trialDaysLeft } from '#contract/account.ts';
import { ADMIN_USERS_PER_PAGE, type AdminUser, type UserFilter, type UserState } from '#contract/admin.ts';
import { TRIAL_DAYS } from '#contract/limits.ts';
import { foldText } from '#engines/country-names/folded-text.ts';
import type { Deps } from '../deps.ts';
import { effectivePlan, paymentIsDue } from './account.ts';
import { type AccountRow, accountsAfterEmail } from './store.ts';

/** Accounts that one statement reads, and that one search reads before it stops. */
const STEP = 250;
const MAX_STEPS = 20;

/**
 * A page of the accounts that match, sorted by email, for the operator. Reads at most STEP * MAX_STEPS accounts, in
 * steps. `next` is where to go on; null if there are no more accounts.
 */
export async function searchAccounts(
  deps: Pick<Deps, 'database' | 'config' | 'clock'>,
  filter: UserFilter,
  after: string | null,
): Promise<{ users: AdminUser[]; next: string | null }> {
  const users: AdminUser[] = [];
  let last = after;
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const rows = await accountsAfterEmail(deps.database.db, last, STEP);
    for (const row of rows) {
      last = row.email;
      const user = viewUser(row, deps);
      if (matches(user, filter)) users.push(user);
      // There may be none after it. Then the next page is empty.
      if (users.length === ADMIN_USERS_PER_PAGE) return { users, next: last };
    }
    if (rows.length < STEP) return { users, next: null };
  }
  return { users, next: last };
}

/** An account as the operator sees it, on the admin page and in the terminal. */
export function viewUser(row: AccountRow, deps: Pick<Deps, 'config' | 'clock'>): AdminUser {
  const { plan, credits, isTrial, isStaff } = effectivePlan(row, deps.config);
  const state = (): UserState => {
    if (row.disabled_at) return 'disabled';
    if (isUnlimited({ plan, isStaff })) return 'paid';
    if (paymentIsDue(row, deps.config)) return 'payment-due';
    if (!isTrial) return 'free';
    return trialDaysLeft(row.created_at.getTime(), deps.clock.now(), TRIAL_DAYS) > 0 ? 'trial' : 'ended';
  };
  return {
    email: row.email,
    name: row.name,
    plan,
    credits,
    creditsUsed: row.credits_used,
    state: state(),
    confirmed: row.email_confirmed_at !== null,
    isStaff,
    createdAt: row.created_at.toISOString(),
  };
}

function matches(user: AdminUser, { search, plan, state, maxCredits }: UserFilter): boolean {
  const text = foldText(search);
  if (!foldText(user.email).includes(text) && !foldText(user.name).includes(text)) return false;
  if (plan && user.plan !== plan) return false;
  if (maxCredits !== undefined && (user.credits === 'unlimited' || user.credits > maxCredits)) return false;
  if (state === 'unconfirmed') return !user.confirmed;
  return !state || user.state === state;
}
