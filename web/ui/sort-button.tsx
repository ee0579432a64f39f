import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '../lib/class-names.ts';
import type { RowSort } from './row-sort.ts';

interface SortButtonProps {
  /** this column's sort order; null if rows aren't sorted by it */
  sort: RowSort | null;
  onPress: () => void;
  children: ReactNode;
}

/** A column header that sorts the rows. The header cell has the `aria-sort`. */
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
