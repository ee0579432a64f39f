import { Columns3 } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '../ui/popover.tsx';

interface ColumnPickerProps {
  columns: readonly string[];
  hidden: readonly string[];
  onHidden: (change: (before: readonly string[]) => string[]) => void;
  /** sets all columns back to their own width; null if they have it */
  onResetWidths?: (() => void) | null;
  /** a column as people read it */
  toTitle: (column: string) => string;
  className?: string;
}

/** Chooses which columns the table shows. The first column, with the name, always stays. */
export function ColumnPicker({
  columns,
  hidden,
  onHidden,
  onResetWidths,
  toTitle,
  className,
}: ColumnPickerProps) {
  const optional = columns.slice(1);
  const shown = columns.filter((column) => !hidden.includes(column)).length;
  return (
    <Popover>
      <PopoverTrigger>
        <Button variant="secondary" size="sm" className={className}>
          <Columns3 aria-hidden />
          Columns
          <span className="text-muted-foreground tabular-nums">
            {shown} of {columns.length}
          </span>
        </Button>
      </PopoverTrigger>
      <PopoverContent
        align="end"
        // Below its button, where it covers no heading.
        avoidCollisions={false}
        aria-label="Columns"
        className="w-72"
      >
        <div className="flex justify-between px-2 pt-2">
          <Button variant="ghost" size="sm" disabled={hidden.length === 0} onClick={() => onHidden(() => [])}>
            Show all
          </Button>
          <Button
            variant="ghost"
            size="sm"
            disabled={shown === 1}
            onClick={() => onHidden(() => [...optional])}
          >
            Hide all
          </Button>
        </div>
        <fieldset
          aria-label="Columns"
          className="max-h-[clamp(8rem,calc(var(--radix-popover-content-available-height)-3rem),20rem)] overflow-y-auto p-2"
        >
          {optional.map((column) => (
            <label
              key={column}
              className="flex min-h-8 cursor-pointer items-center gap-2 rounded-md px-2 hover:bg-muted has-focus-visible:bg-muted"
            >
              <input
                type="checkbox"
                checked={!hidden.includes(column)}
                onChange={({ target: { checked } }) =>
                  onHidden((before) => {
                    const others = before.filter((name) => name !== column);
                    return checked ? others : [...others, column];
                  })
                }
                className="size-4 shrink-0 accent-(--accent)"
              />
              <span className="min-w-0 wrap-anywhere">{toTitle(column)}</span>
            </label>
          ))}
        </fieldset>
        {onResetWidths && (
          <div className="border-t border-border p-2">
            <Button variant="ghost" size="sm" onClick={onResetWidths}>
              Reset column widths
            </Button>
          </div>
        )}
      </PopoverContent>
    </Popover>
  );
}
