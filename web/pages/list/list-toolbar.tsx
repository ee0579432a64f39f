import { Play, Plus } from 'lucide-react';
import { lazy, Suspense } from 'react';
import type { ListView } from '#contract/lists.ts';
import { ColumnPicker } from '../../kit/column-picker.tsx';
import { FilterChips, FilterMenu } from '../../kit/filter-menu.tsx';
import type { ListPart } from '../../kit/list-params.ts';
import { SearchField } from '../../kit/search-field.tsx';
import type { RowSelection } from '../../kit/use-row-selection.ts';
import type { ChosenListRows } from '../../lib/lists.ts';
import { Button } from '../../ui/button.tsx';
import { headerOf } from './grid-columns.ts';
import type { ListTableParts } from './list-table-parts.ts';
import { RecipeMenu } from './recipe-menu.tsx';
import { ViewsMenu } from './views-menu.tsx';

const LeaveOutMenu = lazy(() =>
  import('../../kit/lists/leave-out-menu.tsx').then((part) => ({ default: part.LeaveOutMenu })),
);
const ListSelectionBar = lazy(() =>
  import('./list-selection-bar.tsx').then((part) => ({ default: part.ListSelectionBar })),
);

interface ListToolbarProps extends ListTableParts {
  /** the exclusion lists of the account, without this one */
  exclusions: readonly ListView[];
  /** the IDs of those in use */
  leaveOut: readonly string[];
  selection: RowSelection;
  /** the search, the filters and who is left out */
  chosen: ChosenListRows;
  /** the selected rows, or else the chosen ones */
  rows: ChosenListRows;
}

/** What is above the rows of a list: its search, filters, views and columns, and what can be done with the selected rows. */
export function ListToolbar({
  list,
  table: { windows, total, leftOut, setList },
  edits,
  part: { search, where, sort },
  dialogs,
  view,
  setView,
  exclusions,
  leaveOut,
  selection,
  chosen,
  rows,
  onPart,
}: ListToolbarProps) {
  const filtered = list.fields.map((field) => ({
    id: field.id,
    header: headerOf(field),
    filterFields: [field.id],
    number: field.type === 'number',
  }));
  const onWhere = (change: (before: ListPart['where']) => ListPart['where']) =>
    onPart({ where: change(where) });
  const hasSteps = list.steps.some(({ kind }) => kind === 'tool');
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-border px-4 py-3 max-sm:*:grow sm:gap-x-3 md:px-5">
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
      {(selection.all || selection.ids.size > 0) && (
        <Suspense fallback={null}>
          <ListSelectionBar
            list={list}
            selection={selection}
            total={total ?? 0}
            chosen={chosen}
            rows={rows}
            dating={edits.dating}
            onDeleted={(message, edit) => {
              void edits.onRemoved(message, edit);
              void windows.refresh();
            }}
            onNotDeleted={(error, edit) => edits.onBrokenOff('Not all rows were deleted', error, edit)}
          />
        </Suspense>
      )}
    </div>
  );
}
