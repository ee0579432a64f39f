import { useQueryClient } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { trialDenial } from '#contract/access.ts';
import { ACCOUNT_CALLS } from '#contract/calls/account-calls.ts';
import { TRIAL_DAYS } from '#contract/limits.ts';
import { MESSAGES } from '#contract/messages.ts';
import { PlanCard } from '../../kit/plan-card.tsx';
import { Questions } from '../../kit/questions.tsx';
import { DashboardFrame } from '../../kit/shell/dashboard-frame.tsx';
import { SiteFooter } from '../../kit/site/site-footer.tsx';
import { SiteHeader } from '../../kit/site/site-header.tsx';
import { ACCOUNT_KEY, useAccount } from '../../lib/account.ts';
import { useBilling, useBillingPortal, usePlanOffer, useUnlimitedCheckout } from '../../lib/billing.ts';
import { failureMessage, invoke } from '../../lib/calls.ts';
import { checkoutOrigin } from '../../lib/checkout-path.ts';
import { cn } from '../../lib/class-names.ts';
import { useCardNote } from '../../lib/config.ts';
import { originState } from '../../lib/origin.ts';
import { useSession } from '../../lib/session.tsx';
import { toast } from '../../lib/toast.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { PageLoading } from '../../ui/page-loading.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useCheckoutReturn } from './checkout-return.ts';
import { faq } from './faq.ts';
import { pricing } from './page.ts';
import { useRedirectSoon } from './use-redirect-soon.ts';

/** Signed-in users keep the sidebar and header of the dashboard. */
export function Component() {
  const { user, loading } = useSession();
  const { trialRefused } = useCheckoutReturn();
  useStaffUpgrade();
  if (loading) return <PageLoading />;
  if (user) {
    return (
      <DashboardFrame user={user}>
        <div className="mx-auto max-w-3xl pb-12">
          <Plan className="text-2xl sm:text-3xl" trialRefused={trialRefused} />
        </div>
      </DashboardFrame>
    );
  }
  return (
    <>
      <SiteHeader />
      <main className="mx-auto max-w-3xl px-4 pt-8 pb-20 md:px-6">
        <Plan className="text-3xl sm:text-4xl" />
      </main>
      <SiteFooter />
    </>
  );
}

/** `className`: the size of the heading. `trialRefused`: the person comes from the checkout of a second trial. */
function Plan({ className, trialRefused = false }: { className: string; trialRefused?: boolean }) {
  const cardNote = useCardNote();
  return (
    <>
      <title>{`${pricing.title} · Leadwell`}</title>
      <Button asChild variant="ghost" size="sm" className="-ml-3 text-muted-foreground">
        <Link to="/dashboard">
          <ArrowLeft aria-hidden /> Back to dashboard
        </Link>
      </Button>
      {trialRefused && (
        <Alert tone="warning" className="mt-4" title="Your trial didn't start">
          {MESSAGES.payments.trialRefused}
        </Alert>
      )}
      <h1 className={cn('mt-6', className)}>One plan, everything included</h1>
      <p className="mt-4 mb-10 max-w-[60ch] text-lg text-muted-foreground">
        New accounts get 7 days and 1,000 credits to try every tool. {cardNote} Unlimited gives you unlimited
        credits for one monthly price.
      </p>
      <PlanCard action={<Subscribe />} />
      <div className="mt-16">
        <Questions large title="Frequently asked questions" questions={faq(cardNote)} />
      </div>
    </>
  );
}

/** The subscribe button (spec accounts §2 Pricing, §5). It offers the trial if the account hasn't used it. */
function Subscribe() {
  const { user } = useSession();
  const account = useAccount();
  const billing = useBilling();
  const offer = usePlanOffer();
  const checkout = useUnlimitedCheckout();
  const portal = useBillingPortal();
  const navigate = useNavigate();
  const location = useLocation();
  const cardNote = useCardNote();

  if (offer === 'included') {
    return (
      <>
        <Button size="lg" variant="secondary" className="w-full" disabled>
          Current Plan
        </Button>
        {billing.data?.subscription && (
          <p className="mt-3 text-center">
            <Button variant="link" size="inline" busy={portal.isPending} onClick={() => portal.mutate()}>
              Manage billing
            </Button>
          </p>
        )}
      </>
    );
  }
  if (offer === 'unavailable') return <Alert tone="info">{MESSAGES.payments.notSetUp}</Alert>;
  if (offer === 'unknown') {
    const error = account.error ?? billing.error;
    if (!error)
      return (
        <div role="status" aria-label="Loading your plan">
          <Skeleton className="h-11 w-full" />
        </div>
      );
    return (
      <LoadFailure
        title="We couldn't load your plan"
        busy={account.isFetching || billing.isFetching}
        onRetry={() => Promise.all([account.refetch(), billing.refetch()])}
      >
        {failureMessage(error)}
      </LoadFailure>
    );
  }
  if (offer === 'payment-due') {
    return (
      <>
        <Alert tone="warning" className="mb-4">
          {MESSAGES.payments.paymentDue}
        </Alert>
        <Button size="lg" className="w-full" busy={portal.isPending} onClick={() => portal.mutate()}>
          Manage billing
        </Button>
      </>
    );
  }
  const subscribe = (withTrial: boolean) => {
    if (user) {
      checkout.mutate({ withTrial, from: checkoutOrigin(new URLSearchParams(location.search))?.path });
      return;
    }
    navigate('/signup', { state: originState(location) });
  };
  const trial = offer === 'trial';
  const confirmFirst =
    trial && account.data !== undefined && trialDenial(account.data, account.data) !== null;
  // Stay busy while the browser navigates, to ignore a second click.
  const busy = checkout.isPending || checkout.isSuccess;
  return (
    <>
      {confirmFirst ? (
        <Button asChild size="lg" className="w-full">
          <Link to="/dashboard/settings#email">Confirm your email to start the trial</Link>
        </Button>
      ) : (
        <Button size="lg" className="w-full" busy={busy} onClick={() => subscribe(trial)}>
          {!trial
            ? 'Subscribe'
            : user
              ? `Try Unlimited free for ${TRIAL_DAYS} days`
              : `Start ${TRIAL_DAYS}-Day Trial`}
        </Button>
      )}
      <p className="mt-3 text-center text-muted-foreground">
        {!trial
          ? 'Charged today, then every month. Cancel anytime.'
          : user
            ? `Your card isn't charged for ${TRIAL_DAYS} days. Cancel anytime before then.`
            : cardNote}
      </p>
      {trial && user && (
        <p className="mt-1 text-center">
          <Button
            variant="link"
            size="inline"
            className="min-h-6"
            disabled={busy}
            onClick={() => subscribe(false)}
          >
            Subscribe now without a trial
          </Button>
        </p>
      )}
    </>
  );
}

/** Upgrades staff who visit the pricing page (spec accounts §2 Pricing). The server decides who is staff. */
function useStaffUpgrade(): void {
  const { user } = useSession();
  const { data: account } = useAccount();
  const client = useQueryClient();
  const checked = useRef(false);
  const redirectSoon = useRedirectSoon();
  const free = account !== undefined && account.plan !== 'unlimited';
  useEffect(() => {
    if (!user || !free || checked.current) return;
    checked.current = true;
    invoke(ACCOUNT_CALLS.staffCheck, { email: user.email }).then(
      ({ success }) => {
        if (!success) return;
        toast.success(MESSAGES.payments.upgraded, { id: 'payment' });
        void client.invalidateQueries({ queryKey: ACCOUNT_KEY });
        redirectSoon('/dashboard');
      },
      // Ignore errors: staff have the plan even without this call.
      () => {},
    );
  }, [user, free, client, redirectSoon]);
}
