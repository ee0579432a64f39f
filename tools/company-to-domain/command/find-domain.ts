import type { RowFormat } from '#cli/row-format.ts';
import { type OwnTable, sameHeaders } from '#cli/row-writer.ts';
import { abortOnStop } from '#cli/stopping.ts';
import { UsageError } from '#cli/usage-error.ts';
import { cutText } from '#contract/cut-text.ts';
import { plural } from '#contract/plural.ts';
import { countryOfCell } from '#engines/country-names/country-names.ts';
import {
  type CompanyEntry,
  type CompanyTable,
  distinctEntries,
  entryKey,
  readCompanyFile,
  readCompanyTable,
  unnamedTable,
} from '#engines/csv/pasted-companies.ts';
import { OperatorError } from '#server/platform/operator-error.ts';
import { readEnvFile } from '#server/process.ts';
import { readCommandItems, runListCommand, toolWork } from '../../list-tool/command/list-command.ts';
import { COMPANY_CSV_COLUMNS, companyToDomain, INPUT_MAX_CHARS, writeCompanyInput } from '../definition.ts';
import { openCompanyTool } from './open-tool.ts';

export interface FindDomainOptions {
  /** a file, or - for standard input */
  input?: string;
  /** of the table in the file: its name, or its number from 1 */
  column?: string;
  country?: string;
  format?: RowFormat;
}

/** Names given to the run at once. */
const WINDOW = 500;

/**
 * `leadwell find-domain`: names from the arguments and from a file or standard input. Throws UsageError if there are
 * none, or the country or the column is unknown, OperatorError if the file can't be read or a setting is wrong.
 */
export async function main(
  names: readonly string[],
  { input, column, country, format = 'ndjson' }: FindDomainOptions,
): Promise<void> {
  if (names.every((name) => name.trim() === '') && input === undefined)
    throw new UsageError('Pass one or more company names, or a file of names with --input.');
  if (column !== undefined && input === undefined)
    throw new UsageError('--column is for the table of a file. Name the file with --input.');
  if (country !== undefined && countryOfCell(country) === null)
    throw new UsageError(`${country} is no country we know. Pass a code such as DE, or its name in English.`);
  const complete = (entry: CompanyEntry): CompanyEntry => ({
    ...entry,
    company_name: cutText(entry.company_name.trim(), INPUT_MAX_CHARS),
    country: entry.country ?? country ?? null,
  });
  readEnvFile();
  const given = names.map((company_name) => complete({ company_name, country: null, website: null }));
  const read = (text: string, name: string) => {
    const place = chosenPlace(text, name, column);
    const table = readCompanyTable(text, place);
    const entries =
      place === null ? readCompanyFile(text) : (table?.rows.flatMap(({ entries }) => entries) ?? null);
    if (!entries?.length) throw new OperatorError(`${name} has no company names.`);
    return { entries: entries.map(complete), own: table && ownTable(table, complete) };
  };
  const { entries, own } = await readCommandItems(given, input, read);
  const distinct = distinctEntries(entries.filter(({ company_name }) => company_name !== '')).entries;
  const tool = openCompanyTool();
  await runListCommand({
    type: companyToDomain.task.type,
    format,
    columns: sameHeaders(COMPANY_CSV_COLUMNS),
    own,
    work: toolWork(tool, distinct, { size: WINDOW, toInput: writeCompanyInput, keyOf: entryKey }),
    close: () => tool.close(),
    summary: ({ done, found, failed }) =>
      `${plural(done, 'name')}, ${plural(found, 'domain')} found, ${failed} failed`,
    signal: abortOnStop(),
  });
}

/**
 * The place of the column that was asked for, or of the likeliest one of a table that names no column of companies, which a note
 * says. null: the table names it, or it is a list of lines. Throws if there is no such column.
 */
function chosenPlace(text: string, name: string, column: string | undefined): number | null {
  if (column !== undefined) {
    const columns = readCompanyTable(text, 0)?.columns ?? [];
    const named = columns.findIndex((each) => each.toLowerCase() === column.trim().toLowerCase());
    const place = named < 0 && /^\d+$/.test(column.trim()) ? Number(column) - 1 : named;
    if (columns[place] !== undefined) return place;
    throw new UsageError(
      columns.length > 0
        ? `${name} has no column “${column}”. It has: ${columns.join(', ')}.`
        : `${name} is a list of lines, without columns. Leave out --column.`,
    );
  }
  if (readCompanyFile(text) !== null) return null;
  const { columns, likeliest } = unnamedTable(text) ?? { columns: [], likeliest: null };
  if (likeliest === null)
    throw new OperatorError(
      `${name} is a table without a company column. Name one column “company”, or choose one with --column. It has: ${columns.join(', ')}.`,
    );
  process.stderr.write(
    `${name} has no column that is named for companies, so they are taken from “${columns[likeliest]}”. To choose another one, use --column.\n`,
  );
  return likeliest;
}

function ownTable(
  { columns, rows }: CompanyTable,
  complete: (entry: CompanyEntry) => CompanyEntry,
): OwnTable {
  return {
    columns,
    rows: rows.map(({ entries, cells }) => ({
      cells,
      keys: entries.map((entry) => entryKey(complete(entry))),
    })),
  };
}
