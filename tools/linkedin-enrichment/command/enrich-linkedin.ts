import { runOperatorCommand } from '#cli/command.ts';
import type { RowFormat } from '#cli/row-format.ts';
import { type OwnTable, RowWriter } from '#cli/row-writer.ts';
import { UsageError } from '#cli/usage-error.ts';
import {
  entriesOfLine,
  type LinkedinList,
  type LinkedinTable,
  readLinkedinList,
} from '#engines/csv/linkedin-list.ts';
import { readCsvRecord } from '#engines/csv/read-csv.ts';
import { linkedinItemKey, readLinkedinProfile } from '#engines/list-items/linkedin.ts';
import { readTextFile } from '#server/platform/disk/text-file.ts';
import { OperatorError } from '#server/platform/operator-error.ts';
import { readListText } from '../../list-tool/command/read-list-text.ts';
import { LINKEDIN_CSV_COLUMNS, LINKEDIN_EXTRA_COLUMNS, type LinkedinRow, ROW_ERRORS } from '../definition.ts';

export interface EnrichOptions {
  /** a file, or - for standard input */
  input?: string;
  /** saved profile pages */
  page?: string[];
  format?: RowFormat;
}

/**
 * `leadwell enrich-linkedin`: URLs from the arguments and from a file or standard input. Throws UsageError if there
 * are none, OperatorError if a file can't be read.
 */
export async function main(
  urls: readonly string[],
  { input, page = [], format = 'ndjson' }: EnrichOptions,
): Promise<void> {
  if (urls.length === 0 && input === undefined && page.length === 0)
    throw new UsageError('Pass one or more LinkedIn profile URLs, or a file of URLs with --input.');
  const { entries: listed, table } = input === undefined ? NO_LIST : await readList(input);
  const { entries } = readLinkedinList(urls.join('\n'));
  const pages = await Promise.all(page.map((file) => readTextFile(file)));
  const all = [...entries, ...listed].map(({ linkedinUrl, name, company }) => ({
    linkedinUrl,
    name,
    company,
  }));
  const own = table && urls.length === 0 && pages.length === 0 ? ownTable(table) : null;
  const signal = new AbortController().signal;
  const writer = new RowWriter({ out: process.stdout, format, columns: COLUMNS, own, signal });
  const counts = { done: 0, failed: 0 };
  await runOperatorCommand('enrich-linkedin', { entries: all, pages }, (value) => {
    const row = value as Partial<LinkedinRow>;
    counts.done += 1;
    if (row.error === ROW_ERRORS.failed || isRefused(row)) counts.failed += 1;
    void writer.add(linkedinItemKey(row.input ?? ''), value);
  });
  await writer.end();
  if (counts.done > 0 && counts.failed === counts.done) process.exitCode = 1;
}

const { location, companyDomain } = LINKEDIN_EXTRA_COLUMNS;
const COLUMNS = { ...LINKEDIN_CSV_COLUMNS, location, companyDomain };
const NO_LIST = { entries: [], table: null };

/** A line that is no profile. */
function isRefused({ input = '' }: Partial<LinkedinRow>): boolean {
  return !readLinkedinProfile(input).ok;
}

function ownTable({ columns, rows }: LinkedinTable): OwnTable {
  return {
    columns,
    rows: rows.map(({ url, record }) => ({
      cells: readCsvRecord(record),
      keys: entriesOfLine(url, 1).map(({ linkedinUrl }) => linkedinItemKey(linkedinUrl)),
    })),
  };
}

async function readList(path: string): Promise<Pick<LinkedinList, 'entries' | 'table'>> {
  const text = await readListText(path);
  const { entries, table } = readLinkedinList(text);
  if (entries.length === 0) throw new OperatorError(`${path} has no LinkedIn URLs.`);
  return { entries, table };
}
