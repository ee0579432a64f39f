import { plural } from '#contract/plural.ts';
import type { PersonTable } from '#engines/csv/person-table.ts';
import { cn } from '#web/lib/class-names.ts';
import { formatNumber } from '#web/lib/format.ts';
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '#web/ui/table.tsx';
import type { ListSummary } from './upload.ts';

const PREVIEW_ROWS = 10;

const SHOWN_AT_FIRST = 5;
const SHOWN_AT_MOST = 200;

/** The first rows of the file, with the columns in use highlighted. */
export function ListPreview({ list }: { list: PersonTable }) {
  const used = new Set(Object.values(list.columns).flat());
  return (
    <Table
      label="First rows of the file"
      boxClassName="max-h-80 rounded-lg border border-border"
      className="min-w-full"
    >
      <TableHead>
        <TableRow>
          <TableHeaderCell className="w-14 text-right">Line</TableHeaderCell>
          {list.header.map((name, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: columns keep their order.
            <TableHeaderCell key={index} className={used.has(index) ? 'text-accent' : undefined}>
              {name}
            </TableHeaderCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {list.rows.slice(0, PREVIEW_ROWS).map(({ line, cells }) => (
          <TableRow key={line}>
            <TableCell className="text-right text-muted-foreground">{line}</TableCell>
            {list.header.map((_, index) => (
              <TableCell
                // biome-ignore lint/suspicious/noArrayIndexKey: columns keep their order.
                key={index}
                className={cn('max-w-56 truncate', !used.has(index) && 'text-muted-foreground')}
                title={cells[index]?.slice(0, 200)}
              >
                {cells[index]?.slice(0, 200)}
              </TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

/** The rows with problems, by line. */
export function RowProblems({ rowProblems }: Pick<ListSummary, 'rowProblems'>) {
  if (rowProblems.length === 0) return null;
  const rest = rowProblems.slice(SHOWN_AT_FIRST, SHOWN_AT_MOST);
  return (
    <div className="text-sm text-muted-foreground">
      <p className="text-warning">
        Check {plural(rowProblems.length, 'row')}. Rows we can't process stay in your file and are free:
      </p>
      <ProblemList rowProblems={rowProblems.slice(0, SHOWN_AT_FIRST)} />
      {rest.length > 0 && (
        <details>
          <summary className="min-h-6 text-accent underline-offset-4 hover:underline">
            {formatNumber(rowProblems.length - SHOWN_AT_FIRST)} more
          </summary>
          <ProblemList rowProblems={rest} />
          {rowProblems.length > SHOWN_AT_MOST && (
            <p>and {formatNumber(rowProblems.length - SHOWN_AT_MOST)} more, not shown</p>
          )}
        </details>
      )}
    </div>
  );
}

function ProblemList({ rowProblems }: Pick<ListSummary, 'rowProblems'>) {
  return (
    <ul className="mt-0.5">
      {rowProblems.map(({ line, text }) => (
        <li key={line} className="tabular-nums">
          Line {line} {text}
        </li>
      ))}
    </ul>
  );
}
