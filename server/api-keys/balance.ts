import type { Balance } from '#contract/api-keys.ts';
import { CallError } from '#contract/errors.ts';
import { findGateAccount } from '../accounts/account.ts';
import type { Deps } from '../deps.ts';
import type { Session } from '../http/context.ts';
import { monthOf, nextMonth, spentIn } from './budget.ts';
import { findKeys } from './store.ts';

/** What the caller can spend: the account's credits, and the budget of the key that the request came with. */
export async function readBalance(
  { database: { db }, config, clock }: Pick<Deps, 'config' | 'clock' | 'database'>,
  { accountId, apiKey }: Session,
): Promise<Balance> {
  const account = await findGateAccount(db, config, accountId);
  if (!account) throw new CallError('not_authenticated');
  const { plan, credits } = account;
  const key = apiKey && (await findKeys(db, accountId)).find(({ id }) => id === apiKey.id);
  if (!key) return { plan, credits, key: null };
  const now = new Date(clock.now());
  const { name, monthly_budget: monthlyBudget } = key;
  const spentThisMonth = spentIn(monthOf(now), key);
  const leftThisMonth = monthlyBudget === null ? null : Math.max(0, monthlyBudget - spentThisMonth);
  const resetsAt = nextMonth(now).toISOString();
  return { plan, credits, key: { name, monthlyBudget, spentThisMonth, leftThisMonth, resetsAt } };
}
