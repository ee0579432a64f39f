import { Link, useLocation } from 'react-router';
import { AccountOffer } from '../../kit/auth/account-offer.tsx';
import { AuthFrame } from '../../kit/auth/auth-frame.tsx';
import { ForgotForm } from './forgot-form.tsx';

export function Component() {
  const { state } = useLocation();
  return (
    <AuthFrame
      title="Forgot your password?"
      help="We'll email you a link to set a new one."
      aside={<AccountOffer />}
      footer={
        <>
          Remember your password?{' '}
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
      <ForgotForm />
    </AuthFrame>
  );
}
