import { Minus, Plus, X } from 'lucide-react';
import type { MouseEvent, RefObject } from 'react';
import { cn } from '../../../lib/class-names.ts';

interface ChipsProps {
  values: readonly string[];
  /** Shown with an icon and a label, not by color alone. */
  kind: 'include' | 'exclude';
  /** The name of the list for screen readers: "Job titles". */
  label: string;
  valueLabel?: (value: string) => string;
  /** The control that adds a value. It gets the focus after the last chip is removed. */
  adder: RefObject<HTMLElement | null>;
  onRemove: (value: string) => void;
}

/** The values of a filter as removable chips. */
export function Chips({ values, kind, label, valueLabel = (value) => value, adder, onRemove }: ChipsProps) {
  if (values.length === 0) return null;
  const Icon = kind === 'include' ? Plus : Minus;
  /** Moves the focus before removing a chip: to the next chip, else the previous one, else the adder. */
  const remove = (event: MouseEvent<HTMLButtonElement>, value: string) => {
    const chip = event.currentTarget.closest('li');
    const neighbor = chip?.nextElementSibling ?? chip?.previousElementSibling;
    const button = neighbor?.querySelector('button');
    if (button) button.focus();
    // Focus the text field only after a key press (detail 0), because a tap would open the on-screen
    // keyboard.
    else if (event.detail === 0) adder.current?.focus();
    onRemove(value);
  };
  const verb = kind === 'include' ? 'Include' : 'Exclude';
  return (
    <div className="min-w-0">
      <p className="text-xs text-muted-foreground">{verb}</p>
      <ul
        aria-label={`${label}: ${verb.toLowerCase()}`}
        className="mt-1 flex max-h-40 flex-wrap gap-1 overflow-y-auto"
      >
        {values.map((value) => (
          <li
            key={value}
            className={cn(
              'inline-flex max-w-full items-center gap-1 rounded-full border py-0.5 pr-0.5 pl-2 text-xs font-medium',
              kind === 'include'
                ? 'border-border bg-muted text-foreground'
                : 'border-dashed border-danger/40 bg-card text-danger',
            )}
          >
            <Icon aria-hidden className="size-3 shrink-0" />
            <span className="min-w-0 truncate" title={valueLabel(value)}>
              {valueLabel(value)}
            </span>
            <button
              type="button"
              onClick={(event) => remove(event, value)}
              aria-label={`Remove ${verb.toLowerCase()}d ${valueLabel(value)}`}
              className="flex size-6 shrink-0 items-center justify-center rounded-full -outline-offset-2! transition-colors hover:bg-foreground/10"
            >
              <X aria-hidden className="size-3" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
