import { Minus, Plus, X } from 'lucide-react';
import { cn } from '../../../lib/class-names.ts';

interface ChipsProps {
  values: readonly string[];
  /** said with each chip: an icon and a word, never colour alone */
  kind: 'include' | 'exclude';
  /** what the values are, for those who do not see them: "Job titles" */
  label: string;
  words?: (value: string) => string;
  onRemove: (value: string) => void;
}

/** The values that are filtered by, each to be taken away. */
export function Chips({ values, kind, label, words = (value) => value, onRemove }: ChipsProps) {
  if (values.length === 0) return null;
  const Icon = kind === 'include' ? Plus : Minus;
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
              onClick={() => onRemove(value)}
              aria-label={`Remove ${verb.toLowerCase()} ${words(value)}`}
              className="flex size-6 shrink-0 items-center justify-center rounded-full transition-colors hover:bg-foreground/10"
            >
              <X aria-hidden className="size-3" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
