import { Link } from 'react-router';
import { AccountOffer } from '../features/auth/account-offer.tsx';
import { AuthFrame } from '../features/auth/auth-frame.tsx';
import { ResetForm } from '../features/auth/reset-form.tsx';

/** Where the link of a recovery mail leads. */
export function Component() {
  return (
    <AuthFrame
      title="Set a new password"
      help="It logs you in here, and everybody else out of your account."
      aside={<AccountOffer />}
      footer={
        <>
          The link does not work?{' '}
          <Link to="/forgot-password" className="font-medium text-accent underline-offset-4 hover:underline">
            Ask for a new one
          </Link>
        </>
      }
    >
      <ResetForm />
    </AuthFrame>
  );
}
