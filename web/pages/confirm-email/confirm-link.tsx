import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { MESSAGES } from '#contract/messages.ts';
import { FailureText } from '../../kit/auth/failure-text.tsx';
import { authMessage } from '../../lib/auth-failure.ts';
import { useSession } from '../../lib/session.tsx';
import { lastRetryAfterSeconds } from '../../lib/supabase.ts';
import { toast } from '../../lib/toast.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';

/** The landing page for emailed links. It requires a click, so that link scanners don't use up the link. */
export function ConfirmLink() {
  const { verifyMail } = useSession();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const link = query.get('token_hash') ?? '';
  const changes = query.get('type') === 'email_change';

  const confirm = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await verifyMail({ type: changes ? 'email_change' : 'email', token_hash: link });
    } catch (error) {
      setFailure(authMessage(error, lastRetryAfterSeconds()));
      setBusy(false);
      return;
    }
    toast.success(changes ? MESSAGES.settings.emailChanged : MESSAGES.auth.loginSuccessful);
    await navigate(changes ? '/dashboard/settings' : '/dashboard', { replace: true });
  };

  if (!link || failure) {
    return (
      <Alert
        tone="danger"
        action={
          <Button asChild variant="secondary" size="sm">
            <Link to="/login">Log in</Link>
          </Button>
        }
      >
        <FailureText text={failure ?? MESSAGES.auth.linkInvalid} />
      </Alert>
    );
  }
  return (
    <Button size="lg" className="w-full" busy={busy} onClick={confirm}>
      {changes ? 'Use this address' : 'Log in'}
    </Button>
  );
}
