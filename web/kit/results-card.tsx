import { CircleX, Hourglass, SearchX } from 'lucide-react';
import { type ComponentProps, type ReactNode, useEffect, useMemo, useState } from 'react';
import { MESSAGES } from '#contract/messages.ts';
import { isRunning, type TaskRow, type TaskView } from '#contract/tasks.ts';
import { meets } from '#tools/column-filter.ts';
import { containsText, searchText } from '#tools/history-column.ts';
import { messageOf } from '../lib/calls.ts';
import { cn } from '../lib/class-names.ts';
import { type ColumnWidths, useColumnWidths } from '../lib/column-widths.ts';
import { formatNumber, plural } from '../lib/format.ts';
import { Button } from '../ui/button.tsx';
import { Card, CardTitle } from '../ui/card.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { LoadFailure } from '../ui/load-failure.tsx';
import { nextSort, type RowSort, type SortKeys, sortRows } from '../ui/row-sort.ts';
import type { CardColumn, StatusChoice } from './card-column.ts';
import { ColumnPicker } from './column-picker.tsx';
import { CsvDownload } from './csv-download.tsx';
import { FilterChips, FilterMenu } from './filter-menu.tsx';
import type { GridColumn, GridView } from './grid-column.ts';
import { DeletedRows } from './kept-rows.tsx';
import { ownGridColumns, ownSortKeys } from './own-columns.tsx';
import {
  type ColumnFilter,
  conditionsOf,
  isFiltering,
  type RowFilter,
  type RowFilterChange,
  rowsInCalls,
  shownInFile,
} from './row-filter.ts';
import { SaveToList } from './save-to-list.tsx';
import { SearchField } from './search-field.tsx';
import { SelectedResults } from './selected-results.tsx';
import { type OwnLine, type OwnLines, OwnLinesContext, useOwnColumns } from './use-own-columns.ts';
import { type RowSelection, useRowSelection } from './use-row-selection.ts';

/** What the card passes to the table. */
export interface ShownRows<View> {
  views: readonly View[];
  /** all rows; those not loaded yet appear as placeholders */
  count: number;
  /** new rows fade in */
  live: boolean;
  /** reports the number of rows from the top to the last visible one */
  onVisibleRows: (rows: number) => void;
  /** ids of the hidden columns */
  hidden: readonly string[];
  sort: RowSort | null;
  /** ids of the sortable columns */
  sortable: readonly string[];
  onSort: (column: string) => void;
  /** the widths that the user chose */
  sizes: ColumnWidths;
  onSizes: (sizes: ColumnWidths) => void;
  /** the columns of the person's own list, after the others */
  own: readonly GridColumn<GridView>[];
  selection: RowSelection;
}

interface ResultsCardProps<View extends GridView> {
  task: TaskView;
  /** the rows loaded so far, in position order */
  rows: readonly TaskRow[];
  error: unknown;
  onRetry: () => void;
  /** reports how many rows from the top are needed; Infinity to search or sort all */
  onNeed: (rows: number) => void;
  choices: readonly StatusChoice[];
  filter: RowFilter;
  onFilter: (change: RowFilterChange) => void;
  /** a row as the table shows it; must return the same object for the same row */
  viewOf: (row: TaskRow) => View;
  matches: (view: View, filter: RowFilter) => boolean;
  /** pass the same object on each render */
  sortKeys: SortKeys<View>;
  /** default: "Results" and the number of rows */
  heading?: { title: string; summary: string } | undefined;
  /** shown if the task stopped before its first row */
  emptyMessage: string;
  /** The columns of the table, which can be hidden. The first one always stays. */
  columns: readonly CardColumn[];
  children: (shown: ShownRows<View>) => ReactNode;
}

/** The results of a running or finished task, with filters and sorting. */
export function ResultsCard<View extends GridView>(props: ResultsCardProps<View>) {
  const { task, rows, error, onRetry, onNeed, filter, onFilter, viewOf, matches } = props;
  const [sizes, setSizes] = useColumnWidths(`leadwell:column-widths:${task.type}`);
  const [visibleRows, setVisibleRows] = useState(1);
  const filtering = isFiltering(filter);
  const selection = useRowSelection(JSON.stringify([task.id, filter.show, filter.text, filter.where]));
  const needsAll = filtering || filter.sort !== null || selection.all;
  const running = isRunning(task.status);
  const ownList = useOwnColumns(task, needsAll ? Number.POSITIVE_INFINITY : visibleRows);
  const { names, lines } = ownList;
  const own = useMemo(() => ownGridColumns(names), [names]);
  const columns = useMemo(() => [...props.columns, ...own], [props.columns, own]);
  const sortKeys = useMemo(
    () => ({ ...props.sortKeys, ...ownSortKeys(names, lines) }),
    [props.sortKeys, names, lines],
  );

  useEffect(() => onNeed(needsAll ? Number.POSITIVE_INFINITY : visibleRows), [needsAll, visibleRows, onNeed]);

  const views = useMemo(() => {
    const all = rowsMeeting(rows, lines, filter.where, columns).map(viewOf);
    const shown = isFiltering(filter)
      ? all.filter(
          (view) =>
            matches(view, filter) ||
            (matches(view, { ...filter, text: '' }) && hasText(lines.get(view.position), filter.text)),
        )
      : all;
    return sortRows(shown, filter.sort, sortKeys);
  }, [rows, lines, filter, columns, viewOf, matches, sortKeys]);
  const allLoaded = rows.length >= task.processed && (!needsAll || ownList.complete);
  const onWhere: ComponentProps<typeof FilterMenu>['onWhere'] = (change) =>
    onFilter((before) => ({ ...before, where: change(before.where) }));
  const total = plural(task.processed, 'row');
  const shownCount = formatNumber(views.length);
  const loadedCount = formatNumber(rows.length);

  return (
    <Card className="overflow-hidden">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 border-b border-border px-4 py-3 md:px-5">
        <div className="flex flex-wrap items-baseline gap-x-3">
          <CardTitle>{props.heading?.title ?? 'Results'}</CardTitle>
          <p role="status" className="text-sm text-muted-foreground tabular-nums">
            {!needsAll || (allLoaded && !filtering)
              ? (props.heading?.summary ?? total)
              : allLoaded
                ? `${shownCount} of ${total}`
                : filtering
                  ? `${shownCount} so far, searched ${loadedCount} of ${total}`
                  : `Loaded ${loadedCount} of ${total}`}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <FilterMenu
            columns={columns}
            choices={props.choices}
            where={filter.where}
            onWhere={onWhere}
            onShow={(show) => onFilter((before) => ({ ...before, show }))}
          />
          <ColumnPicker
            columns={columns.map(({ id }) => id)}
            titleOf={(id) => columns.find((column) => column.id === id)?.header ?? id}
            hidden={filter.hidden}
            onHidden={(change) => onFilter((before) => ({ ...before, hidden: change(before.hidden) }))}
            onResetWidths={Object.keys(sizes).length > 0 ? () => setSizes({}) : null}
          />
          <SaveToList task={task} />
          <CsvDownload task={task} shown={shownInFile(filter, columns)} />
        </div>
        <FilterBar choices={props.choices} filter={filter} onFilter={onFilter} />
        <FilterChips columns={columns} where={filter.where} onWhere={onWhere} />
        <SelectedResults
          task={task}
          selection={selection}
          total={filtering ? views.length : task.processed}
          positions={allLoaded ? views.map(({ position }) => position) : null}
          filter={rowsInCalls(filter, columns)}
        />
      </div>
      {error !== null && (
        <LoadFailure title="Couldn't load some rows" className="m-4" onRetry={onRetry}>
          {messageOf(error)}
        </LoadFailure>
      )}
      {task.rows_deleted_at !== null ? (
        <DeletedRows task={task} />
      ) : task.processed === 0 ? (
        <NoRows task={task} running={running} emptyMessage={props.emptyMessage} />
      ) : filtering && allLoaded && views.length === 0 ? (
        <EmptyState
          icon={SearchX}
          title="No rows match your filter"
          action={
            <Button
              variant="secondary"
              onClick={() => onFilter((before) => ({ ...before, show: 'all', text: '', where: [] }))}
            >
              Show all rows
            </Button>
          }
        >
          {running
            ? 'Matching rows appear here as they finish.'
            : 'Try another word or status, or remove a filter.'}
        </EmptyState>
      ) : (
        <OwnLinesContext value={lines}>
          {props.children({
            views,
            count: needsAll ? views.length + (allLoaded ? 0 : 1) : Math.max(task.processed, rows.length),
            live: running,
            onVisibleRows: setVisibleRows,
            hidden: filter.hidden,
            sort: filter.sort,
            sortable: Object.keys(sortKeys),
            sizes,
            onSizes: setSizes,
            onSort: (column) => onFilter((before) => ({ ...before, sort: nextSort(before.sort, column) })),
            own,
            selection,
          })}
        </OwnLinesContext>
      )}
    </Card>
  );
}

/** The rows that meet the filters of columns. Those of own columns are met by one line of the list. */
function rowsMeeting(
  rows: readonly TaskRow[],
  lines: OwnLines,
  where: readonly ColumnFilter[],
  columns: readonly CardColumn[],
): readonly TaskRow[] {
  if (where.length === 0) return rows;
  const ownIds = new Set(columns.flatMap(({ id, own }) => (own ? [id] : [])));
  const ours = conditionsOf({ where: where.filter(({ column }) => !ownIds.has(column)) }, columns);
  const own = conditionsOf({ where: where.filter(({ column }) => ownIds.has(column)) }, columns);
  return rows.filter(
    ({ row, charge, position }) =>
      ours.every((condition) => meets({ ...row, charge }, condition)) &&
      (own.length === 0 ||
        (lines.get(position) ?? []).some((line) => own.every((condition) => meets(line, condition)))),
  );
}

/** Whether an own column contains the text of the filter. */
function hasText(lines: readonly OwnLine[] = [], text: string): boolean {
  return lines.some((line) => containsText(searchText(line, Object.keys(line)), text));
}

function NoRows({ task, running, emptyMessage }: { task: TaskView; running: boolean; emptyMessage: string }) {
  if (running)
    return (
      <EmptyState icon={Hourglass} title={MESSAGES.tasks.noneYet}>
        The first rows appear within seconds. You can download them at any time.
      </EmptyState>
    );
  return (
    <EmptyState icon={CircleX} title="No results">
      {emptyMessage}
      {task.resumable && ' Click Resume to start it again.'}
    </EmptyState>
  );
}

function FilterBar({
  choices,
  filter,
  onFilter,
}: Pick<ResultsCardProps<GridView>, 'choices' | 'filter' | 'onFilter'>) {
  return (
    <div className="flex w-full flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <fieldset className="-mx-1 flex max-w-full flex-wrap gap-0.5 p-1 sm:gap-1">
        <legend className="sr-only">Filter rows by status</legend>
        {choices.map(({ show, label, count }) => (
          <button
            key={show}
            type="button"
            aria-pressed={filter.show === show}
            onClick={() => onFilter((before) => ({ ...before, show }))}
            className={cn(
              'inline-flex h-8 shrink-0 items-center gap-1.5 rounded-md px-2 text-sm sm:px-2.5 font-medium transition-colors',
              filter.show === show
                ? 'bg-muted text-foreground'
                : 'text-muted-foreground hover:bg-muted hover:text-foreground',
            )}
          >
            {label}
            {count !== null && (
              <span className="font-normal text-muted-foreground tabular-nums">{formatNumber(count)}</span>
            )}
          </button>
        ))}
      </fieldset>
      <SearchField
        label="Filter rows by text"
        placeholder="Filter by text"
        text={filter.text}
        onText={(text) => onFilter((before) => ({ ...before, text }))}
        className="w-full lg:w-64"
      />
    </div>
  );
}
