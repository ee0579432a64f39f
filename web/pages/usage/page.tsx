import { subscriptionLabel } from '../../kit/subscription-label.ts';
import { useAccount } from '../../lib/account.ts';
import { useBilling } from '../../lib/billing.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { CreditHistory } from './credit-history.tsx';
import { usage } from './page.ts';
import { PlanPanel } from './plan-panel.tsx';

/** Credit history and plan. */
export function Component() {
  const { data: account } = useAccount();
  const { data: billing, isPending } = useBilling();
  return (
    <>
      <PageHeader title={usage.title} help={usage.description} />
      {isPending ? (
        <Skeleton className="h-96 w-full" />
      ) : (
        <div className="grid grid-cols-1 gap-5">
          <PlanPanel
            account={account}
            billing={billing}
            subscriptionStatus={billing?.subscription ? subscriptionLabel(billing.subscription) : null}
          />
          <CreditHistory />
        </div>
      )}
    </>
  );
}
