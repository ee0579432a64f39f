import { CSV_PREVIEW_ROWS } from '#contract/limits.ts';
import type { PersonList } from '#engines/csv/person-list.ts';
import { cn } from '#web/lib/class-names.ts';
import { formatNumber, plural } from '#web/lib/format.ts';
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '#web/ui/table.tsx';
import type { ListSummary } from './upload.ts';

const NAMED_AT_ONCE = 5;
const NAMED_AT_MOST = 200;

/** The first rows as they were read; the columns in use stand out. */
export function ListPreview({ list }: { list: PersonList }) {
  const used = new Set(Object.values(list.columns));
  return (
    <Table
      label="First rows of the file"
      boxClassName="max-h-80 rounded-lg border border-border"
      className="min-w-full"
    >
      <TableHead>
        <TableRow>
          <TableHeaderCell className="w-14 text-right">Line</TableHeaderCell>
          {list.header.map((name, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: columns may have one name and never change places.
            <TableHeaderCell key={at} className={used.has(at) ? 'text-accent' : undefined}>
              {name}
            </TableHeaderCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {list.rows.slice(0, CSV_PREVIEW_ROWS).map(({ line, cells }) => (
          <TableRow key={line}>
            <TableCell className="text-right text-muted-foreground">{line}</TableCell>
            {list.header.map((_, at) => (
              <TableCell
                // biome-ignore lint/suspicious/noArrayIndexKey: columns never change places.
                key={at}
                className={cn('max-w-56 truncate', !used.has(at) && 'text-muted-foreground')}
                title={cells[at]?.slice(0, 200)}
              >
                {cells[at]?.slice(0, 200)}
              </TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

/** Rows that cannot be worked as they stand, by line. */
export function OddRows({ odd }: Pick<ListSummary, 'odd'>) {
  if (odd.length === 0) return null;
  const rest = odd.slice(NAMED_AT_ONCE, NAMED_AT_MOST);
  return (
    <div className="text-sm text-muted-foreground">
      <p className="text-warning">
        {plural(odd.length, 'row')} to look at. Such rows stay in your file; what cannot be worked is not
        charged:
      </p>
      <OddList odd={odd.slice(0, NAMED_AT_ONCE)} />
      {rest.length > 0 && (
        <details>
          <summary className="min-h-6 text-accent underline-offset-4 hover:underline">
            {formatNumber(odd.length - NAMED_AT_ONCE)} more
          </summary>
          <OddList odd={rest} />
          {odd.length > NAMED_AT_MOST && (
            <p>and {formatNumber(odd.length - NAMED_AT_MOST)} more further down</p>
          )}
        </details>
      )}
    </div>
  );
}

function OddList({ odd }: Pick<ListSummary, 'odd'>) {
  return (
    <ul className="mt-0.5">
      {odd.map(({ line, words }) => (
        <li key={line} className="tabular-nums">
          line {line} {words}
        </li>
      ))}
    </ul>
  );
}
