import { Inbox, SearchX } from 'lucide-react';
import { useState } from 'react';
import type { ListView } from '#contract/lists.ts';
import { ColumnPicker } from '../../kit/column-picker.tsx';
import { SearchField } from '../../kit/search-field.tsx';
import { columnTitle } from '../../lib/column-title.ts';
import { formatNumber } from '../../lib/format.ts';
import { useHiddenColumns } from '../../lib/hidden-columns.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { DeleteRows } from './delete-rows.tsx';
import { LIST_PAGE_ROWS, type ListPart, pagesOf } from './list-params.ts';
import { ListTable } from './list-table.tsx';
import type { ListPage } from './use-list.ts';

const NONE: ReadonlySet<number> = new Set();

interface ListRowsProps {
  list: ListView;
  shown: ListPage;
  part: ListPart;
  onPart: (change: Partial<ListPart>) => void;
  /** the next order by this column */
  onSort: (column: string) => void;
}

/** The rows of a list with search, sort, pages and a choice of columns. */
export function ListRows({ list, shown: { rows, total }, part, onPart, onSort }: ListRowsProps) {
  const [hidden, setHidden] = useHiddenColumns(`leadwell:hidden-list-columns:${list.id}`);
  const columns = list.columns.filter((column, at) => at === 0 || !hidden.includes(column));
  const { search, sort, page } = part;
  // A selection belongs to the page it was made on.
  const shownPart = JSON.stringify(part);
  const [selection, setSelection] = useState<{ part: string; ids: ReadonlySet<number> }>();
  const selected = selection?.part === shownPart ? selection.ids : NONE;
  const select = (ids: readonly number[], on: boolean) => {
    const next = new Set(selected);
    for (const id of ids) {
      if (on) next.add(id);
      else next.delete(id);
    }
    setSelection({ part: shownPart, ids: next });
  };
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
        {selected.size > 0 && (
          <DeleteRows
            key={[...selected].join()}
            id={list.id}
            rows={[...selected]}
            onDeleted={() => setSelection(undefined)}
          />
        )}
        {list.columns.length > 1 && (
          <ColumnPicker
            columns={list.columns}
            hidden={hidden}
            onHidden={(change) => setHidden(change(hidden))}
            titleOf={columnTitle}
            className="ml-auto"
          />
        )}
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
          selected={selected}
          onSelect={select}
        />
      ) : search ? (
        <EmptyState icon={SearchX} title="No rows match your search">
          Try another word.
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
          pages={pagesOf(total)}
          onPage={(next) => onPart({ page: next })}
        />
      </div>
    </Card>
  );
}
