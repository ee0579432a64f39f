import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatNumber } from '../lib/format.ts';
import { Button } from '../ui/button.tsx';
import type { RowSelection } from './use-row-selection.ts';

interface SelectionBarProps {
  selection: RowSelection;
  /** rows that match the filter */
  total: number;
  /** what can be done with the selected rows */
  children: ReactNode;
}

/** How many rows are selected, and what can be done with them. Nothing without a selection. */
export function SelectionBar({ selection, total, children }: SelectionBarProps) {
  const { ids, all } = selection;
  const count = all ? total : ids.size;
  return (
    <section
      aria-label="Selected rows"
      className={
        count === 0
          ? 'sr-only'
          : 'flex w-full flex-wrap items-center gap-2 rounded-lg bg-accent-soft px-3 py-2 animate-fade-in'
      }
    >
      <p role="status" className="mr-1 text-sm font-medium tabular-nums">
        {count > 0 && `${formatNumber(count)} selected`}
      </p>
      {count > 0 && (
        <>
          {!all && total > count && (
            <Button variant="ghost" size="sm" onClick={selection.selectAll}>
              Select all {formatNumber(total)}
            </Button>
          )}
          {children}
          <Button variant="ghost" size="sm" className="ml-auto" onClick={selection.clear}>
            <X aria-hidden />
            Clear
          </Button>
        </>
      )}
    </section>
  );
}
