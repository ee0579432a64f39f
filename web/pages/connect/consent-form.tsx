import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { z } from 'zod';
import type { AccountView } from '#contract/account.ts';
import { API_SCOPE_LABELS, API_SCOPE_TEXTS, NewApiKey } from '#contract/api-keys.ts';
import { CONNECTION_CALLS } from '#contract/calls/connection-calls.ts';
import {
  CONNECTION_BUDGET,
  CONNECTION_DAYS,
  CONNECTION_DAYS_MAX,
  type ConnectionRequest,
  type ConnectionView,
} from '#contract/connections.ts';
import { CheckList } from '../../kit/check-list.tsx';
import { dayAfter, endOfDay } from '../../kit/expiry-day.ts';
import { failureMessage, invoke } from '../../lib/calls.ts';
import { formatNumber } from '../../lib/format.ts';
import { useSession } from '../../lib/session.tsx';
import { parseWholeNumber } from '../../lib/whole-number.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';

interface ConsentFormProps {
  request: ConnectionRequest;
  view: ConnectionView;
  account: AccountView;
  /** Opens the address with the answer. */
  onLeave(address: string): void;
}

const WRONG_DAY = 'Choose a date in the future, at most a year from now';

const Values = z.object({
  scopes: NewApiKey.shape.scopes,
  budget: z.string().transform(parseWholeNumber).pipe(NewApiKey.shape.monthlyBudget.unwrap().unwrap()),
  expires: z.string().refine((day) => {
    const now = new Date();
    return day >= dayAfter(now, 1) && day < dayAfter(now, CONNECTION_DAYS_MAX);
  }, WRONG_DAY),
});

/** What the assistant may do, how much it may spend and for how long; and the decision. */
export function ConsentForm({ request, view, account, onLeave }: ConsentFormProps) {
  const { signOut } = useSession();
  const [failure, setFailure] = useState<string | null>(null);
  const [refusing, setRefusing] = useState(false);
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(Values),
    defaultValues: {
      scopes: view.scopes,
      budget: formatNumber(CONNECTION_BUDGET),
      expires: dayAfter(new Date(), CONNECTION_DAYS),
    },
  });
  const { errors, isSubmitting } = formState;
  const isLocked = account.plan !== 'unlimited';

  const decide = async (allow: z.output<typeof Values> | null) => {
    setFailure(null);
    try {
      const { returnTo } = await invoke(CONNECTION_CALLS.connectionDecide, {
        request,
        allow: allow && {
          scopes: allow.scopes,
          monthlyBudget: allow.budget,
          expiresAt: endOfDay(allow.expires),
        },
      });
      onLeave(returnTo);
    } catch (error) {
      setFailure(failureMessage(error));
    }
  };
  const changeAccount = () => {
    const { href } = window.location;
    void signOut();
    // Without a session, the page leads to the login and comes back.
    window.location.assign(href);
  };
  const cancel = async () => {
    setRefusing(true);
    await decide(null);
    setRefusing(false);
  };

  return (
    <form onSubmit={handleSubmit(decide)} noValidate className="mt-6 grid gap-5">
      {failure && <Alert tone="danger">{failure}</Alert>}
      {isLocked ? (
        <Alert
          tone="info"
          title="Assistants are part of the unlimited plan"
          action={
            <Button asChild size="sm">
              <Link to="/pricing">View pricing</Link>
            </Button>
          }
        >
          When you have it, start again in the assistant.
        </Alert>
      ) : (
        <>
          <CheckList
            legend="What it may do"
            options={view.scopes.map((scope) => ({
              value: scope,
              label: API_SCOPE_LABELS[scope],
              help: API_SCOPE_TEXTS[scope],
            }))}
            field={register('scopes')}
            error={errors.scopes?.message}
          />
          <div className="grid items-start gap-5 sm:grid-cols-2">
            <Field
              label="Monthly budget"
              error={errors.budget?.message}
              hint="The most credits it can spend in a calendar month (UTC)"
            >
              {(control) => (
                <Input {...control} inputMode="numeric" autoComplete="off" {...register('budget')} />
              )}
            </Field>
            <Field
              label="Connected until"
              error={errors.expires?.message}
              hint="The end of this day, at most a year from now"
            >
              {(control) => (
                <Input
                  {...control}
                  type="date"
                  min={dayAfter(new Date(), 1)}
                  max={dayAfter(new Date(), CONNECTION_DAYS_MAX - 1)}
                  {...register('expires')}
                />
              )}
            </Field>
          </div>
        </>
      )}
      <p className="text-sm break-words text-muted-foreground">
        You are logged in as {account.email}.{' '}
        <button
          type="button"
          className="font-medium text-accent underline-offset-4 hover:underline"
          onClick={changeAccount}
        >
          Use another account
        </button>
        {!isLocked && (
          <span className="mt-2 block">
            You can end the connection at any time: open API in the sidebar and revoke its key.
          </span>
        )}
      </p>
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" busy={refusing} onClick={() => void cancel()}>
          Cancel
        </Button>
        {!isLocked && (
          <Button type="submit" busy={isSubmitting}>
            Connect
          </Button>
        )}
      </div>
    </form>
  );
}
