import type { CreditEntry } from '#contract/payments.ts';
import { toolOfType } from '#tools/tools.ts';

const REASONS: Record<string, string> = {
  'sign-up': 'Welcome credits',
  'first-sign-in': 'Welcome credits',
  downgrade: 'Removed when the unlimited plan ended',
  operator: 'Set by the administrator',
  'leadrocks-lead-export': 'Leads exported from LeadRocks',
  'apollo-lead-export': 'Leads exported from Apollo',
  'sales-navigator-lead-export': 'Leads exported from Sales Navigator',
  'leadrocks-lead-export-unsent': 'Leads not sent, refunded',
  'apollo-lead-export-unsent': 'Leads not sent, refunded',
  'sales-navigator-lead-export-unsent': 'Leads not sent, refunded',
};

/** The label of a credit entry's reason. Tools define the labels of their charges. */
export function reasonLabel({ reason }: Pick<CreditEntry, 'reason'>): string {
  const label = REASONS[reason] ?? toolOfType(reason)?.task.chargeLabel;
  return label ?? reason.charAt(0).toUpperCase() + reason.slice(1).replaceAll('-', ' ');
}

/** "+1,000", "−1", or "Included" for usage on the unlimited plan. */
export function amountLabel({ amount, counted }: Pick<CreditEntry, 'amount' | 'counted'>): string {
  if (!counted) return 'Included';
  const size = Math.abs(amount).toLocaleString('en-US');
  return amount < 0 ? `−${size}` : `+${size}`;
}
