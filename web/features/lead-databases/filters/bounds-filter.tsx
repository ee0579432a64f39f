import { useCallback, useEffect, useId, useState } from 'react';
import { Input } from '../../../ui/input.tsx';
import { type Bounds, readBounds } from './connection-bounds.ts';

const SETTLED_AFTER_MS = 500;

const same = (a: Bounds, b: Bounds) => a.min === b.min && a.max === b.max;

interface BoundsFilterProps {
  /** in effect */
  value: Bounds;
  onChange: (value: Bounds) => void;
}

/**
 * LinkedIn connections from and to. What is typed counts after a moment, or with Enter at once; what is no whole number
 * is told of and not searched by.
 */
export function BoundsFilter({ value, onChange }: BoundsFilterProps) {
  const [typed, setTyped] = useState(value);
  const [seen, setSeen] = useState(value);
  const [sent, setSent] = useState(value);
  const [told, setTold] = useState(false);
  const id = useId();

  // Back comes from outside. What was sent from here returns while somebody may be typing on: that text stays.
  if (!same(seen, value)) {
    setSeen(value);
    if (!same(sent, value)) {
      setSent(value);
      setTyped(value);
      setTold(false);
    }
  }

  const settle = useCallback(() => {
    const { bounds, errors } = readBounds(typed);
    setTold(errors !== null);
    if (!bounds || same(bounds, sent)) return;
    setSent(bounds);
    onChange(bounds);
  }, [typed, sent, onChange]);
  useEffect(() => {
    if (same(typed, sent)) return;
    const timer = setTimeout(settle, SETTLED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [typed, sent, settle]);

  const { errors } = readBounds(typed);
  // Half a number is no mistake yet.
  const shown = errors && (told || same(typed, value)) ? errors : {};
  const change = (next: Bounds) => {
    setTyped(next);
    if (!readBounds(next).errors) setTold(false);
  };

  const field = (name: keyof Bounds, label: string) => (
    <Input
      inputMode="numeric"
      autoComplete="off"
      maxLength={20}
      aria-label={`${label} LinkedIn connections`}
      aria-invalid={shown[name] ? true : undefined}
      aria-describedby={shown[name] ? `${id}-${name}` : undefined}
      placeholder={label}
      value={typed[name]}
      onChange={(event) => change({ ...typed, [name]: event.target.value })}
      onBlur={() => setTold(errors !== null)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') settle();
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
      {(['min', 'max'] as const).map(
        (name) =>
          shown[name] && (
            <p key={name} id={`${id}-${name}`} role="alert" className="text-sm text-danger">
              {shown[name]}
            </p>
          ),
      )}
    </fieldset>
  );
}
