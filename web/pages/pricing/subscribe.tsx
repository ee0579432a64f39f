import { useLocation, useNavigate } from 'react-router';
import { TRIAL_DAYS } from '#contract/limits.ts';
import { MESSAGES } from '#contract/messages.ts';
import { useAccount } from '../../lib/account.ts';
import { useBilling, useBillingPortal, usePlanOffer, useUnlimitedCheckout } from '../../lib/billing.ts';
import { messageOf } from '../../lib/calls.ts';
import { originState } from '../../lib/origin.ts';
import { useSession } from '../../lib/session.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

/** The subscribe button (spec accounts §2 Pricing, §5). It offers the trial if the account hasn't used it. */
export function Subscribe() {
  const { user } = useSession();
  const account = useAccount();
  const billing = useBilling();
  const offer = usePlanOffer();
  const checkout = useUnlimitedCheckout();
  const portal = useBillingPortal();
  const navigate = useNavigate();
  const location = useLocation();

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
        {messageOf(error)}
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
      checkout.mutate({ withTrial });
      return;
    }
    navigate('/signup', { state: originState(location) });
  };
  const trial = offer === 'trial';
  // Stay busy while the browser navigates, to ignore a second click.
  const busy = checkout.isPending || checkout.isSuccess;
  return (
    <>
      <Button size="lg" className="w-full" busy={busy} onClick={() => subscribe(trial)}>
        {!trial
          ? 'Subscribe'
          : user
            ? `Try Unlimited free for ${TRIAL_DAYS} days`
            : `Start ${TRIAL_DAYS}-Day Trial`}
      </Button>
      <p className="mt-3 text-center text-muted-foreground">
        {trial
          ? `Your card isn't charged for ${TRIAL_DAYS} days. Cancel anytime before then.`
          : 'Charged today, then every month. Cancel anytime.'}
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
