import type { ListRow, ListView } from '#contract/lists.ts';
import { columnTitle } from '../../lib/column-title.ts';
import { CheckBox } from '../../ui/check-box.tsx';
import type { RowSort } from '../../ui/row-sort.ts';
import { SortButton } from '../../ui/sort-button.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../ui/table.tsx';
import { ListCell } from './list-cell.tsx';

interface ListTableProps {
  list: ListView;
  rows: readonly ListRow[];
  columns: readonly string[];
  sort: RowSort | null;
  onSort: (column: string) => void;
  /** the IDs of the selected rows */
  selected: ReadonlySet<number>;
  onSelect: (ids: readonly number[], selected: boolean) => void;
}

/** A page of a list's rows with check boxes. The first column stays in view. */
export function ListTable(props: ListTableProps) {
  const { list, rows, columns, sort, onSort, selected, onSelect } = props;
  const ids = rows.map(({ id }) => id);
  const chosen = ids.filter((id) => selected.has(id)).length;
  return (
    <Table label={`Rows of ${list.name}`} boxClassName="max-h-[600px]">
      <TableHead>
        <TableRow>
          {columns.map((column, at) => {
            const sorted = sort?.column === column ? sort : null;
            return (
              <TableHeaderCell
                key={column}
                pinned={at === 0}
                sorted={sorted}
                aria-label={at === 0 ? columnTitle(column) : undefined}
                className="max-w-72"
              >
                <span className="flex items-center gap-1">
                  {at === 0 && (
                    <CheckBox
                      label="Select all rows on this page"
                      checked={chosen === ids.length}
                      mixed={chosen > 0 && chosen < ids.length}
                      onChange={(on) => onSelect(ids, on)}
                    />
                  )}
                  <SortButton sort={sorted} onPress={() => onSort(column)}>
                    {columnTitle(column)}
                  </SortButton>
                </span>
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
                {at === 0 ? (
                  <span className="flex min-w-0 items-center gap-1">
                    <CheckBox
                      label={`Select ${row.values[column] ?? `row ${row.id}`}`}
                      checked={selected.has(row.id)}
                      onChange={(on) => onSelect([row.id], on)}
                    />
                    <span className="min-w-0">
                      <ListCell value={row.values[column]} />
                    </span>
                  </span>
                ) : (
                  <ListCell value={row.values[column]} />
                )}
              </TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
