import { Download, Inbox, SearchX } from 'lucide-react';
import type { ComponentProps } from 'react';
import { CALLS } from '#contract/calls.ts';
import { cutText } from '#contract/cut-text.ts';
import type { ListView } from '#contract/lists.ts';
import { writeSelectedRows } from '#contract/selected-rows.ts';
import { ColumnPicker } from '../../kit/column-picker.tsx';
import { FilterChips, FilterMenu } from '../../kit/filter-menu.tsx';
import {
  chosenRows,
  filteredColumns,
  LIST_PAGE_ROWS,
  type ListPart,
  pageCount,
} from '../../kit/list-params.ts';
import { SaveToList } from '../../kit/save-to-list.tsx';
import { SearchField } from '../../kit/search-field.tsx';
import { SelectionBar } from '../../kit/selection-bar.tsx';
import type { RowSelection } from '../../kit/use-row-selection.ts';
import { invoke } from '../../lib/calls.ts';
import { columnTitle } from '../../lib/column-title.ts';
import { formatNumber, plural } from '../../lib/format.ts';
import { useHiddenColumns } from '../../lib/hidden-columns.ts';
import { useListCsv } from '../../lib/lists.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { DeleteRows } from './delete-rows.tsx';
import { ListTable } from './list-table.tsx';
import type { ListPage } from './use-list.ts';

interface ListRowsProps {
  list: ListView;
  shown: ListPage;
  part: ListPart;
  onPart: (change: Partial<ListPart>) => void;
  /** the next order by this column */
  onSort: (column: string) => void;
  selection: RowSelection;
}

/** The rows of a list with search, sort, pages and a choice of columns. */
export function ListRows({ list, shown: { rows, total }, part, onPart, onSort, selection }: ListRowsProps) {
  const [hidden, setHidden] = useHiddenColumns(`leadwell:hidden-list-columns:${list.id}`);
  const columns = list.columns.filter((column, index) => index === 0 || !hidden.includes(column));
  const { search, where, sort, page } = part;
  const csv = useListCsv();
  const selected = [...selection.ids];
  const filtering = search !== '' || where.length > 0;
  const filtered = filteredColumns(list.columns);
  const onWhere: ComponentProps<typeof FilterMenu>['onWhere'] = (change) => onPart({ where: change(where) });
  const chosen = chosenRows(part, list.columns);
  const selectedRows = selection.all ? chosen : { ...chosen, selected: writeSelectedRows(selected) };
  const count = selection.all ? total : selected.length;
  const first = rows.length === 0 ? 0 : (page - 1) * LIST_PAGE_ROWS + 1;
  return (
    <Card className="overflow-hidden">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-border px-4 py-3 md:px-5">
        <SearchField
          label="Search rows"
          placeholder="Search rows"
          text={search}
          maxLength={200}
          onText={(text) => onPart({ search: text })}
          className="w-full sm:w-auto sm:max-w-72 sm:flex-1"
        />
        <FilterMenu columns={filtered} where={where} onWhere={onWhere} className="ml-auto" />
        {list.columns.length > 1 && (
          <ColumnPicker
            columns={list.columns}
            hidden={hidden}
            onHidden={(change) => setHidden(change(hidden))}
            toTitle={columnTitle}
          />
        )}
        <FilterChips columns={filtered} where={where} onWhere={onWhere} />
        <SelectionBar selection={selection} total={total}>
          <Button
            variant="secondary"
            size="sm"
            busy={csv.isPending}
            onClick={() => csv.mutate({ list, rows: selectedRows })}
          >
            {!csv.isPending && <Download aria-hidden />}
            Export CSV
          </Button>
          <SaveToList
            source={list.source}
            suggested={`${cutText(list.name, 70)}, ${plural(count, 'row')}`}
            isNew
            from={list.id}
            rows={`Saves ${plural(count, 'selected row')} with all columns. This list doesn't change.`}
            save={(name) => invoke(CALLS.listSaveRows, { id: list.id, name, ...selectedRows })}
          />
          {!selection.all && (
            <DeleteRows key={selected.join()} id={list.id} rows={selected} onDeleted={selection.clear} />
          )}
        </SelectionBar>
      </div>
      {rows.length > 0 ? (
        <ListTable
          // Each page starts at its top.
          key={page}
          list={list}
          rows={rows}
          columns={columns}
          sort={sort}
          onSort={onSort}
          selection={selection}
        />
      ) : filtering ? (
        <EmptyState
          icon={SearchX}
          title={where.length > 0 ? 'No rows match your filters' : 'No rows match your search'}
        >
          {where.length > 0 ? 'Remove a filter, or try another value.' : 'Try another word.'}
        </EmptyState>
      ) : (
        <EmptyState icon={Inbox} title="This list is empty">
          Rows appear here when you send them from an extension or save more results to this list.
        </EmptyState>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-border px-4 py-3 tabular-nums">
        <p role="status" className="text-sm text-muted-foreground">
          Showing {formatNumber(first)} to {formatNumber(first === 0 ? 0 : first + rows.length - 1)} of{' '}
          {formatNumber(total)} rows
        </p>
        <Pagination
          label="Pages of rows"
          page={page}
          pages={pageCount(total)}
          onPage={(next) => onPart({ page: next })}
        />
      </div>
    </Card>
  );
}
