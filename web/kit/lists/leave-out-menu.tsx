import { UserRoundX } from 'lucide-react';
import type { ListView } from '#contract/lists.ts';
import { formatNumber } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '../../ui/popover.tsx';

interface LeaveOutMenuProps {
  /** the exclusion lists of the account, without the one on screen */
  exclusions: readonly ListView[];
  /** the IDs of those in use */
  chosen: readonly string[];
  /** rows or leads that they leave out; null if that can't be counted */
  leftOut: number | null;
  onChosen: (chosen: string[]) => void;
  /** what isn't done with these people, such as "shown, run or exported" */
  without: string;
}

/** Chooses the exclusion lists whose people and companies are left out. */
export function LeaveOutMenu({ exclusions, chosen, leftOut, onChosen, without }: LeaveOutMenuProps) {
  return (
    <Popover>
      <PopoverTrigger>
        <Button variant="secondary" size="sm">
          <UserRoundX aria-hidden />
          Left out
          {leftOut !== null && (
            <span className="text-muted-foreground tabular-nums">{formatNumber(leftOut)}</span>
          )}
        </Button>
      </PopoverTrigger>
      <PopoverContent align="end" aria-label="Left out" className="w-72 p-3">
        <fieldset aria-label="Leave out people in" className="max-h-64 overflow-y-auto">
          <p className="px-1 pb-2 text-sm text-muted-foreground">
            People and companies in these lists aren’t {without}.
          </p>
          {exclusions.map(({ id, name }) => (
            <label
              key={id}
              className="flex min-h-8 cursor-pointer items-center gap-2.5 rounded-md px-1 hover:bg-muted"
            >
              <input
                type="checkbox"
                className="size-4 shrink-0 accent-(--accent)"
                checked={chosen.includes(id)}
                onChange={({ target }) =>
                  onChosen(target.checked ? [...chosen, id] : chosen.filter((other) => other !== id))
                }
              />
              <span className="min-w-0 truncate">{name}</span>
            </label>
          ))}
        </fieldset>
      </PopoverContent>
    </Popover>
  );
}
