import { useQueryClient } from '@tanstack/react-query';
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
import {
  type Proof,
  ProofForm,
  SIGN_IN_METHODS_KEY,
  SignInMethodsWait,
  useSignInMethods,
} from './proof-form.tsx';
import { SettingsCard } from './settings-card.tsx';

const DELETE = 'Delete my account and all data';

/** Exports all account data as a file. */
export function DataCard() {
  const download = useAccountExport();
  return (
    <SettingsCard
      id="data"
      title="Your data"
      help="Download a JSON file with your profile, sessions, payments and credit history, and all lists and tasks with their rows and results."
    >
      <div>
        <Button variant="secondary" busy={download.isPending} onClick={() => download.mutate()}>
          <Download aria-hidden /> Export my data
        </Button>
      </div>
    </SettingsCard>
  );
}

/** Deletes the account after the user types its email address and proves who they are. */
export function DeleteCard({ account: { email } }: { account: AccountView }) {
  const { user, signOut } = useSession();
  const queries = useQueryClient();
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [proving, setProving] = useState(false);
  const { data: methods } = useSignInMethods();
  const withCode = methods?.twoFactor != null;
  const needsProof = methods?.passwordNeeded === true || withCode;
  const matches = typed.trim().toLowerCase() === email;

  const remove = async ({ currentPassword, code }: Partial<Proof>) => {
    try {
      await invoke(ACCOUNT_CALLS.accountDelete, { email: typed, currentPassword, code: code || undefined });
    } catch (error) {
      // What the session proves ends with time.
      await queries.invalidateQueries({ queryKey: SIGN_IN_METHODS_KEY });
      return failureMessage(error);
    }
    toast.success(MESSAGES.settings.deleted);
    // The dashboard layout redirects to the login page.
    await signOut();
    // Then nothing is open that keeps it again.
    if (user) forgetAccount(user.id);
    return null;
  };
  const submit = async () => {
    if (!matches || busy) return;
    if (needsProof) return setProving(true);
    setBusy(true);
    setFailure(await remove({}));
    setBusy(false);
  };
  const close = () => {
    setProving(false);
    setOpen(false);
  };

  const card = useRestoredFocus<HTMLDivElement>(proving ? 'proof' : open);

  return (
    <SettingsCard
      id="delete"
      title="Delete account"
      help="This permanently deletes your profile, credits, lists, tasks and results, and cancels your subscription. If you sign up again, you won't get free credits."
    >
      <div ref={card} tabIndex={-1} className="outline-none">
        {open && !methods ? (
          <SignInMethodsWait />
        ) : open && methods?.signInNeeded ? (
          <Alert tone="info">{MESSAGES.secondFactor.signInNeeded}</Alert>
        ) : open && proving && methods ? (
          <ProofForm
            methods={methods}
            withCode={withCode}
            danger
            button={DELETE}
            onProof={remove}
            onCancel={close}
          />
        ) : open ? (
          <form
            noValidate
            className="grid gap-4"
            onSubmit={(event) => {
              event.preventDefault();
              void submit();
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
                {DELETE}
              </Button>
              <Button variant="ghost" onClick={close}>
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
