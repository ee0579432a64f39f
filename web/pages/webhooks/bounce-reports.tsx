import { BOUNCE_DAYS, type BounceCounts, type BounceOverview } from '#contract/bounces.ts';
import { formatDay, formatNumber } from '../../lib/format.ts';
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../ui/table.tsx';

const COLUMNS: readonly (readonly [keyof BounceCounts, string])[] = [
  ['hard', 'Hard'],
  ['soft', 'Soft'],
  ['policy', 'Policy'],
  ['complaint', 'Complaints'],
  ['delivered', 'Delivered'],
  ['other', 'Unclear'],
  ['returned', 'Credits returned'],
];

/** The latest reports by day, with their totals. */
export function BounceReports({ overview: { days, total } }: { overview: BounceOverview }) {
  return (
    <section aria-labelledby="bounce-reports" className="grid grid-cols-1 gap-2">
      <h3 id="bounce-reports" className="font-medium">
        Last {BOUNCE_DAYS} days
      </h3>
      {days.length === 0 ? (
        <p className="text-sm text-muted-foreground">No reports yet.</p>
      ) : (
        <Table label="Reports by day" boxClassName="max-h-80 rounded-md border border-border">
          <TableHead>
            <TableRow>
              <TableHeaderCell pinned>Day (UTC)</TableHeaderCell>
              {COLUMNS.map(([name, label]) => (
                <TableHeaderCell key={name} className="text-right whitespace-nowrap">
                  {label}
                </TableHeaderCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            <ReportRow label="All" counts={total} />
            {days.map((day) => (
              <ReportRow key={day.day} label={formatDay(`${day.day}T12:00:00Z`)} counts={day} />
            ))}
          </TableBody>
        </Table>
      )}
      {total.uncounted > 0 && (
        <p className="max-w-[72ch] text-sm text-muted-foreground tabular-nums">
          Hard bounces that count for no one else: {formatNumber(total.uncounted)}. You didn't get these
          addresses here in the last {BOUNCE_DAYS} days, or more of them bounced than is plausible.
        </p>
      )}
    </section>
  );
}

function ReportRow({ label, counts }: { label: string; counts: BounceCounts }) {
  return (
    <TableRow>
      <TableCell pinned className="whitespace-nowrap">
        {label}
      </TableCell>
      {COLUMNS.map(([name]) => (
        <TableCell key={name} className="text-right tabular-nums">
          {formatNumber(counts[name])}
        </TableCell>
      ))}
    </TableRow>
  );
}
