import { useQueryClient } from '@tanstack/react-query';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { AccountView } from '#contract/account.ts';
import { CALLS } from '#contract/calls.ts';
import { MESSAGES } from '#contract/messages.ts';
import { ACCOUNT_KEY } from '../../lib/account.ts';
import { invoke, messageOf } from '../../lib/calls.ts';
import { toast } from '../../lib/toast.ts';
import { Alert } from '../../ui/alert.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CodeForm } from './code-form.tsx';
import { EmailChange } from './email-change.tsx';
import { SESSIONS_KEY } from './sessions-card.tsx';
import { SettingsCard } from './settings-card.tsx';

/** Shows the email address, and confirms or changes it. */
export function EmailCard({ account }: { account: AccountView }) {
  const { email, emailConfirmed } = account;
  return (
    <SettingsCard
      id="email"
      title="Email"
      help={
        emailConfirmed
          ? 'You confirmed that this address is yours.'
          : 'Confirm this address so no one else can claim it.'
      }
      aside={
        <Badge tone={emailConfirmed ? 'success' : 'warning'}>
          {emailConfirmed ? <CircleCheck aria-hidden /> : <TriangleAlert aria-hidden />}
          {emailConfirmed ? 'Confirmed' : 'Not confirmed'}
        </Badge>
      }
    >
      <p className="font-medium break-all">{email}</p>
      {!emailConfirmed && <Confirmation email={email} />}
      <EmailChange current={email} />
    </SettingsCard>
  );
}

function Confirmation({ email }: { email: string }) {
  const queries = useQueryClient();
  const [sent, setSent] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const send = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await invoke(CALLS.sendConfirmation, {});
      setSent(true);
    } catch (error) {
      setFailure(messageOf(error));
    }
    setBusy(false);
  };
  const confirm = async (code: string) => {
    try {
      const { passwordEnded } = await invoke(CALLS.confirmEmail, { code });
      const { confirmed, confirmedPasswordEnded } = MESSAGES.settings;
      toast.success(passwordEnded ? confirmedPasswordEnded : confirmed);
    } catch (error) {
      return messageOf(error);
    }
    await queries.invalidateQueries({ queryKey: ACCOUNT_KEY });
    await queries.invalidateQueries({ queryKey: SESSIONS_KEY });
    return null;
  };

  return (
    <div className="grid gap-4">
      {failure && <Alert tone="danger">{failure}</Alert>}
      {sent && !failure && <Alert tone="info">{MESSAGES.settings.codeSent(email)}</Alert>}
      {sent && <CodeForm button="Confirm" onCode={confirm} />}
      <div>
        <Button variant="secondary" busy={busy} onClick={send}>
          {sent ? 'Send another code' : 'Send code'}
        </Button>
      </div>
    </div>
  );
}
