import { ListFilter, X } from 'lucide-react';
import { useState } from 'react';
import { COLUMN_CONDITIONS_MAX, conditionsFit, oneOfValues } from '#contract/column-conditions.ts';
import { Button } from '../ui/button.tsx';
import { LoadedPopoverContent, Popover, PopoverContent, PopoverTrigger } from '../ui/popover.tsx';
import { useRestoredFocus } from '../ui/use-restored-focus.ts';
import type { ConditionFormProps } from './condition-form.tsx';
import type { CardColumn } from './grid-column.ts';
import {
  type ColumnFilter,
  filterFields,
  rowConditions,
  withColumnFilter,
  withoutColumnFilter,
} from './row-filter.ts';

const loadForm = () => import('./condition-form.tsx');

interface ColumnFiltersProps {
  columns: readonly CardColumn[];
  where: readonly ColumnFilter[];
  /** changes the latest filters, which may be newer than those on screen */
  onWhere: (change: (before: readonly ColumnFilter[]) => readonly ColumnFilter[]) => void;
}

interface FilterMenuProps extends ColumnFiltersProps {
  /** shows only one status */
  onShow?: (show: string) => void;
  className?: string;
}

/** Adds a filter of one column. */
export function FilterMenu({ columns, where, onWhere, onShow = () => {}, className }: FilterMenuProps) {
  const [open, setOpen] = useState(false);
  const panel = { align: 'end', 'aria-label': 'Filter by column', className: 'w-72 p-3' } as const;
  const done = <T,>(work: (value: T) => void) => {
    return (value: T) => {
      work(value);
      setOpen(false);
    };
  };
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger>
        <Button variant="secondary" size="sm" className={className}>
          <ListFilter aria-hidden />
          Filter
          {where.length > 0 && <span className="text-muted-foreground tabular-nums">{where.length}</span>}
        </Button>
      </PopoverTrigger>
      {where.length >= COLUMN_CONDITIONS_MAX ? (
        <PopoverContent {...panel}>
          <p>A table has at most {COLUMN_CONDITIONS_MAX} filters. Remove one first.</p>
        </PopoverContent>
      ) : (
        <LoadedPopoverContent<ConditionFormProps>
          {...panel}
          load={loadForm}
          content={{
            columns: columns.filter((column) => filterFields(column).length > 0),
            onShow: done(onShow),
            fits: (added) =>
              conditionsFit(JSON.stringify(rowConditions({ where: withFilters(where, added) }, columns))),
            onAdd: done((added: readonly ColumnFilter[]) => onWhere((before) => withFilters(before, added))),
          }}
        />
      )}
    </Popover>
  );
}

function withFilters(before: readonly ColumnFilter[], added: readonly ColumnFilter[]): ColumnFilter[] {
  return added.reduce<ColumnFilter[]>(withColumnFilter, [...before]).slice(0, COLUMN_CONDITIONS_MAX);
}

/** The filters of columns in use, each with a button that removes it. */
export function FilterChips({ columns, where, onWhere }: ColumnFiltersProps) {
  // A removed filter takes its button, and the focus, with it.
  const list = useRestoredFocus<HTMLUListElement>(where.length);
  return (
    <ul
      ref={list}
      tabIndex={-1}
      aria-label="Filters"
      // Not both: a hidden list that takes the full width makes the page scroll sideways.
      className={where.length === 0 ? 'sr-only' : 'flex w-full flex-wrap items-center gap-2 outline-none'}
    >
      {where.map((columnFilter) => {
        const text = filterText(columnFilter, columns);
        return (
          <li key={`${columnFilter.column} ${columnFilter.is} ${columnFilter.value}`} className="min-w-0">
            <button
              type="button"
              aria-label={`Remove filter: ${text}`}
              onClick={() => onWhere((before) => withoutColumnFilter(before, columnFilter))}
              className="inline-flex min-h-7 max-w-full items-center gap-1.5 rounded-full border border-border bg-muted px-2.5 text-sm hover:border-input"
            >
              <span className="truncate">{text}</span>
              <X aria-hidden className="size-3.5 shrink-0 text-muted-foreground" />
            </button>
          </li>
        );
      })}
      {where.length > 1 && (
        <li>
          <Button variant="ghost" size="sm" onClick={() => onWhere(() => [])}>
            Remove all
          </Button>
        </li>
      )}
    </ul>
  );
}

/** "Title contains roof" */
function filterText({ column: id, is, value }: ColumnFilter, columns: readonly CardColumn[]): string {
  const column = columns.find((column) => column.id === id);
  const name = column?.header ?? id;
  const label = column?.values?.[value] ?? value;
  switch (is) {
    case 'containing':
      return `${name} contains ${value}`;
    case 'not-containing':
      return `${name} doesn’t contain ${value}`;
    case 'starting':
      return `${name} starts with ${value}`;
    case 'equal':
      return `${name}: ${label}`;
    case 'not-equal':
      return `${name} is not ${label}`;
    case 'one-of':
      return `${name} is one of ${oneOfValues(value).join(', ')}`;
    case 'empty':
      return `${name} is empty`;
    case 'not-empty':
      return `${name} is not empty`;
    case 'at-least':
      return `${name} at least ${value}`;
    case 'at-most':
      return `${name} at most ${value}`;
  }
}
