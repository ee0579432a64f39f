import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '../lib/class-names.ts';
import type { RowSort } from './row-sort.ts';

interface SortButtonProps {
  /** how rows are ordered by this column; null while they are not */
  sort: RowSort | null;
  onPress: () => void;
  children: ReactNode;
}

/** A column's name that orders the rows by it. Its cell says the order to those who listen (`aria-sort`). */
export function SortButton({ sort, onPress, children }: SortButtonProps) {
  const Icon = sort ? (sort.descending ? ArrowDown : ArrowUp) : ChevronsUpDown;
  return (
    <button
      type="button"
      onClick={onPress}
      className={cn(
        'group/sort -mx-1 inline-flex h-7 max-w-[calc(100%+0.5rem)] items-center gap-1 rounded-md px-1 font-medium transition-colors hover:bg-muted hover:text-foreground',
        sort && 'text-foreground',
      )}
    >
      <span className="truncate">{children}</span>
      <Icon
        aria-hidden
        className={cn('size-3.5 shrink-0', !sort && 'opacity-40 group-hover/sort:opacity-80')}
      />
    </button>
  );
}
