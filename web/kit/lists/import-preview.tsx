import { COLUMN_ROLES, ColumnRole } from '#contract/list-columns.ts';
import { plural } from '#contract/plural.ts';
import { Select } from '../../ui/select.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../ui/table.tsx';
import { ROLE_LABELS } from './role-labels.ts';

const SHOWN_ROWS = 10;

/** What each column has, which can be changed. */
export interface PreviewRoles {
  values: readonly (ColumnRole | null)[];
  disabled: boolean;
  onChange: (column: number, role: ColumnRole | null) => void;
}

/** The first rows of a table that is about to be imported into a new list. */
export function ImportPreview({
  columns,
  rows,
  roles,
}: {
  columns: readonly string[];
  rows: readonly (readonly string[])[];
  roles: PreviewRoles;
}) {
  const shown = rows.slice(0, SHOWN_ROWS);
  return (
    <div className="overflow-hidden rounded-lg border border-border">
      <Table label="Preview" boxClassName="max-h-72">
        <TableHead>
          <TableRow>
            {columns.map((column, index) => (
              <TableHeaderCell key={column}>
                <span className="block max-w-60 truncate pt-2">{column}</span>
                <Select
                  size="sm"
                  aria-label={`What “${column}” has`}
                  className="mt-1 mb-2 w-40"
                  value={roles.values[index] ?? ''}
                  disabled={roles.disabled}
                  onChange={({ target }) =>
                    roles.onChange(index, ColumnRole.safeParse(target.value).data ?? null)
                  }
                >
                  <option value="">Something else</option>
                  {COLUMN_ROLES.map((role) => (
                    <option key={role} value={role}>
                      {ROLE_LABELS[role]}
                    </option>
                  ))}
                </Select>
              </TableHeaderCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {shown.map((cells, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file are told apart by their place.
            <TableRow key={index}>
              {columns.map((column, at) => (
                <TableCell key={column} className="max-w-60 truncate">
                  {cells[at]}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
      {rows.length > shown.length && (
        <p className="border-t border-border px-4 py-2 text-sm text-muted-foreground tabular-nums">
          and {plural(rows.length - shown.length, 'more row')}
        </p>
      )}
    </div>
  );
}
