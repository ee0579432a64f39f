import type { CreditEntry } from '#contract/payments.ts';

const REASONS: Record<string, string> = {
  'sign-up': 'Credits of a new account',
  'first-sign-in': 'Credits of a new account',
  downgrade: 'Taken back at the end of the unlimited plan',
  operator: 'Set by the operator',
  'leadrocks-lead-export': 'Leads exported from LeadRocks',
  'apollo-lead-export': 'Leads exported from Apollo',
  'sales-navigator-lead-export': 'Leads exported from Sales Navigator',
  'leadrocks-lead-export-unsent': 'Leads not sent, given back',
  'apollo-lead-export-unsent': 'Leads not sent, given back',
  'sales-navigator-lead-export-unsent': 'Leads not sent, given back',
  'website-extraction': 'Page read',
  'csv-extraction': 'Email checked',
  'company-to-domain': 'Domain found',
  'linkedin-enrichment': 'Profile enriched',
  'lead-enrichment': 'Lead enriched',
};

/** Why credits moved, as people read it. */
export function reasonWords({ reason }: Pick<CreditEntry, 'reason'>): string {
  return REASONS[reason] ?? reason.charAt(0).toUpperCase() + reason.slice(1).replaceAll('-', ' ');
}

/** "+1,000", "−1"; what was used on the unlimited plan cost nothing. */
export function amountWords({ amount, counted }: Pick<CreditEntry, 'amount' | 'counted'>): string {
  if (!counted) return '0';
  const size = Math.abs(amount).toLocaleString('en-US');
  return amount < 0 ? `−${size}` : `+${size}`;
}
