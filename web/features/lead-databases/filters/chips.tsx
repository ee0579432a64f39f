import { Minus, Plus, X } from 'lucide-react';
import type { MouseEvent, RefObject } from 'react';
import { cn } from '../../../lib/class-names.ts';

interface ChipsProps {
  values: readonly string[];
  /** said with each chip: an icon and a word, never colour alone */
  kind: 'include' | 'exclude';
  /** what the values are, for those who do not see them: "Job titles" */
  label: string;
  words?: (value: string) => string;
  /** what adds a value: it has the focus once the last chip is gone */
  adder: RefObject<HTMLElement | null>;
  onRemove: (value: string) => void;
}

/** The values that are filtered by, each to be taken away. */
export function Chips({ values, kind, label, words = (value) => value, adder, onRemove }: ChipsProps) {
  if (values.length === 0) return null;
  const Icon = kind === 'include' ? Plus : Minus;
  /** The focus goes on before its chip goes: to the next one, else the one before, else to what adds. */
  const remove = (event: MouseEvent<HTMLButtonElement>, value: string) => {
    const chip = event.currentTarget.closest('li');
    const beside = chip?.nextElementSibling ?? chip?.previousElementSibling;
    const button = beside?.querySelector('button');
    if (button) button.focus();
    // Who taps a chip away wants no keyboard on the screen: only a key press (detail 0) leads into a text field.
    else if (event.detail === 0) adder.current?.focus();
    onRemove(value);
  };
  const verb = kind === 'include' ? 'Include' : 'Exclude';
  return (
    <div>
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
            <span className="truncate" title={words(value)}>
              {words(value)}
            </span>
            <button
              type="button"
              onClick={(event) => remove(event, value)}
              aria-label={`Remove ${verb.toLowerCase()} ${words(value)}`}
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
