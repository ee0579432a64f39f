import { CircleX, Hourglass, Search, SearchX } from 'lucide-react';
import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { MESSAGES } from '#contract/messages.ts';
import { isRunning, type TaskRow, type TaskView } from '#contract/tasks.ts';
import { messageOf } from '../lib/calls.ts';
import { cn } from '../lib/class-names.ts';
import { formatNumber, plural } from '../lib/format.ts';
import { Button } from '../ui/button.tsx';
import { Card, CardTitle } from '../ui/card.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Input } from '../ui/input.tsx';
import { LoadFailure } from '../ui/load-failure.tsx';
import { nextSort, type RowSort, type SortKeys, sortRows } from '../ui/row-sort.ts';
import { isFiltering, type RowFilter } from './row-filter.ts';

const FILTER_AFTER_MS = 200;

/** One choice of what is shown; the first shows all. */
export interface ShownChoice {
  show: string;
  word: string;
  /** rows there are of it, where that is known without looking */
  count: number | null;
}

/** What the card hands to the table. */
export interface ShownRows<View> {
  views: readonly View[];
  /** rows there are in all; those not loaded yet stand as grey lines */
  count: number;
  /** rows fade in as they come */
  live: boolean;
  /** told how many rows from the top are looked at */
  onLookAt: (rows: number) => void;
  sort: RowSort | null;
  /** columns that rows can be ordered by */
  sortable: readonly string[];
  /** told which column's name was pressed */
  onSort: (column: string) => void;
}

interface ResultsCardProps<View> {
  task: TaskView;
  /** the rows loaded so far, in order */
  rows: readonly TaskRow[];
  error: unknown;
  onRetry: () => void;
  /** told how many rows from the top are needed; Infinity while all are looked through */
  onNeed: (rows: number) => void;
  choices: readonly ShownChoice[];
  filter: RowFilter;
  onFilter: (filter: RowFilter) => void;
  /** a settled row as the table shows it; the same object for the same row */
  viewOf: (row: TaskRow) => View;
  matches: (view: View, filter: RowFilter) => boolean;
  /** what rows can be ordered by; the same object at each drawing */
  sortKeys: SortKeys<View>;
  /** what is said where a task stopped before its first row */
  nothingDone: string;
  /** buttons of the toolbar */
  actions: ReactNode;
  children: (shown: ShownRows<View>) => ReactNode;
}

/** The results of a task, while it runs and after: counted, filtered, each with its receipt. */
export function ResultsCard<View>(props: ResultsCardProps<View>) {
  const { task, rows, error, onRetry, onNeed, filter, onFilter, actions, viewOf, matches, sortKeys } = props;
  const [lookedAt, setLookedAt] = useState(1);
  const filtering = isFiltering(filter);
  // What is first, and what is left out, is known when all rows are.
  const needsAll = filtering || filter.sort !== null;
  const running = isRunning(task.status);

  useEffect(() => onNeed(needsAll ? Number.POSITIVE_INFINITY : lookedAt), [needsAll, lookedAt, onNeed]);

  const views = useMemo(() => {
    const all = rows.map(viewOf);
    const shown = isFiltering(filter) ? all.filter((view) => matches(view, filter)) : all;
    return sortRows(shown, filter.sort, sortKeys);
  }, [rows, filter, viewOf, matches, sortKeys]);
  const searched = rows.length >= task.processed;

  return (
    <Card className="overflow-hidden">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 border-b border-border px-4 py-3 md:px-5">
        <div className="flex flex-wrap items-baseline gap-x-3">
          <CardTitle>Results</CardTitle>
          <p role="status" className="text-sm text-muted-foreground tabular-nums">
            {!needsAll || (searched && !filtering)
              ? plural(task.processed, 'row')
              : searched
                ? `${formatNumber(views.length)} of ${plural(task.processed, 'row')}`
                : `${formatNumber(views.length)} so far, looked through ${formatNumber(rows.length)} of ${plural(task.processed, 'row')}`}
          </p>
        </div>
        <div className="flex gap-2">{actions}</div>
        <FilterBar choices={props.choices} filter={filter} onFilter={onFilter} />
      </div>
      {error !== null && (
        <LoadFailure title="Some rows could not be loaded" className="m-4" onRetry={onRetry}>
          {messageOf(error)}
        </LoadFailure>
      )}
      {task.processed === 0 ? (
        <NothingYet task={task} running={running} nothingDone={props.nothingDone} />
      ) : filtering && searched && views.length === 0 ? (
        <EmptyState
          icon={SearchX}
          title="No row matches the filter"
          action={
            <Button variant="secondary" onClick={() => onFilter({ ...filter, show: 'all', text: '' })}>
              Show all rows
            </Button>
          }
        >
          {running ? 'Rows that match appear here as they are done.' : 'Another word or another status may.'}
        </EmptyState>
      ) : (
        props.children({
          views,
          count: needsAll ? views.length + (searched ? 0 : 1) : Math.max(task.processed, rows.length),
          live: running,
          onLookAt: setLookedAt,
          sort: filter.sort,
          sortable: Object.keys(sortKeys),
          onSort: (column) => onFilter({ ...filter, sort: nextSort(filter.sort, column) }),
        })
      )}
    </Card>
  );
}

function NothingYet({
  task,
  running,
  nothingDone,
}: {
  task: TaskView;
  running: boolean;
  nothingDone: string;
}) {
  if (running)
    return (
      <EmptyState icon={Hourglass} title={MESSAGES.tasks.noneYet}>
        The first rows appear here within seconds. They can be downloaded at any time.
      </EmptyState>
    );
  return (
    <EmptyState icon={CircleX} title="Nothing was done">
      {nothingDone}
      {task.resumable && ' Resume starts it again.'}
    </EmptyState>
  );
}

function FilterBar({
  choices,
  filter,
  onFilter,
}: Pick<ResultsCardProps<unknown>, 'choices' | 'filter' | 'onFilter'>) {
  const [text, setText] = useTextFilter(filter, onFilter);
  const searchId = useId();
  return (
    <div className="flex w-full flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <fieldset className="-mx-1 flex max-w-full flex-wrap gap-0.5 p-1 sm:gap-1">
        <legend className="sr-only">Rows shown</legend>
        {choices.map(({ show, word, count }) => (
          <button
            key={show}
            type="button"
            aria-pressed={filter.show === show}
            onClick={() => onFilter({ ...filter, text, show })}
            className={cn(
              'inline-flex h-8 shrink-0 items-center gap-1.5 rounded-md px-2 text-sm sm:px-2.5 font-medium transition-colors',
              filter.show === show
                ? 'bg-muted text-foreground'
                : 'text-muted-foreground hover:bg-muted hover:text-foreground',
            )}
          >
            {word}
            {count !== null && (
              <span className="font-normal text-muted-foreground tabular-nums">{formatNumber(count)}</span>
            )}
          </button>
        ))}
      </fieldset>
      <div className="relative w-full lg:w-64">
        <label htmlFor={searchId} className="sr-only">
          Filter rows by text
        </label>
        <Search
          aria-hidden
          className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted-foreground"
        />
        <Input
          id={searchId}
          type="search"
          value={text}
          onChange={(event) => setText(event.target.value)}
          placeholder="Filter by text"
          className="h-8 pl-9"
        />
      </div>
    </div>
  );
}

/** The text as typed; the address follows when the typing pauses, and is followed when it changes by Back. */
function useTextFilter(filter: RowFilter, onFilter: (filter: RowFilter) => void) {
  const [text, setText] = useState(filter.text);
  const told = useRef(filter.text);
  const latest = useRef({ filter, onFilter });
  useEffect(() => {
    latest.current = { filter, onFilter };
  });

  useEffect(() => {
    if (filter.text === told.current) return;
    told.current = filter.text;
    setText(filter.text);
  }, [filter.text]);

  useEffect(() => {
    if (text === told.current) return;
    const timer = setTimeout(() => {
      told.current = text;
      latest.current.onFilter({ ...latest.current.filter, text });
    }, FILTER_AFTER_MS);
    return () => clearTimeout(timer);
  }, [text]);

  return [text, setText] as const;
}
