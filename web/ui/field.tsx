import { type ReactNode, useId } from 'react';
import { Label } from './label.tsx';

interface FieldProps {
  label: string;
  /** What's wrong with the value. */
  error?: string | undefined;
  hint?: ReactNode;
  /** Shown to the right of the label. */
  aside?: ReactNode;
  /** Renders the control with these attributes. */
  children: (control: {
    id: string;
    'aria-invalid': true | undefined;
    'aria-describedby': string | undefined;
  }) => ReactNode;
}

/** A labeled control with its hint or error, linked for screen readers. */
export function Field({ label, error, hint, aside, children }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 gap-y-1.5">
      <Label htmlFor={id}>{label}</Label>
      <div className="col-span-2 row-start-2">
        {children({
          id,
          'aria-invalid': error ? true : undefined,
          'aria-describedby': error || hint ? noteId : undefined,
        })}
      </div>
      {/* Above the control on screen, after it in the tab order. */}
      {aside && <div className="col-start-2 row-start-1">{aside}</div>}
      {error ? (
        <p id={noteId} className="col-span-2 text-sm text-danger">
          {error}
        </p>
      ) : (
        hint && (
          <p id={noteId} className="col-span-2 text-sm text-muted-foreground">
            {hint}
          </p>
        )
      )}
    </div>
  );
}
