import type { UseFormRegisterReturn } from 'react-hook-form';
import { z } from 'zod';
import { NewApiKey } from '#contract/api-keys.ts';
import { parseWholeNumber } from '../../lib/whole-number.ts';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';

/** A budget as its field holds it: empty means none. */
export const BudgetText = z
  .string()
  .transform((text) => (text.trim() === '' ? null : (parseWholeNumber(text) ?? text)))
  .pipe(NewApiKey.shape.monthlyBudget.unwrap());

/** The field for the monthly budget of an API key. */
export function BudgetField({ field, error }: { field: UseFormRegisterReturn; error: string | undefined }) {
  return (
    <Field label="Monthly budget (optional)" error={error} hint="Credits per calendar month (UTC)">
      {(control) => (
        <Input {...control} inputMode="numeric" placeholder="No budget" autoComplete="off" {...field} />
      )}
    </Field>
  );
}
