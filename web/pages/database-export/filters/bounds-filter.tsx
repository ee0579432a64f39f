import { useCallback, useEffect, useId, useState } from 'react';
import { Input } from '../../../ui/input.tsx';
import { type Bounds, readBounds } from './connection-bounds.ts';

const DEBOUNCE_MS = 500;

const same = (bounds: Bounds, otherBounds: Bounds) =>
  bounds.min === otherBounds.min && bounds.max === otherBounds.max;

interface BoundsFilterProps {
  /** The applied bounds. */
  value: Bounds;
  onChange: (value: Bounds) => void;
}

/**
 * Minimum and maximum LinkedIn connections. Input applies after a delay, or immediately with Enter. Invalid
 * input shows an error and doesn't apply.
 */
export function BoundsFilter({ value, onChange }: BoundsFilterProps) {
  const [typed, setTyped] = useState(value);
  const [lastValue, setLastValue] = useState(value);
  const [sent, setSent] = useState(value);
  const [showErrors, setShowErrors] = useState(false);
  const id = useId();

  // Reset the text if the value changes from outside (Back), but not if our own update arrives while the user
  // types.
  if (!same(lastValue, value)) {
    setLastValue(value);
    if (!same(sent, value)) {
      setSent(value);
      setTyped(value);
      setShowErrors(false);
    }
  }

  const apply = useCallback(() => {
    const { bounds, errors } = readBounds(typed);
    setShowErrors(errors !== null);
    if (!bounds || same(bounds, sent)) return;
    setSent(bounds);
    onChange(bounds);
  }, [typed, sent, onChange]);
  useEffect(() => {
    if (same(typed, sent)) return;
    const timer = setTimeout(apply, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed, sent, apply]);

  const { errors } = readBounds(typed);
  // Don't show errors while the user is still typing a number.
  const shown = errors && (showErrors || same(typed, value)) ? errors : {};
  const change = (next: Bounds) => {
    setTyped(next);
    if (!readBounds(next).errors) setShowErrors(false);
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
      onBlur={() => setShowErrors(errors !== null)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') apply();
      }}
    />
  );
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-2">
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
