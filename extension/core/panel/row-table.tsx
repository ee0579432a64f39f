import type { KeptRow } from '../collected-store.ts';

interface RowTableProps {
  /** newest first */
  rows: readonly KeptRow[];
  columns: readonly string[];
  total: number;
}

const STATES = { waiting: 'Not sent', sent: 'Sent', refused: 'Refused', 'opted-out': 'Refused' } as const;

/** The newest rows, with the columns that any of them has. */
export function RowTable({ rows, columns, total }: RowTableProps) {
  if (rows.length === 0)
    return <p className="hint">Rows appear here, newest first. They stay in this browser.</p>;
  const shown = columns.filter((column) => rows.some((row) => row.values[column] !== undefined));
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
      <section className="table" aria-label="Collected rows" tabIndex={0}>
        <table>
          <thead>
            <tr>
              {shown.map((column) => (
                <th key={column} scope="col">
                  {columnLabel(column)}
                </th>
              ))}
              <th scope="col">Leadwell</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.key}>
                {shown.map((column) => (
                  <td key={column} title={row.values[column]}>
                    {row.values[column] ?? <span className="hint">–</span>}
                  </td>
                ))}
                <td title={row.reason || undefined}>{STATES[row.state]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {total > rows.length && (
        <p className="hint">
          The newest {rows.length} of {total.toLocaleString('en-US')} rows.
        </p>
      )}
    </>
  );
}

function columnLabel(column: string): string {
  const text = column.replaceAll('_', ' ').replace(/\b(?:id|url|usd)\b/g, (word) => word.toUpperCase());
  return text.charAt(0).toUpperCase() + text.slice(1);
}
