import { zodResolver } from '@hookform/resolvers/zod';
import type { ReactNode } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { z } from 'zod';
import type { AccountView } from '#contract/account.ts';
import type { TaskView } from '#contract/tasks.ts';
import { Quote } from '#web/kit/quote.tsx';
import { StartFailure } from '#web/kit/start-failure.tsx';
import { useSpend } from '#web/kit/use-spend.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card, CardContent, CardFooter } from '#web/ui/card.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import type { EmailRow } from '../definition.ts';
import { itemsOfOneRow, oneRowCsv } from './upload.ts';
import { useSavedFields } from './use-saved-fields.ts';
import { useStartList } from './use-start-list.ts';

interface SingleFormProps {
  accountId: string;
  account: AccountView | undefined;
  onStarted: (task: TaskView) => void;
  /** the last answer, whose input fills the form again after a reload */
  last: EmailRow | null;
}

const text = z.string().trim().max(200, 'Use 200 characters or fewer');
const Person = z
  .object({
    first_name: text,
    last_name: text,
    domain: text.regex(/\./, 'Enter a domain like example.com'),
  })
  .refine(({ first_name, last_name }) => first_name !== '' || last_name !== '', {
    path: ['first_name'],
    error: 'Enter a name',
  });
const Address = z.object({
  email: z.string().trim().max(1000).regex(/@/, 'Enter an email address like jane@example.com'),
});

const NOBODY = { first_name: '', last_name: '', domain: '' };
const NO_ADDRESS = { email: '' };

/** The form of a single lookup. */
export default function SingleForm({ mode, ...props }: SingleFormProps & { mode: 'find' | 'verify' }) {
  return mode === 'find' ? <SingleFinder {...props} /> : <SingleVerifier {...props} />;
}

/** Finds the email of one person, as a list of one row (spec lead tools §2). */
function SingleFinder({ accountId, account, onStarted, last }: SingleFormProps) {
  const saved = useSavedFields('find', accountId, NOBODY);
  const start = useStartList(onStarted, () => saved.forget(getValues()));
  const { control, register, handleSubmit, formState, getValues } = useForm({
    resolver: zodResolver(Person),
    values: saved.first ?? {
      first_name: last?.first_name ?? '',
      last_name: last?.last_name ?? '',
      domain: last?.domain ?? '',
    },
    resetOptions: { keepDirtyValues: true },
  });
  const { errors } = formState;
  const person = useWatch({ control });
  return (
    <SingleCard
      account={account}
      noun="person"
      count={itemsOfOneRow(person)}
      submitLabel="Find email"
      note="Free if we find no email, or if you paid for this person recently."
      busy={start.isPending}
      error={start.error}
      onTyped={() => saved.save(getValues())}
      onSubmit={(spend) =>
        handleSubmit((wanted) => spend(() => start.mutate({ input: { csv_content: oneRowCsv(wanted) } })))
      }
    >
      <div className="grid grid-cols-1 gap-4 items-start sm:grid-cols-3">
        <Field label="First name" error={errors.first_name?.message}>
          {(control) => <Input {...control} autoComplete="off" {...register('first_name')} />}
        </Field>
        <Field label="Last name" error={errors.last_name?.message}>
          {(control) => <Input {...control} autoComplete="off" {...register('last_name')} />}
        </Field>
        <Field label="Domain" error={errors.domain?.message}>
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              placeholder="example.com"
              {...register('domain')}
            />
          )}
        </Field>
      </div>
    </SingleCard>
  );
}

/** Verifies one email address. */
function SingleVerifier({ accountId, account, onStarted, last }: SingleFormProps) {
  const saved = useSavedFields('verify', accountId, NO_ADDRESS);
  const start = useStartList(onStarted, () => saved.forget(getValues()));
  const { control, register, handleSubmit, formState, getValues } = useForm({
    resolver: zodResolver(Address),
    values: saved.first ?? { email: last?.address ?? '' },
    resetOptions: { keepDirtyValues: true },
  });
  const address = useWatch({ control });
  return (
    <SingleCard
      account={account}
      noun="email"
      count={itemsOfOneRow(address)}
      submitLabel="Verify email"
      note="Unknown and invalid addresses are free, and so are those you verified recently."
      busy={start.isPending}
      error={start.error}
      onTyped={() => saved.save(getValues())}
      onSubmit={(spend) =>
        handleSubmit((wanted) => spend(() => start.mutate({ input: { csv_content: oneRowCsv(wanted) } })))
      }
    >
      <Field label="Email address" error={formState.errors.email?.message}>
        {(control) => (
          <Input
            {...control}
            inputMode="email"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            placeholder="jane@example.com"
            {...register('email')}
          />
        )}
      </Field>
    </SingleCard>
  );
}

interface SingleCardProps {
  account: AccountView | undefined;
  noun: string;
  /** how many items the fields start */
  count: number;
  submitLabel: string;
  /** what is free */
  note: string;
  busy: boolean;
  error: Error | null;
  /** Called after each change of a field. */
  onTyped: () => void;
  /** Returns what checks the fields and then starts, by `spend`. */
  onSubmit: (spend: (start: () => void) => void) => () => Promise<void>;
  children: ReactNode;
}

function SingleCard(props: SingleCardProps) {
  const { account, noun, count, submitLabel, note, busy, error, onTyped, onSubmit, children } = props;
  const { spend, isWaiting, question } = useSpend(account);
  const submit = onSubmit((go) => spend({ action: submitLabel, cost: count, upTo: true, go }));
  return (
    <Card>
      {question}
      <form
        noValidate
        onChange={onTyped}
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) void submit();
        }}
      >
        <CardContent className="grid grid-cols-1 gap-4">
          {children}
          {error && <StartFailure error={error} />}
        </CardContent>
        <CardFooter>
          <Quote count={count} noun={noun} account={account} note={note} />
          <Button type="submit" busy={busy || isWaiting} className="w-full sm:w-auto">
            {busy ? 'Starting…' : submitLabel}
          </Button>
        </CardFooter>
      </form>
    </Card>
  );
}
