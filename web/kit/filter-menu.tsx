import { ListFilter, X } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Input } from '../ui/input.tsx';
import { Label } from '../ui/label.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '../ui/popover.tsx';
import { Select } from '../ui/select.tsx';
import { useRestoredFocus } from '../ui/use-restored-focus.ts';
import type { CardColumn, StatusChoice } from './card-column.ts';
import {
  COLUMN_FILTERS_MAX,
  type ColumnFilter,
  FILTER_VALUE_MAX_CHARS,
  fieldsOf,
  type RowFilter,
  type RowFilterChange,
  withColumnFilter,
  withoutColumnFilter,
} from './row-filter.ts';

interface FilterMenuProps {
  columns: readonly CardColumn[];
  /** the choices of the status filter, for the column of the status */
  choices: readonly StatusChoice[];
  filter: RowFilter;
  onFilter: (change: RowFilterChange) => void;
}

/** Adds a filter of one column: a text, a smallest number, or one of a few values. */
export function FilterMenu({ columns, choices, filter, onFilter }: FilterMenuProps) {
  const [open, setOpen] = useState(false);
  const full = filter.where.length >= COLUMN_FILTERS_MAX;
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger>
        <Button variant="secondary" size="sm">
          <ListFilter aria-hidden />
          Filter
          {filter.where.length > 0 && (
            <span className="text-muted-foreground tabular-nums">{filter.where.length}</span>
          )}
        </Button>
      </PopoverTrigger>
      <PopoverContent align="end" aria-label="Filter by column" className="w-72 p-3">
        {full ? (
          <p>A table has at most {COLUMN_FILTERS_MAX} filters. Remove one first.</p>
        ) : (
          <FilterForm
            columns={columns.filter((column) => column.status || fieldsOf(column).length > 0)}
            choices={choices}
            onShow={(show) => onFilter((before) => ({ ...before, show }))}
            onAdd={(added) => onFilter((before) => withColumnFilter(before, added))}
            onDone={() => setOpen(false)}
          />
        )}
      </PopoverContent>
    </Popover>
  );
}

interface FilterFormProps {
  columns: readonly CardColumn[];
  choices: readonly StatusChoice[];
  onShow: (show: string) => void;
  onAdd: (added: ColumnFilter) => void;
  onDone: () => void;
}

function FilterForm({ columns, choices, onShow, onAdd, onDone }: FilterFormProps) {
  const [id, setId] = useState(columns[0]?.id ?? '');
  const [typed, setTyped] = useState('');
  const columnField = useId();
  const valueField = useId();
  const column = columns.find((each) => each.id === id);
  const values = column?.status
    ? choices.slice(1).map(({ show, label }) => [show, label] as const)
    : column?.values && Object.entries(column.values);
  const value = typed || (values?.[0]?.[0] ?? '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!column || !value.trim()) return;
    if (column.status) onShow(value);
    else onAdd({ column: id, is: filterKind(column), value: value.trim() });
    setTyped('');
    onDone();
  };
  return (
    <form onSubmit={submit} className="grid gap-3">
      <div className="grid gap-1.5">
        <Label htmlFor={columnField}>Column</Label>
        <Select
          id={columnField}
          value={id}
          onChange={(event) => {
            setId(event.target.value);
            setTyped('');
          }}
        >
          {columns.map((each) => (
            <option key={each.id} value={each.id}>
              {each.header}
            </option>
          ))}
        </Select>
      </div>
      <div className="grid gap-1.5">
        <Label htmlFor={valueField}>{values ? 'Is' : column?.number ? 'Is at least' : 'Contains'}</Label>
        {values ? (
          <Select id={valueField} value={value} onChange={(event) => setTyped(event.target.value)}>
            {values.map(([each, label]) => (
              <option key={each} value={each}>
                {label}
              </option>
            ))}
          </Select>
        ) : (
          <Input
            id={valueField}
            type={column?.number ? 'number' : 'text'}
            min={0}
            step="any"
            maxLength={FILTER_VALUE_MAX_CHARS}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </div>
      <Button type="submit" size="sm" disabled={!value.trim()}>
        Add filter
      </Button>
    </form>
  );
}

function filterKind({ values, number }: CardColumn): ColumnFilter['is'] {
  if (values) return 'equal';
  return number ? 'at-least' : 'containing';
}

/** The filters of columns in use, each with a button that removes it. */
export function FilterChips({ columns, filter, onFilter }: Omit<FilterMenuProps, 'choices'>) {
  // A removed filter takes its button, and the focus, with it.
  const list = useRestoredFocus<HTMLUListElement>(filter.where.length);
  return (
    <ul
      ref={list}
      tabIndex={-1}
      aria-label="Filters"
      // Not both: a hidden list that takes the full width makes the page scroll sideways.
      className={
        filter.where.length === 0 ? 'sr-only' : 'flex w-full flex-wrap items-center gap-2 outline-none'
      }
    >
      {filter.where.map((each) => {
        const text = filterText(each, columns);
        return (
          <li key={`${each.column} ${each.is} ${each.value}`} className="min-w-0">
            <button
              type="button"
              aria-label={`Remove filter: ${text}`}
              onClick={() => onFilter((before) => withoutColumnFilter(before, each))}
              className="inline-flex min-h-7 max-w-full items-center gap-1.5 rounded-full border border-border bg-muted px-2.5 text-sm hover:border-input"
            >
              <span className="truncate">{text}</span>
              <X aria-hidden className="size-3.5 shrink-0 text-muted-foreground" />
            </button>
          </li>
        );
      })}
      {filter.where.length > 1 && (
        <li>
          <Button variant="ghost" size="sm" onClick={() => onFilter((before) => ({ ...before, where: [] }))}>
            Remove all
          </Button>
        </li>
      )}
    </ul>
  );
}

/** "Title contains roof" */
function filterText({ column: id, is, value }: ColumnFilter, columns: readonly CardColumn[]): string {
  const column = columns.find((each) => each.id === id);
  const name = column?.header ?? id;
  if (is === 'equal') return `${name}: ${column?.values?.[value] ?? value}`;
  return is === 'at-least' ? `${name} at least ${value}` : `${name} contains ${value}`;
}
