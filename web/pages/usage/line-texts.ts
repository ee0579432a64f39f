import type { AccountView } from '#contract/account.ts';
import type { CreditLine, CreditTotals } from '#contract/credit-history.ts';
import { MONTHLY_EXPORT_CAP_LEADS } from '#contract/limits.ts';
import { formatDay, formatNumber, plural } from '../../lib/format.ts';

/** "+1,000", "−12", or "12 included" if the unlimited plan covered it. */
export function amountText({ amount, included }: Pick<CreditLine, 'amount' | 'included'>): string {
  if (amount === 0 && included !== 0) return `${formatNumber(included)} included`;
  if (amount === 0) return '0';
  return amount < 0 ? `−${formatNumber(-amount)}` : `+${formatNumber(amount)}`;
}

/** "12 credits used, 3 included in your plan, 2 refunded, 1,000 added" */
export function totalsText({ used, included, refunded, added }: CreditTotals): string {
  return [
    `${plural(used, 'credit')} used`,
    ...(included === 0 ? [] : [`${formatNumber(included)} included in your plan`]),
    ...(refunded === 0 ? [] : [`${formatNumber(refunded)} refunded`]),
    ...(added > 0 ? [`${formatNumber(added)} added`] : []),
    ...(added < 0 ? [`${formatNumber(-added)} removed`] : []),
  ].join(', ');
}

/** What the leads exported are part of: a month of the account's own, and the plan's cap (docs/deviations.md 15). */
export function exportsNote({
  plan,
  monthlyExportsResetAt,
}: Pick<AccountView, 'plan' | 'monthlyExportsResetAt'>): string {
  const cap = plan === 'unlimited' ? `of ${formatNumber(MONTHLY_EXPORT_CAP_LEADS)} ` : '';
  return `${cap}in the month until ${formatDay(monthlyExportsResetAt)}`;
}
