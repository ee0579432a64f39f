import { useLocation, useNavigate } from 'react-router';
import { toast } from 'sonner';
import { TRIAL_DAYS } from '#contract/limits.ts';
import { MESSAGES } from '#contract/messages.ts';
import { useAccount } from '../../lib/account.ts';
import { useBilling, useBillingPortal, useUnlimitedCheckout } from '../../lib/billing.ts';
import { originState } from '../../lib/origin.ts';
import { useSession } from '../../lib/session.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';

/** The subscribe button (spec accounts §2 Pricing, §5). It offers the trial if the account hasn't used it. */
export function Subscribe() {
  const { user, loading } = useSession();
  const { data: account } = useAccount();
  const { data: billing } = useBilling();
  const checkout = useUnlimitedCheckout();
  const portal = useBillingPortal();
  const navigate = useNavigate();
  const location = useLocation();

  if (account?.plan === 'unlimited') {
    return (
      <>
        <Button size="lg" variant="secondary" className="w-full" disabled>
          Current Plan
        </Button>
        {billing?.subscription && (
          <p className="mt-3 text-center">
            <Button variant="link" size="inline" busy={portal.isPending} onClick={() => portal.mutate()}>
              Manage billing
            </Button>
          </p>
        )}
      </>
    );
  }
  if (billing?.source === 'none') {
    return <Alert tone="info">{MESSAGES.payments.notSetUp}</Alert>;
  }
  const subscribe = (withTrial: boolean) => {
    if (user) {
      checkout.mutate({ withTrial });
      return;
    }
    toast.error(MESSAGES.payments.logInToUpgrade);
    navigate('/login', { state: originState(location) });
  };
  const trial = !user || billing?.trialAvailable !== false;
  // Stay busy while the browser navigates, to ignore a second click.
  const busy = checkout.isPending || checkout.isSuccess;
  return (
    <>
      <Button size="lg" className="w-full" disabled={loading} busy={busy} onClick={() => subscribe(trial)}>
        {trial ? `Start ${TRIAL_DAYS}-Day Trial` : 'Subscribe'}
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
