import type { ListRow, ListView } from '#contract/lists.ts';
import type { RowSelection } from '../../kit/use-row-selection.ts';
import { columnTitle } from '../../lib/column-title.ts';
import { CheckBox } from '../../ui/check-box.tsx';
import { CopyValue } from '../../ui/copy-value.tsx';
import { EmptyValue } from '../../ui/empty-value.tsx';
import { ExternalLink } from '../../ui/external-link.tsx';
import type { RowSort } from '../../ui/row-sort.ts';
import { SortButton } from '../../ui/sort-button.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../ui/table.tsx';

interface ListTableProps {
  list: ListView;
  rows: readonly ListRow[];
  columns: readonly string[];
  sort: RowSort | null;
  onSort: (column: string) => void;
  selection: RowSelection;
}

/** A page of a list's rows with check boxes. The first column stays in view. */
export function ListTable(props: ListTableProps) {
  const { list, rows, columns, sort, onSort, selection } = props;
  const ids = rows.map(({ id }) => id);
  const isSelected = (id: number) => selection.all || selection.ids.has(id);
  const chosen = ids.filter(isSelected).length;
  return (
    <Table label={`Rows of ${list.name}`} boxClassName="max-h-[600px]">
      <TableHead>
        <TableRow>
          {columns.map((column, index) => {
            const sorted = sort?.column === column ? sort : null;
            return (
              <TableHeaderCell
                key={column}
                pinned={index === 0}
                sorted={sorted}
                aria-label={index === 0 ? columnTitle(column) : undefined}
                className="max-w-72"
              >
                <span className="flex items-center gap-1">
                  {index === 0 && (
                    <CheckBox
                      label="Select all rows on this page"
                      checked={chosen === ids.length}
                      mixed={chosen > 0 && chosen < ids.length}
                      onChange={(on) => selection.selectMany(ids, on)}
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
          <TableRow key={row.id} data-current={isSelected(row.id) || undefined}>
            {columns.map((column, index) => (
              <TableCell
                key={column}
                pinned={index === 0}
                className={index === 0 ? 'max-w-40 font-medium md:max-w-64' : 'max-w-64'}
              >
                {index === 0 ? (
                  <span className="flex min-w-0 items-center gap-1">
                    <CheckBox
                      label={`Select ${row.values[column] ?? `row ${row.id}`}`}
                      checked={isSelected(row.id)}
                      onChange={(on, shift) => selection.select(row.id, on, shift ? { order: ids } : null)}
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

/** A value of a list: a link, or a text that a click copies. */
function ListCell({ value }: { value: string | undefined }) {
  if (!value) return <EmptyValue />;
  if (/^https?:\/\/\S+$/i.test(value)) return <ExternalLink href={value} className="min-h-0" />;
  return (
    // A long value fills the cell with its first words, so that the button's name contains its label.
    <CopyValue
      value={value}
      label={value.length > 200 ? value.slice(0, 200).replace(/\s+\S*$/, '') : value}
      className="max-w-[calc(100%+0.5rem)]"
    />
  );
}
