import type { BounceReceipt } from '#contract/bounces.ts';
import { plural } from '#contract/plural.ts';
import { formatNumber } from '../../lib/format.ts';

/** What reports changed: "3 reports: 1 hard bounce, 1 soft, 1 policy. 0 credits returned." */
export function bounceResult(reports: number, receipt: BounceReceipt): string {
  const { hard, soft, policy, complaint, delivered, returned, repeated, uncounted, other, invalid } = receipt;
  const some = (count: number, words: string) => (count > 0 ? [`${formatNumber(count)} ${words}`] : []);
  const classes = [
    plural(hard, 'hard bounce'),
    ...some(soft, 'soft'),
    ...some(policy, 'policy'),
    ...(complaint > 0 ? [plural(complaint, 'complaint')] : []),
    ...some(delivered, 'delivered'),
  ];
  const facts = [
    `${plural(returned, 'credit')} returned`,
    ...some(repeated, 'known before'),
    ...some(uncounted, 'not counted for others'),
    ...some(other + invalid, 'without a clear reason or email'),
  ];
  return `${plural(reports, 'report')}: ${classes.join(', ')}. ${facts.join('. ')}.`;
}

/** The receipt of two calls. */
export function addReceipts(first: BounceReceipt, second: BounceReceipt): BounceReceipt {
  const names = Object.keys(first) as (keyof BounceReceipt)[];
  return Object.fromEntries(names.map((name) => [name, first[name] + second[name]])) as BounceReceipt;
}
