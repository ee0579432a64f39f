import { Download } from 'lucide-react';
import { useState } from 'react';
import type { AccountView } from '#contract/account.ts';
import { ACCOUNT_CALLS } from '#contract/calls/account-calls.ts';
import { MESSAGES } from '#contract/messages.ts';
import { useAccountExport } from '../../lib/account-export.ts';
import { failureMessage, invoke } from '../../lib/calls.ts';
import { useSession } from '../../lib/session.tsx';
import { toast } from '../../lib/toast.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { useRestoredFocus } from '../../ui/use-restored-focus.ts';
import { forgetAccount } from './forget-account.ts';
import { SettingsCard } from './settings-card.tsx';

/** Exports all account data as a file. */
export function DataCard() {
  const download = useAccountExport();
  return (
    <SettingsCard
      id="data"
      title="Your data"
      help="Download a JSON file with your profile, sessions, payments, credit history and all tasks with their results."
    >
      <div>
        <Button variant="secondary" busy={download.isPending} onClick={() => download.mutate()}>
          <Download aria-hidden /> Export my data
        </Button>
      </div>
    </SettingsCard>
  );
}

/** Deletes the account after the user types its email address. */
export function DeleteCard({ account: { email } }: { account: AccountView }) {
  const { user, signOut } = useSession();
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const matches = typed.trim().toLowerCase() === email;

  const remove = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await invoke(ACCOUNT_CALLS.accountDelete, { email: typed });
    } catch (error) {
      setFailure(failureMessage(error));
      setBusy(false);
      return;
    }
    toast.success(MESSAGES.settings.deleted);
    if (user) forgetAccount(user.id);
    // The dashboard layout redirects to the login page.
    await signOut();
  };

  const card = useRestoredFocus<HTMLDivElement>(open);

  return (
    <SettingsCard
      id="delete"
      title="Delete account"
      help="This permanently deletes your profile, credits, tasks and results, and cancels your subscription. If you sign up again, you won't get free credits."
    >
      <div ref={card} tabIndex={-1} className="outline-none">
        {open ? (
          <form
            noValidate
            className="grid gap-4"
            onSubmit={(event) => {
              event.preventDefault();
              if (matches && !busy) void remove();
            }}
          >
            {failure && <Alert tone="danger">{failure}</Alert>}
            <Field label={`Type ${email} to confirm`}>
              {(control) => (
                <Input
                  {...control}
                  autoComplete="off"
                  autoCapitalize="none"
                  spellCheck={false}
                  className="max-w-md"
                  value={typed}
                  onChange={(event) => setTyped(event.target.value)}
                />
              )}
            </Field>
            <div className="flex flex-wrap gap-3">
              <Button type="submit" variant="danger" busy={busy} disabled={!matches}>
                Delete my account and all data
              </Button>
              <Button variant="ghost" onClick={() => setOpen(false)}>
                Cancel
              </Button>
            </div>
          </form>
        ) : (
          <div>
            <Button variant="danger" onClick={() => setOpen(true)}>
              Delete account
            </Button>
          </div>
        )}
      </div>
    </SettingsCard>
  );
}
