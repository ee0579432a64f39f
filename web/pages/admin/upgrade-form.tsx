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

/** The usual one first. */
const PLANS: readonly Plan[] = ['unlimited', 'premium', 'free'];

const HINTS: Readonly<Record<Plan, string>> = {
  unlimited: 'Includes every tool and extension.',
  premium: 'Includes the LinkedIn extensions. Everything else costs credits.',
  free: 'Takes back the plan that you gave. A subscription goes on.',
};

type Way = 'via edge function' | 'directly';

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
    mutationFn: async (first: Way): Promise<AdminUpgradeReply & { way: Way; email: string }> => {
      const input = AdminUpgradeInput.parse({ email, adminKey, plan });
      try {
        return { ...(await invoke(upgradeCall(first), input)), way: first, email: input.email };
      } catch (error) {
        // Fall back only if the function itself failed, not if it rejected the request.
        if (first === 'directly' || !(error instanceof CallError) || error.status < 500) throw error;
        return {
          ...(await invoke(SITE_CALLS.adminUpgradeDirectly, input)),
          way: 'directly',
          email: input.email,
        };
      }
    },
    onSuccess: ({ way, email: changed, success, error = '', note }) => {
      if (!success) {
        toast.error(failureText(plan, way, error));
        return;
      }
      toast.success(
        plan === 'free'
          ? `Took back the plan of ${changed} ${way}`
          : MESSAGES.admin.upgraded(changed, way, plan),
      );
      if (note) return;
      setTimeout(() => {
        if (keepsPage.current) upgrade.reset();
        else location.reload();
      }, ADMIN_RELOAD_MS);
    },
    onError: (error) =>
      toast.error(
        error instanceof CallError && error.status < 500
          ? failureText(plan, 'via edge function', error.message)
          : plan === 'free'
            ? MESSAGES.admin.takeBackBroke
            : MESSAGES.admin.upgradeBroke,
      ),
  });

  const start = (way: Way) => {
    const invalid = emailError(email);
    setInputError(invalid);
    if (!adminKey) onKeyMissing();
    if (!invalid && adminKey) upgrade.mutate(way);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    start('via edge function');
  };
  const noted = upgrade.data?.note === undefined ? null : upgrade.data;
  const done = upgrade.isSuccess && upgrade.data.success && !noted;
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
          <Field label="Plan" hint={HINTS[plan]}>
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
          {noted && (
            <Alert tone="warning" title={noted.email}>
              {noted.note}
            </Alert>
          )}
          <div className="flex flex-wrap gap-2.5">
            <Button type="submit" busy={upgrade.isPending || done}>
              {plan === 'free' ? 'Take the plan back' : `Upgrade to ${formatPlan(plan)}`}
            </Button>
            <Button
              variant="secondary"
              disabled={upgrade.isPending || done}
              onClick={() => start('directly')}
            >
              {plan === 'free' ? 'Take it back directly' : 'Upgrade directly'}
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

/** Why a plan could not be given or taken back. `error`: the server's reason, or empty. */
function failureText(plan: Plan, way: Way, error: string): string {
  if (plan === 'free') return MESSAGES.admin.takeBackFailed(error);
  return way === 'directly' && !error ? MESSAGES.payments.upgradeFailed : MESSAGES.admin.upgradeFailed(error);
}

/** What's wrong with the email, or null. */
function emailError(email: string): string | null {
  if (!email.trim()) return MESSAGES.admin.enterEmail;
  const parsed = AdminUpgradeInput.shape.email.safeParse(email);
  return parsed.success ? null : (parsed.error.issues[0]?.message ?? MESSAGES.auth.invalidEmail);
}
