import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import { failureMessage } from '../../lib/calls.ts';
import { cn } from '../../lib/class-names.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';

interface NameFormProps {
  label: string;
  hint?: string;
  placeholder?: string;
  /** what a good name is; its message says what is wrong */
  schema: z.ZodType<string>;
  /** the name at first */
  name: string;
  /** the label of the button, by the name in the field */
  action: (name: string) => string;
  /** a failure is shown at the field */
  save: (name: string) => Promise<unknown>;
  /** empties the field after a save */
  clears?: boolean;
  className?: string;
}

/** Asks for one name, and saves it. */
export function NameForm({
  label,
  hint,
  placeholder,
  schema,
  name: first,
  action,
  save,
  clears = false,
  className,
}: NameFormProps) {
  const [name, setName] = useState(first);
  const [fault, setFault] = useState<string>();
  const saving = useMutation({
    mutationFn: save,
    onSuccess: () => clears && setName(''),
    onError: (error) => setFault(failureMessage(error)),
  });
  return (
    <form
      noValidate
      className={cn('grid gap-4', className)}
      onSubmit={(event) => {
        event.preventDefault();
        const checked = schema.safeParse(name);
        setFault(checked.error?.issues[0]?.message);
        if (checked.success && !saving.isPending) saving.mutate(checked.data);
      }}
    >
      <Field label={label} error={fault} hint={hint}>
        {(control) => (
          <Input
            {...control}
            value={name}
            maxLength={100}
            autoComplete="off"
            placeholder={placeholder}
            onChange={({ target }) => setName(target.value)}
          />
        )}
      </Field>
      <Button type="submit" busy={saving.isPending}>
        {action(name)}
      </Button>
    </form>
  );
}
