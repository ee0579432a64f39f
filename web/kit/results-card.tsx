import { CircleX, Hourglass, SearchX } from 'lucide-react';
import { type ComponentProps, useMemo, useState } from 'react';
import { MESSAGES } from '#contract/messages.ts';
import { plural } from '#contract/plural.ts';
import { STATUS_FIELD } from '#contract/task-csv.ts';
import { isRunning, TaskOptions, type TaskRow, type TaskView } from '#contract/tasks.ts';
import { meets } from '#tools/list-tool/column-filter.ts';
import { containsText, searchText } from '#tools/list-tool/row-text.ts';
import { failureMessage } from '../lib/calls.ts';
import { cn } from '../lib/class-names.ts';
import { useColumnWidths } from '../lib/column-widths.ts';
import { formatNumber } from '../lib/format.ts';
import { Button } from '../ui/button.tsx';
import { Card, CardTitle } from '../ui/card.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { LoadFailure } from '../ui/load-failure.tsx';
import { nextSort, sortRows } from '../ui/row-sort.ts';
import { ColumnPicker } from './column-picker.tsx';
import { CsvDownload } from './csv-download.tsx';
import { FilterChips, FilterMenu } from './filter-menu.tsx';
import type { CardColumn, StatusChoice } from './grid-column.ts';
import { type OwnLine, type OwnLines, ownGridColumns, useOwnColumns } from './own-columns.tsx';
import { ResultGrid } from './result-grid.tsx';
import {
  type ColumnFilter,
  isFiltering,
  namesOtherColumn,
  type RowFilter,
  type RowFilterChange,
  rowConditions,
  rowsInCalls,
  shownInFile,
} from './row-filter.ts';
import { DeletedRows } from './row-retention.tsx';
import { matchesFilter, type RowView } from './row-view.ts';
import { SaveTask } from './save-task.tsx';
import { SearchField } from './search-field.tsx';
import { SelectedResults } from './selected-results.tsx';
import { resumeLabel } from './task-actions.tsx';
import { statusChoices, type ToolResults } from './tool-results.ts';
import { useRowSelection } from './use-row-selection.ts';
import { useTaskRows } from './use-task-rows.ts';

interface ResultsCardProps<View extends RowView<unknown>> {
  tool: ToolResults<View>;
  task: TaskView;
  /** changes each time the task is fetched */
  tick: number;
  filter: RowFilter;
  onFilter: (change: RowFilterChange) => void;
}

/** The results of a running or finished task, with filters and sorting. */
export function ResultsCard<View extends RowView<unknown>>(props: ResultsCardProps<View>) {
  const { tool, task, tick, filter, onFilter } = props;
  const [sizes, setSizes] = useColumnWidths(`leadwell:column-widths:${task.type}`);
  const [visibleRows, setVisibleRows] = useState(1);
  const filtering = isFiltering(filter);
  const selection = useRowSelection(JSON.stringify([task.id, filter.show, filter.text, filter.where]));
  const needsAll = filtering || filter.sort !== null || selection.all;
  const wanted = needsAll ? Number.POSITIVE_INFINITY : visibleRows;
  const running = isRunning(task.status);
  const { rows, error, retry } = useTaskRows(task, wanted, tick);
  const ownColumns = useOwnColumns(task, wanted);
  const { names, lines, complete, named } = ownColumns;
  const options = JSON.stringify(task.options);
  const columns = useMemo(() => {
    const chosen = TaskOptions.parse(JSON.parse(options));
    const ours = tool.columns.filter(({ only }) => only?.(chosen) ?? true);
    const headers = ours.map(({ header }) => header);
    return [...ours, ...ownGridColumns(names, lines, headers)];
  }, [tool.columns, options, names, lines]);
  // Without the own columns, their filters would be left out.
  const waits = !named && namesOtherColumn(filter, columns);

  const views = useMemo(() => {
    if (waits) return [];
    const met = rowsMeeting(rows, lines, filter.where, columns, (row) => tool.toView(row).status);
    const all = met.map(tool.toView);
    const shown = isFiltering(filter)
      ? all.filter(
          (view) =>
            matchesFilter(view, filter) ||
            (matchesFilter(view, { ...filter, text: '' }) && hasText(lines.get(view.position), filter.text)),
        )
      : all;
    const keys = Object.fromEntries(columns.flatMap(({ id, sort }) => (sort ? [[id, sort]] : [])));
    return sortRows(shown, filter.sort, keys);
  }, [rows, lines, filter, columns, waits, tool.toView]);
  const allLoaded = rows.length >= task.processed && (!needsAll || complete);
  const onWhere: ComponentProps<typeof FilterMenu>['onWhere'] = (change) =>
    onFilter((before) => ({ ...before, where: change(before.where) }));
  const choices = statusChoices(task, tool);
  const heading = tool.heading?.(task);
  const total = plural(task.processed, 'row');
  const shownCount = formatNumber(views.length);
  const loadedCount = formatNumber(rows.length);

  return (
    <Card className="overflow-hidden">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 border-b border-border px-4 py-3 md:px-5">
        <div className="flex flex-wrap items-baseline gap-x-3">
          <CardTitle>{heading?.title ?? 'Results'}</CardTitle>
          <p role="status" className="text-sm text-muted-foreground tabular-nums">
            {!needsAll || (allLoaded && !filtering)
              ? (heading?.summary ?? total)
              : allLoaded
                ? `${shownCount} of ${total}`
                : filtering
                  ? `${shownCount} so far, searched ${loadedCount} of ${total}`
                  : `Loaded ${loadedCount} of ${total}`}
          </p>
        </div>
        <div className="flex flex-wrap gap-1.5 max-sm:w-full max-sm:*:grow sm:gap-2">
          <FilterMenu
            columns={columns}
            where={filter.where}
            onWhere={onWhere}
            onShow={(show) => onFilter((before) => ({ ...before, show }))}
          />
          <ColumnPicker
            columns={columns.map(({ id }) => id)}
            toTitle={(id) => columns.find((column) => column.id === id)?.header ?? id}
            hidden={filter.hidden}
            onHidden={(change) => onFilter((before) => ({ ...before, hidden: change(before.hidden) }))}
            onResetWidths={Object.keys(sizes).length > 0 ? () => setSizes({}) : null}
          />
          <SaveTask task={task} />
          <CsvDownload task={task} shown={shownInFile(filter, columns)} waits={waits} />
        </div>
        <FilterBar choices={choices} filter={filter} onFilter={onFilter} />
        <FilterChips columns={columns} where={filter.where} onWhere={onWhere} />
        <SelectedResults
          task={task}
          selection={selection}
          total={filtering ? views.length : task.processed}
          positions={allLoaded ? views.map(({ position }) => position) : null}
          filter={rowsInCalls(filter, columns)}
          waits={waits}
        />
      </div>
      {error !== null && (
        <LoadFailure title="Couldn't load some rows" className="m-4" onRetry={retry}>
          {failureMessage(error)}
        </LoadFailure>
      )}
      {ownColumns.error !== null && (
        <LoadFailure
          title="Couldn't load the columns of your list"
          className="m-4"
          busy={ownColumns.retrying}
          onRetry={ownColumns.retry}
        >
          {failureMessage(ownColumns.error)}
        </LoadFailure>
      )}
      {task.rows_deleted_at !== null ? (
        <DeletedRows task={task} />
      ) : task.processed === 0 ? (
        <NoRows task={task} running={running} />
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
        <Rows
          tool={tool}
          taskId={task.id}
          columns={columns}
          views={views}
          count={needsAll ? views.length + (allLoaded ? 0 : 1) : Math.max(task.processed, rows.length)}
          live={running}
          onVisibleRows={setVisibleRows}
          hidden={filter.hidden}
          sort={filter.sort}
          onSort={(column) => onFilter((before) => ({ ...before, sort: nextSort(before.sort, column) }))}
          sizes={sizes}
          onSizes={setSizes}
          selection={selection}
        />
      )}
    </Card>
  );
}

type RowsProps<View extends RowView<unknown>> = Omit<
  ComponentProps<typeof ResultGrid<View>>,
  'label' | 'className' | 'title' | 'receipt'
> & { tool: ToolResults<View>; taskId: string };

/** The table, or its first rows for a tool that shows only those. */
function Rows<View extends RowView<unknown>>({ tool, taskId, views, count, ...shown }: RowsProps<View>) {
  const { label, className, title, receipt, preview, Around } = tool;
  const most = preview?.rows ?? Number.POSITIVE_INFINITY;
  const first = views.slice(0, most);
  const isCut = count > most;
  const note = preview?.note(isCut);
  const grid = (
    <ResultGrid
      {...{ label, className, title, receipt, ...shown }}
      views={preview ? first : views}
      count={Math.min(count, most)}
    />
  );
  return (
    <>
      {Around ? (
        <Around taskId={taskId} views={first}>
          {grid}
        </Around>
      ) : (
        grid
      )}
      {note && (
        <p className="border-t border-border px-4 py-3 text-sm text-muted-foreground md:px-5">
          {isCut && `Showing the first ${most} of ${formatNumber(count)} rows. `}
          {note}
        </p>
      )}
    </>
  );
}

/** The rows that meet the filters of columns. Those of own columns are met by one line of the list. */
function rowsMeeting(
  rows: readonly TaskRow[],
  lines: OwnLines,
  where: readonly ColumnFilter[],
  columns: readonly CardColumn[],
  statusOf: (row: TaskRow) => string,
): readonly TaskRow[] {
  if (where.length === 0) return rows;
  const ownIds = new Set(columns.flatMap(({ id, own }) => (own ? [id] : [])));
  const ours = rowConditions({ where: where.filter(({ column }) => !ownIds.has(column)) }, columns);
  const own = rowConditions({ where: where.filter(({ column }) => ownIds.has(column)) }, columns);
  return rows.filter((each) => {
    const row = { ...each.row, charge: each.charge, [STATUS_FIELD]: statusOf(each) };
    return (
      ours.every((condition) => meets(row, condition)) &&
      (own.length === 0 ||
        (lines.get(each.position) ?? []).some((line) => own.every((condition) => meets(line, condition))))
    );
  });
}

/** Whether an own column contains the text of the filter. */
function hasText(lines: readonly OwnLine[] = [], text: string): boolean {
  return lines.some((line) => containsText(searchText(line, Object.keys(line)), text));
}

function NoRows({ task, running }: { task: TaskView; running: boolean }) {
  if (running)
    return (
      <EmptyState icon={Hourglass} title={MESSAGES.tasks.noneYet}>
        The first rows appear within seconds. You can download them at any time.
      </EmptyState>
    );
  return (
    <EmptyState icon={CircleX} title="No results">
      The task stopped before its first result, so you weren't charged.
      {task.resumable && ` Click ${resumeLabel(task)} to start it again.`}
    </EmptyState>
  );
}

function FilterBar({
  choices,
  filter,
  onFilter,
}: {
  choices: readonly StatusChoice[];
  filter: RowFilter;
  onFilter: (change: RowFilterChange) => void;
}) {
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
              'inline-flex h-8 shrink-0 items-center gap-1.5 rounded-md px-2 text-sm sm:px-2.5 font-medium transition-colors pointer-coarse:h-10',
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
