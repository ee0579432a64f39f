import type { PersonReport } from '#contract/person-rights.ts';
import { plural } from '#contract/plural.ts';
import { formatDate, formatUtcDay } from '../../lib/format.ts';
import { Alert } from '../../ui/alert.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../ui/table.tsx';

/** What a search found, by place, and which accounts exported the person. */
export function PersonFindings({ report }: { report: PersonReport }) {
  const { records, more, exports, alsoNamed, optedOut } = report;
  const total = records.length + more;
  const hasSources = records.some(({ origins }) => origins.length > 0);
  const places = [...Map.groupBy(records, ({ place }) => place)];
  return (
    <>
      <p role="status" className="flex flex-wrap items-center gap-2 tabular-nums">
        {total === 0
          ? 'Nothing is stored about this person.'
          : `${plural(total, 'record')} in ${plural(places.length, 'place')}`}
        <Badge tone={optedOut ? 'success' : 'neutral'}>
          {optedOut ? 'On the opt-out list' : 'Not on the opt-out list'}
        </Badge>
      </p>
      {places.length > 0 && (
        <div className="min-w-0 overflow-hidden rounded-lg border border-border">
          <Table label="Where the person is" boxClassName="max-h-96">
            <TableHead>
              <TableRow>
                <TableHeaderCell pinned>Place</TableHeaderCell>
                <TableHeaderCell className="text-right">Records</TableHeaderCell>
                <TableHeaderCell>Accounts</TableHeaderCell>
                {hasSources && <TableHeaderCell>Source</TableHeaderCell>}
                <TableHeaderCell>Stored</TableHeaderCell>
              </TableRow>
            </TableHead>
            <TableBody>
              {places.map(([place, some]) => (
                <TableRow key={place}>
                  <TableCell pinned className="min-w-36 py-2 whitespace-normal sm:min-w-72">
                    {place}
                  </TableCell>
                  <TableCell className="text-right tabular-nums">{some.length}</TableCell>
                  <TableCell>{distinct(some.map(({ account }) => account))}</TableCell>
                  {hasSources && (
                    <TableCell>
                      {distinct(some.flatMap(({ origins }) => origins.map(({ source }) => source)))}
                    </TableCell>
                  )}
                  <TableCell className="tabular-nums">{newest(some)}</TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </div>
      )}
      {exports.length > 0 && (
        <div className="min-w-0 overflow-hidden rounded-lg border border-border">
          <Table label="Who exported the person" boxClassName="max-h-96">
            <TableHead>
              <TableRow>
                <TableHeaderCell pinned>Exported by</TableHeaderCell>
                <TableHeaderCell>Lead database</TableHeaderCell>
                <TableHeaderCell>On</TableHeaderCell>
              </TableRow>
            </TableHead>
            <TableBody>
              {exports.map(({ account, database, day }) => (
                <TableRow key={`${account} ${database} ${day}`}>
                  <TableCell pinned className="max-w-44 truncate sm:max-w-72" title={account}>
                    {account}
                  </TableCell>
                  <TableCell>{database}</TableCell>
                  <TableCell className="tabular-nums">{formatUtcDay(day)}</TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </div>
      )}
      {alsoNamed.length > 0 && (
        <Alert tone="warning">
          <span className="break-words">
            These are in the same records, and may be of the same person: {alsoNamed.join(', ')}. If so,
            search for all of them together.
          </span>
        </Alert>
      )}
    </>
  );
}

function distinct(texts: readonly (string | null)[]): string {
  return [...new Set(texts.filter((text) => text !== null && text !== ''))].join(', ');
}

/** When the newest of some records was stored, or else its lead imported. */
function newest(records: PersonReport['records']): string {
  const times = records.flatMap(({ at, origins }) => [
    ...(at ? [at] : []),
    ...origins.map(({ importedAt }) => importedAt),
  ]);
  const latest = times.sort().at(-1);
  return latest ? formatDate(latest) : '';
}
