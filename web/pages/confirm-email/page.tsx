import { useRef, useState } from 'react';
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router';
import { MESSAGES } from '#contract/messages.ts';
import { AuthFrame, AuthLink } from '../../kit/auth/auth-frame.tsx';
import { FailureAlert } from '../../kit/auth/failure-alert.tsx';
import { SecondFactorPage } from '../../kit/auth/second-factor.tsx';
import { authMessage, isUsedUp } from '../../lib/auth-failure.ts';
import { useSession } from '../../lib/session.tsx';
import { lastRetryAfterSeconds } from '../../lib/supabase.ts';
import { toast } from '../../lib/toast.ts';
import { Button } from '../../ui/button.tsx';
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
          ? `Click below to use the address this email was sent to. ${MESSAGES.settings.endsAccess}`
          : confirmEmail.description
      }
      footer={
        <>
          Didn't request this? <AuthLink to="/">Cancel</AuthLink>
        </>
      }
    >
      <ConfirmLink />
    </AuthFrame>
  );
}

/** The landing page for emailed links. It requires a click, so that link scanners don't use up the link. */
function ConfirmLink() {
  const { verifyMail } = useSession();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const [failure, setFailure] = useState<{ text: string; usedUp: boolean } | null>(null);
  const [busy, setBusy] = useState(false);
  const link = query.get('token_hash') ?? '';
  const changes = query.get('type') === 'email_change';

  const confirm = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await verifyMail({ type: changes ? 'email_change' : 'email', token_hash: link });
    } catch (error) {
      setFailure({ text: authMessage(error, lastRetryAfterSeconds()), usedUp: isUsedUp(error) });
      setBusy(false);
      return;
    }
    toast.success(changes ? MESSAGES.settings.emailChanged : MESSAGES.auth.loginSuccessful);
    await navigate(changes ? '/dashboard/settings' : '/dashboard', { replace: true });
  };

  if (!link || failure?.usedUp) {
    return (
      <FailureAlert
        text={failure?.text ?? MESSAGES.auth.linkInvalid}
        action={
          <Button asChild variant="secondary" size="sm">
            <Link to="/login">Log in</Link>
          </Button>
        }
      />
    );
  }
  return (
    <div className="grid gap-5">
      {failure && <FailureAlert text={failure.text} />}
      <Button size="lg" className="w-full" busy={busy} onClick={confirm}>
        {changes ? 'Use this address' : 'Log in'}
      </Button>
    </div>
  );
}
