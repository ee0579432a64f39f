import { useId } from 'react';
import { cn } from '#web/lib/class-names.ts';
import { WEBSITE_DEPTHS, WebsiteDepth } from '../definition.ts';

interface DepthChoiceProps {
  depth: WebsiteDepth;
  disabled: boolean;
  onChange: (depth: WebsiteDepth) => void;
}

/** How many pages of each site to read, with a line that explains the choice. */
export function DepthChoice({ depth, disabled, onChange }: DepthChoiceProps) {
  const id = useId();
  return (
    <fieldset
      aria-describedby={`${id}-text`}
      disabled={disabled}
      className="flex flex-wrap items-center gap-x-3 gap-y-1.5"
    >
      <legend className="sr-only">Pages to read on each site</legend>
      <div className="grid w-full grid-cols-3 rounded-md bg-muted p-0.5 sm:w-auto">
        {WebsiteDepth.options.map((each) => (
          <label
            key={each}
            className={cn(
              'flex h-8 cursor-pointer items-center justify-center rounded-sm px-3 text-sm font-medium transition-colors',
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
              each === depth
                ? 'bg-selected text-foreground shadow-sm'
                : 'text-muted-foreground hover:text-foreground',
            )}
          >
            <input
              type="radio"
              name={id}
              value={each}
              checked={each === depth}
              onChange={() => onChange(each)}
              className="sr-only"
            />
            {WEBSITE_DEPTHS[each].label}
          </label>
        ))}
      </div>
      <p id={`${id}-text`} className="min-w-0 text-sm text-muted-foreground">
        {WEBSITE_DEPTHS[depth].text} Each depth costs the same.
      </p>
    </fieldset>
  );
}
