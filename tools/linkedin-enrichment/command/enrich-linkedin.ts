import { runOperatorCommand } from '#cli/command.ts';
import type { RowFormat } from '#cli/row-format.ts';
import type { OwnTable } from '#cli/row-writer.ts';
import { abortOnStop } from '#cli/stopping.ts';
import { UsageError } from '#cli/usage-error.ts';
import { entriesOfLine, type LinkedinTable, readPastedProfiles } from '#engines/csv/pasted-profiles.ts';
import { readCsvRecord } from '#engines/csv/read-csv.ts';
import { linkedinItemKey, readLinkedinProfile } from '#engines/list-items/linkedin.ts';
import { readTextFile } from '#server/platform/files/text-file.ts';
import { OperatorError } from '#server/platform/operator-error.ts';
import { type CommandWork, readCommandItems, runListCommand } from '../../list-tool/command/list-command.ts';
import {
  LINKEDIN_CSV_COLUMNS,
  LINKEDIN_EXTRA_COLUMNS,
  type LinkedinRow,
  linkedinEnrichment,
  ROW_ERRORS,
} from '../definition.ts';

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
  /** Only tests set it. */
  run = runOperatorCommand,
): Promise<void> {
  if (urls.length === 0 && input === undefined && page.length === 0)
    throw new UsageError('Pass one or more LinkedIn profile URLs, or a file of URLs with --input.');
  const given = readPastedProfiles(urls.join('\n')).entries;
  const { entries, own } = await readCommandItems(given, input, (text, name) => {
    const { entries: listed, table } = readPastedProfiles(text);
    if (listed.length === 0) throw new OperatorError(`${name} has no LinkedIn URLs.`);
    return { entries: listed, own: table && ownTable(table) };
  });
  const pages = await Promise.all(page.map((file) => readTextFile(file)));
  const request = {
    entries: entries.map(({ linkedinUrl, name, company }) => ({ linkedinUrl, name, company })),
    pages,
  };
  await runListCommand<Partial<LinkedinRow>>({
    type: linkedinEnrichment.task.type,
    format,
    columns: COLUMNS,
    own: pages.length === 0 ? own : null,
    // The server has checked its rows.
    optOuts: null,
    work: (write, signal) => enrich(run, request, write, signal),
    signal: abortOnStop(),
  });
}

class Stopped extends Error {
  override readonly name = 'Stopped';
}

/** The server has the lead databases and counts the results. A stop ends it at its next row. */
async function enrich(
  run: typeof runOperatorCommand,
  request: object,
  write: Parameters<CommandWork<Partial<LinkedinRow>>>[0],
  signal: AbortSignal,
): Promise<void> {
  try {
    await run('enrich-linkedin', request, (value) => {
      if (signal.aborted) throw new Stopped();
      const row = value as Partial<LinkedinRow>;
      const failed = row.error === ROW_ERRORS.failed || isRefused(row);
      const { input = '' } = row;
      void write({ key: linkedinItemKey(input), input, row, found: !failed, failed });
    });
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
  }
}

const { location, companyDomain } = LINKEDIN_EXTRA_COLUMNS;
const COLUMNS = { ...LINKEDIN_CSV_COLUMNS, location, companyDomain };

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
