import { plural } from '../../lib/format.ts';
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../ui/table.tsx';

const SHOWN_ROWS = 10;

/** The first rows of a table that is about to be imported. */
export function ImportPreview({
  columns,
  rows,
}: {
  columns: readonly string[];
  rows: readonly (readonly string[])[];
}) {
  const shown = rows.slice(0, SHOWN_ROWS);
  return (
    <div className="overflow-hidden rounded-lg border border-border">
      <Table label="Preview" boxClassName="max-h-72">
        <TableHead>
          <TableRow>
            {columns.map((column) => (
              <TableHeaderCell key={column}>{column}</TableHeaderCell>
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
