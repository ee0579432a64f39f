import { Link } from 'react-router';
import { AccountOffer } from '../../kit/auth/account-offer.tsx';
import { AuthFrame } from '../../kit/auth/auth-frame.tsx';
import { resetPassword } from './page.ts';
import { ResetForm } from './reset-form.tsx';

/** The page that links in password reset emails open. */
export function Component() {
  return (
    <AuthFrame
      title={resetPassword.title}
      help={resetPassword.description}
      aside={<AccountOffer />}
      footer={
        <>
          Link not working?{' '}
          <Link to="/forgot-password" className="font-medium text-accent underline-offset-4 hover:underline">
            Request a new one
          </Link>
        </>
      }
    >
      <ResetForm />
    </AuthFrame>
  );
}
