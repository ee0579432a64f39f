import { Link } from 'react-router';
import { useBilling, useBillingPortal } from '../../lib/billing.ts';
import { Button } from '../../ui/button.tsx';
import { SettingsCard } from './settings-card.tsx';

/** Leads to the billing portal, which has the invoices and the tax ID. */
export function BillingCard() {
  const { data: billing } = useBilling();
  const portal = useBillingPortal();
  const subscribed = Boolean(billing?.subscription);
  return (
    <SettingsCard
      id="billing"
      title="Billing"
      help={
        subscribed
          ? 'In the billing portal, you can download your invoices, add your tax ID and billing address, change your card, and cancel.'
          : 'Once you subscribe, you can download your invoices and add your tax ID in the billing portal.'
      }
    >
      <div className="flex flex-wrap gap-3">
        {subscribed && (
          <Button variant="secondary" busy={portal.isPending} onClick={() => portal.mutate()}>
            Invoices and tax ID
          </Button>
        )}
        <Button asChild variant={subscribed ? 'ghost' : 'secondary'}>
          <Link to="/dashboard/usage">View usage</Link>
        </Button>
      </div>
    </SettingsCard>
  );
}
