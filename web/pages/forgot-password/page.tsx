import { Link, useLocation } from 'react-router';
import { AccountOffer } from '../../kit/auth/account-offer.tsx';
import { AuthFrame } from '../../kit/auth/auth-frame.tsx';
import { ForgotForm } from './forgot-form.tsx';
import { forgotPassword } from './page.ts';

export function Component() {
  const { state } = useLocation();
  return (
    <AuthFrame
      title={forgotPassword.title}
      help={forgotPassword.description}
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
