import { Inbox, SearchX } from 'lucide-react';
import { lazy, type Ref, Suspense, useMemo } from 'react';
import { LIST_TABLE_CALLS } from '#contract/calls/list-table-calls.ts';
import { SELECTED_ROWS_MAX } from '#contract/limits.ts';
import type { DataGridHandle } from '../../kit/data-grid/data-grid-props.ts';
import { withColumnFilter } from '../../kit/row-filter.ts';
import type { RowSelection } from '../../kit/use-row-selection.ts';
import { failureMessage, invoke } from '../../lib/calls.ts';
import { toast } from '../../lib/toast.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { nextSort } from '../../ui/row-sort.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ColumnActionsContext } from './column-actions.ts';
import { gridColumns, gridRows } from './grid-columns.ts';
import type { ListTableParts } from './list-table-parts.ts';
import { useFormulaFailures } from './use-formulas.ts';
import type { useListCosts } from './use-list-costs.ts';

const DataGrid = lazy(() =>
  import('../../kit/data-grid/data-grid.tsx').then(({ DataGrid: Grid }) => ({ default: Grid })),
);
const loadColumnMenu = () => import('./column-menu.tsx');

interface ListGridProps extends ListTableParts {
  costs: ReturnType<typeof useListCosts>;
  /** the plan includes what tools do */
  isIncluded: boolean;
  selection: RowSelection;
  /** it has a search or filters */
  filtering: boolean;
  onEdited: () => void;
  grid: Ref<DataGridHandle>;
}

/** The rows of a list, which can be edited, selected and opened. */
export function ListGrid({
  list,
  table: { windows, total, setList },
  edits,
  part: { where, sort },
  dialogs,
  view,
  setView,
  costs,
  isIncluded,
  selection,
  filtering,
  onEdited,
  grid,
  onPart,
}: ListGridProps) {
  const failures = useFormulaFailures(list);
  const columns = useMemo(
    () => gridColumns(list, view, sort, { failures, costs, isIncluded }),
    [list, view, sort, failures, costs, isIncluded],
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
  const openRow = (index: number, column: string | null) => {
    const row = windows.rowAt(index);
    if (row) dialogs.open({ kind: 'cell', row, column });
  };

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
    <ColumnActionsContext
      value={{
        list,
        costs,
        isIncluded,
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
          ref={grid}
          loadHeaderMenu={loadColumnMenu}
          label={list.name}
          columns={columns}
          rowCount={total}
          rows={rows}
          onVisibleRows={windows.show}
          checks={{
            isChecked: (row) => selection.all || selection.ids.has(row.id),
            all: selection.all ? 'all' : selection.ids.size > 0 ? 'some' : 'none',
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
            onEdited();
            return edits.onEdit(changes);
          }}
          onPaste={edits.onPaste}
          onUndo={edits.onUndo}
          onRedo={edits.onRedo}
          readRange={async (from, to, columnIds) =>
            (await windows.read(from, to)).map((row) => columnIds.map((column) => row?.values[column] ?? ''))
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
  );
}
