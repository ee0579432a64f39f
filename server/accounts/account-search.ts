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

/** When the plan of accounts ends, because its subscription was canceled, by their ids. Those whose plan doesn't end are missing. */
export type EndingPlans = (accountIds: readonly string[]) => Promise<ReadonlyMap<string, Date>>;
/** What showing an account to the operator needs. */
export type AccountViewDeps = Pick<Deps, 'database' | 'config' | 'clock'> & { endingPlans: EndingPlans };

/**
 * A page of the accounts that match, sorted by email, for the operator. Reads at most STEP * MAX_STEPS accounts, in
 * steps. `next` is where to go on; null if there are no more accounts.
 */
export async function searchAccounts(
  deps: AccountViewDeps,
  filter: UserFilter,
  after: string | null,
): Promise<{ users: AdminUser[]; next: string | null }> {
  const found: AccountRow[] = [];
  const page = async (next: string | null) => ({ users: await viewUsers(deps, found), next });
  let last = after;
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const rows = await accountsAfterEmail(deps.database.db, last, STEP);
    for (const row of rows) {
      last = row.email;
      if (matches(viewUser(row, deps, null), filter)) found.push(row);
      // There may be none after it. Then the next page is empty.
      if (found.length === ADMIN_USERS_PER_PAGE) return page(last);
    }
    if (rows.length < STEP) return page(null);
  }
  return page(last);
}

/** Accounts as the operator sees them, on the admin page and in the terminal, in their order. */
export async function viewUsers(deps: AccountViewDeps, rows: readonly AccountRow[]): Promise<AdminUser[]> {
  const ends = rows.length > 0 ? await deps.endingPlans(rows.map(({ id }) => id)) : null;
  return rows.map((row) => viewUser(row, deps, ends?.get(row.id) ?? null));
}

function viewUser(row: AccountRow, deps: Pick<Deps, 'config' | 'clock'>, endsAt: Date | null): AdminUser {
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
    // Being staff doesn't end with a subscription.
    endsAt: isStaff ? null : (endsAt?.toISOString() ?? null),
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
