import { useEffect, useId, useState } from 'react';
import { Input } from '../../../ui/input.tsx';

interface Bounds {
  min: string;
  max: string;
}

const APPLY_AFTER_MS = 500;

/** LinkedIn connections from and to; what is typed counts after a moment, or with Enter at once. */
export function BoundsFilter({ value, onChange }: { value: Bounds; onChange: (value: Bounds) => void }) {
  const [typed, setTyped] = useState(value);
  const [given, setGiven] = useState(value);
  const id = useId();

  // Back and a cleared filter come from outside.
  if (given.min !== value.min || given.max !== value.max) {
    setGiven(value);
    setTyped(value);
  }
  const differs = typed.min !== value.min || typed.max !== value.max;
  useEffect(() => {
    if (!differs) return;
    const timer = setTimeout(() => onChange(typed), APPLY_AFTER_MS);
    return () => clearTimeout(timer);
  }, [differs, typed, onChange]);

  const crossed = typed.min !== '' && typed.max !== '' && Number(typed.min) > Number(typed.max);
  const field = (name: keyof Bounds, label: string) => (
    <Input
      type="number"
      inputMode="numeric"
      min={0}
      max={999_999_999}
      aria-label={`${label} LinkedIn connections`}
      aria-invalid={crossed || undefined}
      aria-describedby={crossed ? `${id}-note` : undefined}
      placeholder={label}
      value={typed[name]}
      onChange={(event) => setTyped({ ...typed, [name]: event.target.value.replace(/\D/g, '').slice(0, 9) })}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && differs) onChange(typed);
      }}
    />
  );
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 font-medium">LinkedIn Connections</legend>
      <div className="grid grid-cols-2 gap-2">
        {field('min', 'Min')}
        {field('max', 'Max')}
      </div>
      {crossed && (
        <p id={`${id}-note`} className="text-sm text-danger">
          Min is above Max: nobody can match.
        </p>
      )}
    </fieldset>
  );
}
