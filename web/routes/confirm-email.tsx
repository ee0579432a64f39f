import { Link, useSearchParams } from 'react-router';
import { AccountOffer } from '../features/auth/account-offer.tsx';
import { AuthFrame } from '../features/auth/auth-frame.tsx';
import { ConfirmLink } from '../features/auth/confirm-link.tsx';

/** Where the links of sign-in mails and of address changes lead. */
export function Component() {
  const [query] = useSearchParams();
  const changes = query.get('type') === 'email_change';
  return (
    <AuthFrame
      title={changes ? 'Use this address' : 'Sign in'}
      help={
        changes
          ? 'Your account gets the address this email was sent to. Other sessions are logged out.'
          : 'Your email proves who you are. One press, and you are in.'
      }
      aside={<AccountOffer />}
      footer={
        <>
          Not what you wanted?{' '}
          <Link to="/" className="font-medium text-accent underline-offset-4 hover:underline">
            Leave it
          </Link>
        </>
      }
    >
      <ConfirmLink />
    </AuthFrame>
  );
}
