import type { CreditDay } from '#contract/analytics.ts';
import { formatNumber } from '../../lib/format.ts';
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../ui/table.tsx';
import { dayLabel } from './credit-chart.tsx';

/** The numbers of the chart, newest first. */
export function CreditTable({ days }: { days: readonly CreditDay[] }) {
  const hasIncluded = days.some(({ included }) => included !== 0);
  return (
    <Table label="Credits per day" boxClassName="absolute inset-0">
      <TableHead>
        <TableRow>
          <TableHeaderCell className="pl-4 md:pl-5">Day</TableHeaderCell>
          <TableHeaderCell className="pr-4 text-right md:pr-5">Credits</TableHeaderCell>
          {hasIncluded && (
            <TableHeaderCell className="pr-4 text-right md:pr-5">Included in your plan</TableHeaderCell>
          )}
        </TableRow>
      </TableHead>
      <TableBody>
        {days.toReversed().map(({ day, used, included }) => (
          <TableRow key={day}>
            <TableCell className="pl-4 md:pl-5">{dayLabel(day)}</TableCell>
            <TableCell className="pr-4 text-right tabular-nums md:pr-5">{formatNumber(used)}</TableCell>
            {hasIncluded && (
              <TableCell className="pr-4 text-right tabular-nums md:pr-5">{formatNumber(included)}</TableCell>
            )}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
