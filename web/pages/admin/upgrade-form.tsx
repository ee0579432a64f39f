import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type RefObject, useState } from 'react';
import { Plan } from '#contract/account.ts';
import { AdminUpgradeInput, type AdminUpgradeReply } from '#contract/admin.ts';
import { SITE_CALLS } from '#contract/calls/site-calls.ts';
import { CallError } from '#contract/errors.ts';
import { ADMIN_RELOAD_MS } from '#contract/limits.ts';
import { MESSAGES } from '#contract/messages.ts';
import { invoke } from '../../lib/calls.ts';
import { formatPlan } from '../../lib/format.ts';
import { toast } from '../../lib/toast.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';
import { planTexts, type Way } from './plan-texts.ts';

/** The usual one first. */
const PLANS: readonly Plan[] = ['unlimited', 'premium', 'free'];

/** What is sent, and the way that is tried first. */
interface Attempt {
  typed: { email: string; adminKey: string; plan: Plan };
  first: Way;
}

interface UpgradeFormProps {
  adminKey: string;
  /** The key's field is in another form, which shows the error. */
  onKeyMissing: () => void;
  email: string;
  onEmail: (email: string) => void;
  /** the field of the email */
  field: RefObject<HTMLInputElement | null>;
  /** The page has something that a reload would lose. */
  keepsPage: RefObject<boolean>;
}

/**
 * Upgrades the account with an email to unlimited or to premium, or takes that back: through the server function, or directly
 * if that fails.
 */
export function UpgradeForm({ adminKey, onKeyMissing, email, onEmail, field, keepsPage }: UpgradeFormProps) {
  const [inputError, setInputError] = useState<string | null>(null);
  const [plan, setPlan] = useState<Plan>('unlimited');
  const upgrade = useMutation({
    mutationFn: async ({
      typed,
      first,
    }: Attempt): Promise<AdminUpgradeReply & { email: string; way: Way }> => {
      const input = AdminUpgradeInput.parse(typed);
      const send = async (way: Way) => ({
        ...(await invoke(upgradeCall(way), input)),
        email: input.email,
        way,
      });
      try {
        return await send(first);
      } catch (error) {
        // Fall back only if the function itself failed, not if it rejected the request.
        if (first === 'directly' || !(error instanceof CallError) || error.status < 500) throw error;
        return send('directly');
      }
    },
    onSuccess: ({ email: changed, way, success, error = '', note }, { typed }) => {
      const texts = planTexts(typed.plan);
      if (!success) {
        toast.error(texts.failed(error, way));
        return;
      }
      toast.success(texts.done(changed, way));
      if (note) return;
      setTimeout(() => {
        if (keepsPage.current) upgrade.reset();
        else location.reload();
      }, ADMIN_RELOAD_MS);
    },
    onError: (error, { typed }) => {
      const { failed, broke } = planTexts(typed.plan);
      const isRejected = error instanceof CallError && error.status < 500;
      toast.error(isRejected ? failed(error.message, 'via edge function') : broke);
    },
  });

  const start = (first: Way) => {
    const invalid = emailError(email);
    setInputError(invalid);
    if (!adminKey) onKeyMissing();
    if (!invalid && adminKey) upgrade.mutate({ typed: { email, adminKey, plan }, first });
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    start('via edge function');
  };
  const note = upgrade.data?.note;
  const done = upgrade.isSuccess && upgrade.data.success && note === undefined;
  const texts = planTexts(plan);
  return (
    <Card>
      <CardHeader>
        <CardTitle>Upgrade a user</CardTitle>
      </CardHeader>
      <CardContent>
        <form onSubmit={onSubmit} noValidate className="grid gap-4">
          <Field label="Email" error={inputError ?? undefined}>
            {(control) => (
              <Input
                {...control}
                ref={field}
                type="email"
                autoComplete="off"
                value={email}
                onChange={(event) => onEmail(event.target.value)}
              />
            )}
          </Field>
          <Field label="Plan" hint={texts.hint}>
            {(control) => (
              <Select {...control} value={plan} onChange={(event) => setPlan(Plan.parse(event.target.value))}>
                {PLANS.map((name) => (
                  <option key={name} value={name}>
                    {formatPlan(name)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          {note !== undefined && (
            <Alert tone="warning" title={upgrade.data?.email}>
              {note}
            </Alert>
          )}
          <div className="flex flex-wrap gap-2.5">
            <Button type="submit" busy={upgrade.isPending || done}>
              {texts.button}
            </Button>
            <Button
              variant="secondary"
              disabled={upgrade.isPending || done}
              onClick={() => start('directly')}
            >
              {texts.directButton}
            </Button>
          </div>
        </form>
      </CardContent>
    </Card>
  );
}

function upgradeCall(way: Way) {
  return way === 'directly' ? SITE_CALLS.adminUpgradeDirectly : SITE_CALLS.adminUpgrade;
}

/** What's wrong with the email, or null. */
function emailError(email: string): string | null {
  if (!email.trim()) return MESSAGES.admin.enterEmail;
  const parsed = AdminUpgradeInput.shape.email.safeParse(email);
  return parsed.success ? null : (parsed.error.issues[0]?.message ?? MESSAGES.auth.invalidEmail);
}
