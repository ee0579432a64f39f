import { Link, Navigate, useLocation } from 'react-router';
import { SIGN_UP_CREDITS, TRIAL_DAYS } from '#contract/limits.ts';
import { AccountOffer } from '../../kit/auth/account-offer.tsx';
import { AuthFrame } from '../../kit/auth/auth-frame.tsx';
import { OrDivider } from '../../kit/auth/or-divider.tsx';
import { ProviderButtons } from '../../kit/auth/provider-buttons.tsx';
import { SecondFactorPage } from '../../kit/auth/second-factor-page.tsx';
import { clientConfig, useCardNote } from '../../lib/config.ts';
import { formatNumber } from '../../lib/format.ts';
import { originOf } from '../../lib/origin.ts';
import { useSession } from '../../lib/session.tsx';
import { PageLoading } from '../../ui/page-loading.tsx';
import { signup } from './page.ts';
import { SignupForm } from './signup-form.tsx';

export function Component() {
  const { user, loading, secondFactorNeeded } = useSession();
  const { state } = useLocation();
  const cardNote = useCardNote();
  if (loading) return <PageLoading />;
  if (user) return <Navigate to={originOf(state, user.id)} replace />;
  if (secondFactorNeeded) return <SecondFactorPage />;
  return (
    <AuthFrame
      title={signup.title}
      help={`Get ${formatNumber(SIGN_UP_CREDITS)} free credits and a ${TRIAL_DAYS}-day trial. ${cardNote}`}
      aside={<AccountOffer newAccount />}
      footer={
        <>
          Already have an account?{' '}
          <Link
            to="/login"
            state={state}
            className="font-medium text-accent underline-offset-4 hover:underline"
          >
            Log in
          </Link>
        </>
      }
    >
      <SignupForm />
      {clientConfig().providers.length > 0 && (
        <>
          <OrDivider />
          <div className="grid gap-3">
            <ProviderButtons intent="sign-up" />
          </div>
        </>
      )}
    </AuthFrame>
  );
}
