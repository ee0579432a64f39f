import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { ConfirmationCode } from '#contract/auth.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';

const CodeValues = z.object({ code: ConfirmationCode });

interface CodeFormProps {
  button: string;
  /** Resolves to an error message, or null if the code was accepted. */
  onCode: (code: string) => Promise<string | null>;
}

/** The field for an emailed code. */
export function CodeForm({ button, onCode }: CodeFormProps) {
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(CodeValues),
    defaultValues: { code: '' },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async ({ code }) => setFailure(await onCode(code)));
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      {failure && <Alert tone="danger">{failure}</Alert>}
      <Field label="Code from the email" error={errors.code?.message}>
        {(control) => (
          <div className="flex flex-wrap gap-3">
            <Input
              {...control}
              inputMode="numeric"
              autoComplete="one-time-code"
              className="w-40 tabular-nums"
              {...register('code')}
            />
            <Button type="submit" busy={isSubmitting}>
              {button}
            </Button>
          </div>
        )}
      </Field>
    </form>
  );
}
