import type { CreditLine, CreditTotals } from '#contract/credit-history.ts';
import { plural } from '#contract/plural.ts';
import { formatNumber } from '../../lib/format.ts';

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
