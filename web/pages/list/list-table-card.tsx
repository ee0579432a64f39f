import { useQuery } from '@tanstack/react-query';
import { Inbox, Play, Plus, SearchX } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { LIST_TABLE_CALLS } from '#contract/calls/list-table-calls.ts';
import { SELECTED_ROWS_MAX } from '#contract/limits.ts';
import type { ListView } from '#contract/lists.ts';
import { writeSelectedRows } from '#contract/selected-rows.ts';
import { isRunning } from '#contract/tasks.ts';
import { ColumnPicker } from '../../kit/column-picker.tsx';
import { FilterChips, FilterMenu } from '../../kit/filter-menu.tsx';
import { chosenRows, type ListPart } from '../../kit/list-params.ts';
import { withColumnFilter } from '../../kit/row-filter.ts';
import { SearchField } from '../../kit/search-field.tsx';
import { useRowSelection } from '../../kit/use-row-selection.ts';
import { ACCOUNT_QUERY } from '../../lib/account.ts';
import { failureMessage, invoke } from '../../lib/calls.ts';
import { plural } from '../../lib/format.ts';
import { toast } from '../../lib/toast.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { nextSort } from '../../ui/row-sort.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ColumnActionsContext } from './column-actions.ts';
import { type ColumnView, gridColumns, gridRows, headerOf } from './grid-columns.ts';
import { hasTour, keyOfTour } from './has-tour.ts';
import { ListDialogs } from './list-dialogs.tsx';
import { ListTableFooter } from './list-table-footer.tsx';
import { RecipeMenu } from './recipe-menu.tsx';
import { StartFromList } from './start-from-list.tsx';
import { useComputedRows, useFormulaFailures } from './use-formulas.ts';
import { useListCosts } from './use-list-costs.ts';
import type { ListDialogs as Dialogs } from './use-list-dialogs.ts';
import type { ListEdits } from './use-list-edits.ts';
import { useLatestRun, useRunActions } from './use-list-runs.ts';
import type { ListTable } from './use-list-table.ts';
import { ViewsMenu } from './views-menu.tsx';

const DataGrid = lazy(() =>
  import('../../kit/data-grid/data-grid.tsx').then(({ DataGrid: Grid }) => ({ default: Grid })),
);
const LeaveOutMenu = lazy(() =>
  import('../../kit/lists/leave-out-menu.tsx').then((part) => ({ default: part.LeaveOutMenu })),
);
const ListTour = lazy(() => import('./list-tour.tsx'));
const RunBar = lazy(() => import('./run-bar.tsx').then((part) => ({ default: part.RunBar })));
const ListSelectionBar = lazy(() =>
  import('./list-selection-bar.tsx').then((part) => ({ default: part.ListSelectionBar })),
);
const loadColumnMenu = () => import('./column-menu.tsx');

interface ListTableCardProps {
  list: ListView;
  table: ListTable;
  edits: ListEdits;
  part: ListPart;
  dialogs: Dialogs;
  view: ColumnView;
  setView: (change: Partial<ColumnView>) => void;
  /** the exclusion lists of the account, without this one */
  exclusions: readonly ListView[];
  /** the IDs of those in use */
  leaveOut: readonly string[];
  /** the hints of a first list */
  tour: { begins: boolean; exported: boolean };
  onPart: (change: Partial<ListPart>) => void;
}

/** The rows of a list as a table, with what fills its columns. */
export function ListTableCard({
  list,
  table,
  edits,
  part,
  dialogs,
  view,
  setView,
  exclusions,
  leaveOut,
  tour,
  onPart,
}: ListTableCardProps) {
  const { windows, total, leftOut, setList } = table;
  const { search, where, sort } = part;
  const selection = useRowSelection(JSON.stringify([search, where]));
  const { data: account } = useQuery(ACCOUNT_QUERY);
  const { run, isUndone } = useLatestRun(list, windows);
  const actions = useRunActions(() => void windows.refresh());
  const [edited, setEdited] = useState(false);
  const isTouring = account !== undefined && (tour.begins || hasTour(account.id, list.id));
  useComputedRows(list, windows);
  const failures = useFormulaFailures(list);
  const costs = useListCosts(list, run);
  const columns = useMemo(
    () => gridColumns(list, view, sort, { failures, costs }),
    [list, view, sort, failures, costs],
  );
  const rows = useMemo(() => {
    const toRow = gridRows(list);
    return {
      rowAt: (index: number) => {
        const row = windows.rowAt(index);
        return row && toRow(row);
      },
      subscribe: windows.subscribe,
    };
  }, [windows, list]);
  const filtered = list.fields.map((field) => ({
    id: field.id,
    header: headerOf(field),
    filterFields: [field.id],
    number: field.type === 'number',
  }));
  const onWhere = (change: (before: ListPart['where']) => ListPart['where']) =>
    onPart({ where: change(where) });
  const filtering = search !== '' || where.length > 0;
  const without = leaveOut.length > 0 ? { leaveOut: leaveOut.join(',') } : {};
  const chosen = { ...chosenRows(part, list.columns), ...without };
  const selected = [...selection.ids];
  // Rows that were selected one by one may not match any more.
  const usedRows =
    selection.all || selected.length === 0 ? chosen : { ...without, selected: writeSelectedRows(selected) };
  const rowsNote =
    selected.length > 0 && !selection.all
      ? `The ${plural(selected.length, 'selected row')}.`
      : filtering
        ? `The ${plural(total ?? 0, 'row')} of your search and filters.`
        : null;
  const openRow = (index: number, column: string | null) => {
    const row = windows.rowAt(index);
    if (row) dialogs.open({ kind: 'cell', row, column });
  };
  const hasSteps = list.steps.some(({ kind }) => kind === 'tool');

  async function moveColumn(columnId: string, to: number) {
    const shown = columns.map(({ id }) => id).filter((id) => id !== columnId);
    shown.splice(to, 0, columnId);
    try {
      setList(await invoke(LIST_TABLE_CALLS.listChangeColumns, { id: list.id, order: shown }));
    } catch (error) {
      toast.error('The column wasn’t moved', { description: failureMessage(error) });
    }
  }

  return (
    <>
      <StartFromList list={list} part={part} rows={usedRows} selection={selection} />
      {isTouring && (
        <Suspense fallback={null}>
          <ListTour
            storageKey={keyOfTour(account.id)}
            listId={list.id}
            begins={tour.begins}
            did={{
              run: run !== null && !isRunning(run.status),
              open: dialogs.latest?.kind === 'cell',
              edit: edited,
              export: tour.exported,
            }}
          />
        </Suspense>
      )}
      {run && (
        <Suspense fallback={<Skeleton className="mb-4 h-16 w-full" />}>
          <RunBar key={run.id} list={list} run={run} isUndone={isUndone} actions={actions} />
        </Suspense>
      )}
      <Card className="overflow-hidden">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-border px-4 py-3 md:px-5">
          <SearchField
            label="Search rows"
            placeholder="Search rows"
            text={search}
            maxLength={200}
            onText={(text) => onPart({ search: text })}
            className="w-full sm:w-auto sm:max-w-72 sm:min-w-44 sm:flex-1"
          />
          <span className="hidden flex-1 sm:block" />
          <FilterMenu columns={filtered} where={where} onWhere={onWhere} />
          {list.columns.length > 1 && (
            <ColumnPicker
              columns={list.columns}
              hidden={view.hidden}
              onHidden={(change) => setView({ hidden: change(view.hidden) })}
              toTitle={(id) => headerOf(list.fields.find((field) => field.id === id) ?? { id, name: id })}
            />
          )}
          {exclusions.length > 0 && (
            <Suspense fallback={null}>
              <LeaveOutMenu
                without="shown, run or exported"
                exclusions={exclusions}
                chosen={leaveOut}
                leftOut={leftOut}
                onChosen={(next) =>
                  setView({ turnedOff: exclusions.map(({ id }) => id).filter((id) => !next.includes(id)) })
                }
              />
            </Suspense>
          )}
          {list.steps.length > 0 && <RecipeMenu list={list} />}
          <ViewsMenu
            list={list}
            shown={{
              search,
              where: where.map(({ column, is, value }) => ({ fields: [column], is, value })),
              sort,
              hidden: view.hidden.filter((id) => list.columns.includes(id)),
              pinned: view.pinned.filter((id) => list.columns.includes(id)),
            }}
            onChanged={setList}
            onOpen={(saved) => {
              setView({ hidden: saved.hidden, pinned: saved.pinned });
              onPart({
                search: saved.search,
                sort: saved.sort,
                where: saved.where.map(({ fields: [column = ''], is, value }) => ({ column, is, value })),
              });
            }}
          />
          <Button variant="secondary" size="sm" onClick={() => dialogs.open({ kind: 'step', draft: null })}>
            <Plus aria-hidden />
            Add column
          </Button>
          <Button
            size="sm"
            disabled={!hasSteps || list.rows === 0}
            onClick={() => dialogs.open({ kind: 'run', steps: null })}
          >
            <Play aria-hidden />
            Run
          </Button>
          <FilterChips columns={filtered} where={where} onWhere={onWhere} />
          {(selection.all || selected.length > 0) && (
            <Suspense fallback={null}>
              <ListSelectionBar
                list={list}
                selection={selection}
                total={total ?? 0}
                chosen={chosen}
                rows={usedRows}
                dating={edits.dating}
                onDeleted={(message, edit) => {
                  void edits.onRemoved(message, edit);
                  void windows.refresh();
                }}
                onNotDeleted={(error) => edits.onBrokenOff('Not all rows were deleted', error)}
              />
            </Suspense>
          )}
        </div>
        {table.error !== null && (
          <LoadFailure title="We couldn't load these rows" onRetry={table.retry} className="m-4 md:mx-5">
            {failureMessage(table.error)}
          </LoadFailure>
        )}
        {(table.error === null || total !== null) && (
          <ColumnActionsContext
            value={{
              list,
              costs,
              view,
              sort,
              shown: columns.map(({ id }) => id),
              onView: setView,
              onSort: (next) => onPart({ sort: next }),
              onFilter: (filter) => onPart({ where: withColumnFilter(where, filter) }),
              onMove: (column, to) => void moveColumn(column, to),
              onDialog: dialogs.open,
            }}
          >
            <Suspense fallback={<Skeleton className="h-96 w-full" />}>
              <DataGrid
                loadHeaderMenu={loadColumnMenu}
                label={list.name}
                columns={columns}
                rowCount={total}
                rows={rows}
                onVisibleRows={windows.show}
                checks={{
                  isChecked: (row) => selection.all || selection.ids.has(row.id),
                  all: selection.all ? 'all' : selected.length > 0 ? 'some' : 'none',
                  onCheck(from, to, checked) {
                    const ids = [];
                    for (let index = from; index <= Math.min(to, from + SELECTED_ROWS_MAX - 1); index += 1) {
                      const row = windows.rowAt(index);
                      if (row) ids.push(row.id);
                    }
                    selection.selectMany(ids, checked);
                  },
                  onCheckAll: (checked) => (checked ? selection.selectAll() : selection.clear()),
                }}
                onEdit={(changes) => {
                  setEdited(true);
                  return edits.onEdit(changes);
                }}
                onPaste={edits.onPaste}
                onUndo={edits.onUndo}
                onRedo={edits.onRedo}
                readRange={async (from, to, columnIds) =>
                  (await windows.read(from, to)).map((row) =>
                    columnIds.map((column) => row?.values[column] ?? ''),
                  )
                }
                onOpenCell={({ rowIndex, columnId }) => openRow(rowIndex, columnId)}
                onOpenRow={(rowIndex) => openRow(rowIndex, null)}
                onResizeColumn={(column, px) => setView({ widths: { ...view.widths, [column]: px } })}
                onMoveColumn={(column, to) => void moveColumn(column, to)}
                onHeaderClick={(column) => {
                  const field = list.fields.find(({ id }) => id === column);
                  const filler = list.steps.find(({ id }) => id === field?.step);
                  if (filler) dialogs.open({ kind: 'step', draft: filler });
                  else onPart({ sort: nextSort(sort, column) });
                }}
                onRefusal={(message) => toast.error(message)}
                className="h-[max(24rem,calc(100dvh-20rem))]"
                empty={
                  filtering ? (
                    <EmptyState icon={SearchX} title="No rows match">
                      Remove a filter, or try another word.
                    </EmptyState>
                  ) : (
                    <EmptyState icon={Inbox} title="This list is empty">
                      Import a file, paste rows from a spreadsheet, or save results to this list.
                    </EmptyState>
                  )
                }
              />
            </Suspense>
          </ColumnActionsContext>
        )}
        <ListTableFooter list={list} table={table} filtering={filtering} costs={costs} account={account} />
      </Card>
      <ListDialogs
        list={list}
        dialogs={dialogs}
        windows={windows}
        account={account}
        actions={actions}
        rows={usedRows}
        leavesOutAll={leaveOut.length === exclusions.length}
        rowsNote={rowsNote}
        onChanged={(changed) => {
          setList(changed);
          void windows.refresh();
        }}
        onRemoved={(message, edit) => void edits.onRemoved(message, edit)}
        onBrokenOff={edits.onBrokenOff}
        onPutBack={edits.onPutBack}
      />
    </>
  );
}
