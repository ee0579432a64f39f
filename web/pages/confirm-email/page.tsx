import { useRef } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router';
import { AccountOffer } from '../../kit/auth/account-offer.tsx';
import { AuthFrame } from '../../kit/auth/auth-frame.tsx';
import { SecondFactorPage } from '../../kit/auth/second-factor-page.tsx';
import { useSession } from '../../lib/session.tsx';
import { ConfirmLink } from './confirm-link.tsx';
import { confirmEmail } from './page.ts';

/** The page that links in sign-in and address-change emails open. */
export function Component() {
  const { user, secondFactorNeeded } = useSession();
  const [query] = useSearchParams();
  const wasNeeded = useRef(false);
  if (secondFactorNeeded) {
    wasNeeded.current = true;
    return <SecondFactorPage />;
  }
  if (wasNeeded.current) return <Navigate to={user ? '/dashboard' : '/login'} replace />;
  const changes = query.get('type') === 'email_change';
  return (
    <AuthFrame
      title={changes ? 'Use this address' : confirmEmail.title}
      help={
        changes
          ? 'Click below to use the address this email was sent to. This logs out your other sessions.'
          : confirmEmail.description
      }
      aside={<AccountOffer />}
      footer={
        <>
          Didn't request this?{' '}
          <Link to="/" className="font-medium text-accent underline-offset-4 hover:underline">
            Cancel
          </Link>
        </>
      }
    >
      <ConfirmLink />
    </AuthFrame>
  );
}
