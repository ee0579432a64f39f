import { Link } from 'react-router';
import type { AccountView } from '#contract/account.ts';
import { MESSAGES } from '#contract/messages.ts';
import type { BillingView } from '#contract/payments.ts';
import { plural } from '#contract/plural.ts';
import { subscriptionLabel } from '../../kit/subscription-label.ts';
import { exportsNote, useAccount } from '../../lib/account.ts';
import { useBilling, useBillingPortal } from '../../lib/billing.ts';
import { formatCredits, formatCreditsUsed, formatNumber, isOnTrial, planName } from '../../lib/format.ts';
import { planPrice } from '../../lib/plan-price.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardContent } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { CreditHistory } from './credit-history.tsx';
import { OrdersCard } from './orders-card.tsx';
import { usage } from './page.ts';

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
          <PlanPanel account={account} billing={billing} />
          <OrdersCard hasSubscription={Boolean(billing?.subscription)} />
          <CreditHistory />
        </div>
      )}
    </>
  );
}

interface PlanPanelProps {
  /** Undefined while loading. */
  account: AccountView | undefined;
  billing: BillingView | undefined;
}

function PlanPanel({ account, billing }: PlanPanelProps) {
  const portal = useBillingPortal();
  if (!account) return <Skeleton className="h-32 w-full" />;
  const unlimited = account.plan === 'unlimited';
  return (
    <Card>
      <CardContent className="flex flex-wrap items-center justify-between gap-x-8 gap-y-5">
        <dl className="grid grow basis-full grid-cols-2 gap-x-8 gap-y-4 lg:basis-0 lg:grid-cols-4">
          <Figure name="Plan" value={planName(account)} note={planNote(account, billing)} />
          <Figure
            name="Credits left"
            value={formatCredits(account.credits)}
            note={unlimited ? 'Included in your plan' : 'Credits never expire'}
          />
          <Figure name="Credits used" value={formatCreditsUsed(account)} note={creditsUsedNote(account)} />
          <Figure
            name="Leads exported"
            value={formatNumber(account.monthlyExports)}
            note={exportsNote(account)}
          />
        </dl>
        <div className="flex flex-wrap gap-2">
          {billing?.subscription && (
            <Button
              variant={account.paymentDue ? 'primary' : 'secondary'}
              busy={portal.isPending}
              onClick={() => portal.mutate()}
            >
              Manage billing
            </Button>
          )}
          {!unlimited && billing && !account.paymentDue && (
            <Button asChild>
              <Link to="/pricing">Upgrade Plan</Link>
            </Button>
          )}
        </div>
      </CardContent>
      {billing?.subscription && <PlanLine>{subscriptionLabel(billing.subscription)}</PlanLine>}
      {account.creditsGranted === 0 && !unlimited && <PlanLine>{MESSAGES.auth.noFreeCredits}</PlanLine>}
    </Card>
  );
}

function PlanLine({ children }: { children: string }) {
  return <p className="border-t border-border px-4 py-3 text-muted-foreground md:px-5">{children}</p>;
}

/** Where the credits came from: those used and left are those granted. */
function creditsUsedNote({ credits, creditsUsed, creditsGranted, totalTasks }: AccountView): string {
  if (credits !== 'unlimited') return `of ${formatNumber(creditsGranted)} granted`;
  return creditsUsed > 0
    ? `${plural(creditsUsed, 'credit')} before your plan`
    : `across ${plural(totalTasks, 'task')}`;
}

function planNote(account: AccountView, billing: BillingView | undefined): string {
  if (account.plan === 'unlimited') return planPrice(account, billing) ?? '';
  if (account.paymentDue) return 'Payment due';
  if (isOnTrial(account)) return `${plural(account.trialDaysLeft, 'day')} left`;
  return account.isTrial ? 'Trial ended' : '';
}

function Figure({ name, value, note }: { name: string; value: string; note: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted-foreground">{name}</dt>
      <dd className="mt-0.5 text-xl font-semibold tracking-tight tabular-nums">{value}</dd>
      <dd className="text-sm text-muted-foreground">{note}</dd>
    </div>
  );
}
