import { OperatorContact } from '../operator-contact.tsx';
import { AccountOffer } from './account-offer.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { SecondFactorForm } from './second-factor-form.tsx';

/** The second step of a login, as a page. */
export function SecondFactorPage() {
  return (
    <AuthFrame
      title="Enter your code"
      help="Open your authenticator app and enter its code for Leadwell."
      aside={<AccountOffer />}
      footer={
        <>
          Lost your app and your recovery codes? <OperatorContact />
        </>
      }
    >
      <SecondFactorForm />
    </AuthFrame>
  );
}
