import { type ReactNode, useId } from 'react';
import { Label } from './label.tsx';

interface FieldProps {
  label: string;
  /** What is wrong with the value. */
  error?: string | undefined;
  hint?: ReactNode;
  /** Stands at the right of the label. */
  aside?: ReactNode;
  /** Draws the control with these attributes on it. */
  children: (control: {
    id: string;
    'aria-invalid': true | undefined;
    'aria-describedby': string | undefined;
  }) => ReactNode;
}

/** A labelled control with its hint or error, tied together for screen readers. */
export function Field({ label, error, hint, aside, children }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  return (
    <div className="grid gap-1.5">
      <div className="flex items-baseline justify-between gap-4">
        <Label htmlFor={id}>{label}</Label>
        {aside}
      </div>
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': error || hint ? noteId : undefined,
      })}
      {error ? (
        <p id={noteId} className="text-sm text-danger">
          {error}
        </p>
      ) : (
        hint && (
          <p id={noteId} className="text-sm text-muted-foreground">
            {hint}
          </p>
        )
      )}
    </div>
  );
}
