import { subscriptionWords } from '../features/billing/subscription-words.ts';
import { LedgerTable } from '../features/usage/ledger-table.tsx';
import { PlanPanel } from '../features/usage/plan-panel.tsx';
import { useAccount } from '../lib/account.ts';
import { useBilling } from '../lib/billing.ts';
import { PageHeader } from '../ui/page-header.tsx';

/** What was spent on what, and how the plan stands. */
export function Component() {
  const { data: account } = useAccount();
  const { data: billing } = useBilling();
  return (
    <>
      <PageHeader title="Usage & Billing" help="Your plan, your balance, and every credit with its reason." />
      <div className="grid grid-cols-1 gap-5">
        <PlanPanel
          account={account}
          billing={billing}
          standing={billing?.subscription ? subscriptionWords(billing.subscription) : null}
        />
        <LedgerTable />
      </div>
    </>
  );
}
