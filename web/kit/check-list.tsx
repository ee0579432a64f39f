import { useId } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';

interface CheckListProps {
  legend: string;
  options: readonly { value: string; label: string; help: string }[];
  /** of the form, which gets the values that are checked */
  field: UseFormRegisterReturn;
  error?: string | undefined;
}

/** Check boxes of one field of a form, each with a sentence that explains it. */
export function CheckList({ legend, options, field, error }: CheckListProps) {
  const errorId = useId();
  return (
    <fieldset aria-describedby={error ? errorId : undefined}>
      <legend className="mb-1.5 font-medium">{legend}</legend>
      <div className="grid gap-2">
        {options.map(({ value, label, help }) => (
          <label key={value} className="flex items-start gap-2.5">
            <input
              type="checkbox"
              value={value}
              className="mt-0.5 size-4 shrink-0 accent-accent"
              {...field}
            />
            <span>
              <span className="font-medium">{label}</span>
              <span className="block text-sm text-muted-foreground">{help}</span>
            </span>
          </label>
        ))}
      </div>
      {error && (
        <p id={errorId} className="mt-1.5 text-sm text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}
