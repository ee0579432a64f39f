import { CSV_ROWS_PER_TASK } from '#contract/limits.ts';
import { readBounceTable, type TableBounce } from '#engines/csv/bounce-table.ts';
import { openTable, readTable } from '#engines/csv/read-table.ts';
import { readListFile } from '../../kit/read-list-file.ts';
import { formatNumber } from '../../lib/format.ts';

/** The reports in a file, or why there are none, as a sentence. */
export async function readBounces(file: File): Promise<TableBounce[] | string> {
  const read = await readListFile(file, 'CSV or Excel');
  if ('problem' in read) return read.problem;
  const events = readBounceTable(readTable(openTable(read.text)).map(({ cells }) => cells));
  if (events === null) return `${file.name} has no column with emails.`;
  if (events.length === 0) return `${file.name} has no emails.`;
  return events.length > CSV_ROWS_PER_TASK
    ? `${file.name} has more than ${formatNumber(CSV_ROWS_PER_TASK)} rows. Split it into smaller files.`
    : events;
}
