import type { ListRow, ListView } from '#contract/lists.ts';
import { columnTitle } from '../../lib/column-title.ts';
import { nextSort, type RowSort } from '../../ui/row-sort.ts';
import { SortButton } from '../../ui/sort-button.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../ui/table.tsx';
import { ListCell } from './list-cell.tsx';

interface ListTableProps {
  list: ListView;
  rows: readonly ListRow[];
  columns: readonly string[];
  sort: RowSort | null;
  onSort: (sort: RowSort | null) => void;
}

/** A page of a list's rows. The first column stays in view. */
export function ListTable({ list, rows, columns, sort, onSort }: ListTableProps) {
  return (
    <Table label={`Rows of ${list.name}`} boxClassName="max-h-[600px]">
      <TableHead>
        <TableRow>
          {columns.map((column, at) => {
            const sorted = sort?.column === column ? sort : null;
            return (
              <TableHeaderCell key={column} pinned={at === 0} sorted={sorted} className="max-w-72">
                <SortButton sort={sorted} onPress={() => onSort(nextSort(sort, column))}>
                  {columnTitle(column)}
                </SortButton>
              </TableHeaderCell>
            );
          })}
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map((row) => (
          <TableRow key={row.id}>
            {columns.map((column, at) => (
              <TableCell
                key={column}
                pinned={at === 0}
                className={at === 0 ? 'max-w-40 font-medium md:max-w-64' : 'max-w-64'}
              >
                <ListCell value={row.values[column]} />
              </TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
