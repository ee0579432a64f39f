import type { ComponentProps } from 'react';
import { cn } from '../lib/class-names.ts';
import type { RowSort } from './row-sort.ts';

interface TableProps extends ComponentProps<'table'> {
  /** The name of the scroll area, for screen readers. */
  label: string;
  /** Classes of the scroll area, such as its max height. */
  boxClassName?: string;
  /** It takes the width of a card, so the cells at its edges keep to the padding of the card. */
  inCard?: boolean;
}

const IN_CARD =
  'md:[&_tr>:first-child]:pl-5 [&_tr>:first-child]:pl-4 md:[&_tr>:last-child]:pr-5 [&_tr>:last-child]:pr-4';

/**
 * A table that scrolls both ways in its own area, with a sticky header. Set `tabular-nums` on number cells
 * only: in text it widens hyphens and dots.
 */
export function Table({ label, boxClassName, inCard = false, className, ...props }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards must reach scroll areas (WCAG 2.1.1).
    <section aria-label={label} tabIndex={0} className={cn('relative overflow-auto', boxClassName)}>
      <table
        className={cn('w-full border-separate border-spacing-0 text-sm', inCard && IN_CARD, className)}
        {...props}
      />
    </section>
  );
}

export function TableHead({ className, ...props }: ComponentProps<'thead'>) {
  return <thead className={cn('text-left', className)} {...props} />;
}

export function TableBody(props: ComponentProps<'tbody'>) {
  return <tbody {...props} />;
}

export function TableRow({ className, ...props }: ComponentProps<'tr'>) {
  return <tr className={cn('group', className)} {...props} />;
}

/** `pinned` keeps the first column visible while the rest scrolls sideways; `sorted` sets `aria-sort`. */
export function TableHeaderCell({
  className,
  pinned,
  sorted,
  ...props
}: ComponentProps<'th'> & { pinned?: boolean; sorted?: RowSort | null }) {
  return (
    <th
      scope="col"
      aria-sort={sorted ? (sorted.descending ? 'descending' : 'ascending') : undefined}
      className={cn(
        'sticky top-0 z-10 h-10 border-b border-border bg-surface px-3 font-medium whitespace-nowrap text-muted-foreground',
        pinned && 'left-0 z-20',
        className,
      )}
      {...props}
    />
  );
}

/** A text that is cut off shows its start, also in a right-to-left script. */
export function TableCell({ className, pinned, ...props }: ComponentProps<'td'> & { pinned?: boolean }) {
  return (
    <td
      dir={typeof props.children === 'string' ? 'auto' : undefined}
      className={cn(
        'h-10 max-w-72 truncate text-left border-b border-border bg-card px-3 group-last:border-b-0 group-hover:bg-surface group-data-current:bg-accent-soft',
        pinned && 'sticky left-0 z-[5]',
        className,
      )}
      {...props}
    />
  );
}
