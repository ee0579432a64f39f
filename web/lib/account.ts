import { queryOptions, useQuery } from '@tanstack/react-query';
import { spendable } from '#contract/access.ts';
import type { AccountView } from '#contract/account.ts';
import { ACCOUNT_CALLS } from '#contract/calls/account-calls.ts';
import { MONTHLY_EXPORT_CAP_LEADS } from '#contract/limits.ts';
import { invoke } from './calls.ts';
import { formatDay, formatNumber } from './format.ts';
import { useSession } from './session.tsx';

export const ACCOUNT_KEY = ['account'] as const;

/** How the account is read. */
export const ACCOUNT_QUERY = queryOptions({
  queryKey: ACCOUNT_KEY,
  queryFn: ({ signal }) => invoke(ACCOUNT_CALLS.account, {}, { signal }),
});

/** The account: plan, credits, trial. Invalidate ACCOUNT_KEY after anything that may spend credits. */
export function useAccount() {
  const { user } = useSession();
  return useQuery({ ...ACCOUNT_QUERY, enabled: user !== null });
}

/** Whether the plan of an account includes what tools do; false until the account is known. */
export function includesWork(
  account: Pick<AccountView, 'plan' | 'isStaff' | 'credits'> | undefined,
): boolean {
  return account !== undefined && spendable(account) === Number.POSITIVE_INFINITY;
}

/** What the leads exported are part of: a month of the account's own, and the plan's cap (docs/deviations.md 15). */
export function exportsNote({
  plan,
  monthlyExportsResetAt,
}: Pick<AccountView, 'plan' | 'monthlyExportsResetAt'>): string {
  const cap = plan === 'unlimited' ? `of ${formatNumber(MONTHLY_EXPORT_CAP_LEADS)} ` : '';
  return `${cap}this month · resets ${formatDay(monthlyExportsResetAt)}`;
}
