import { Fragment } from 'react';

/** Apple keyboards have Cmd where others have Ctrl. */
const MOD = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';

/** The keys of a shortcut, written as in key-presses.ts: "?", "g d", "mod+k". */
export function Kbd({ keys }: { keys: string }) {
  return (
    <span className="inline-flex shrink-0 items-center gap-1 text-xs text-muted-foreground">
      {keys.split(' ').map((step, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the steps of a sequence never change.
        <Fragment key={index}>
          {index > 0 && <span>then</span>}
          {step.split('+').map((key) => (
            <kbd
              key={key}
              className="inline-flex h-5 min-w-5 items-center justify-center rounded-sm border border-border bg-background px-1 font-sans"
            >
              {key === 'mod' ? MOD : key.length === 1 ? key.toUpperCase() : key}
            </kbd>
          ))}
        </Fragment>
      ))}
    </span>
  );
}
