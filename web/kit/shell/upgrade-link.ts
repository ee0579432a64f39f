import type { PlanOffer } from '../../lib/plan-offer.ts';

/** The link to a better plan in the header and menu. None before the plan is known, or if it's the best. */
export function upgradeLink(offer: PlanOffer): { to: string; label: string } | null {
  if (offer === 'unknown' || offer === 'included') return null;
  if (offer === 'payment-due') return { to: '/dashboard/usage', label: 'Manage Billing' };
  return { to: '/pricing', label: 'Upgrade Plan' };
}
