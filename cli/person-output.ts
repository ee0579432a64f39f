import { ErasureReply, type PersonReport, PersonReportReply } from '#contract/person-rights.ts';
import { plural } from '#contract/plural.ts';
import { textTable } from './text-table.ts';

/** What `leadwell person report` writes. */
export interface ReportOptions {
  json?: boolean;
  letter?: boolean;
}

/** How `leadwell person erase` works and what it writes. */
export interface EraseOptions {
  sure: boolean;
  json?: boolean;
}

/** Writes the receipt of an erasure. */
export function writeReceipt(
  row: object,
  { json }: Pick<EraseOptions, 'json'>,
  write: (text: string) => void,
): void {
  const { receipt, text } = ErasureReply.parse(row);
  write(json ? `${JSON.stringify(receipt, null, 2)}\n` : text);
}

/** Writes a report as the options say: without any, a table of what was found. */
export function writeReport(row: object, options: ReportOptions, write: (text: string) => void): void {
  const { report, letter } = PersonReportReply.parse(row);
  if (options.json) write(`${JSON.stringify(report, null, 2)}\n`);
  if (options.letter) write(letter);
  if (!options.json && !options.letter) write(summary(report));
}

function summary(report: PersonReport): string {
  const { records, exports, alsoNamed, backups, optedOut } = report;
  const total = records.length + report.more;
  const places = [...Map.groupBy(records, ({ place }) => place)].map(([place, some]) => [
    place,
    String(some.length),
    [...new Set(some.flatMap(({ account }) => account ?? []))].join(', '),
  ]);
  return [
    total === 0
      ? 'Nothing is stored about this person.\n'
      : `${plural(total, 'record')}\n${textTable([['Place', 'Records', 'Accounts'], ...places])}`,
    ...(exports.length > 0
      ? [
          `Exported by\n${textTable([['Account', 'Database', 'Day (UTC)'], ...exports.map(({ account, database, day }) => [account, database, day])])}`,
        ]
      : []),
    ...(alsoNamed.length > 0
      ? [`Also in these records, perhaps of the same person: ${alsoNamed.join(', ')}\n`]
      : []),
    ...(backups.length > 0 ? [`Not searched: ${backups.map(({ file }) => file).join(', ')}\n`] : []),
    optedOut ? 'This person is on the opt-out list.\n' : 'This person is not on the opt-out list.\n',
  ].join('\n');
}
