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
} from '#engines/csv/pasted-companies.ts';
import { OperatorError } from '#server/platform/operator-error.ts';
import { readEnvFile } from '#server/process.ts';
import { readCommandItems, runListCommand, toolWork } from '../../list-tool/command/list-command.ts';
import { COMPANY_CSV_COLUMNS, companyToDomain, INPUT_MAX_CHARS, writeCompanyInput } from '../definition.ts';
import { openCompanyTool } from './open-tool.ts';

export interface FindDomainOptions {
  /** a file, or - for standard input */
  input?: string;
  country?: string;
  format?: RowFormat;
}

/** Names given to the run at once. */
const WINDOW = 500;

/**
 * `leadwell find-domain`: names from the arguments and from a file or standard input. Throws UsageError if there are
 * none or the country is unknown, OperatorError if the file can't be read or a setting is wrong.
 */
export async function main(
  names: readonly string[],
  { input, country, format = 'ndjson' }: FindDomainOptions,
): Promise<void> {
  if (names.every((name) => name.trim() === '') && input === undefined)
    throw new UsageError('Pass one or more company names, or a file of names with --input.');
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
    const entries = readCompanyFile(text);
    if (entries === null)
      throw new OperatorError(`${name} is a table without a company column. Name one column “company”.`);
    if (entries.length === 0) throw new OperatorError(`${name} has no company names.`);
    const table = readCompanyTable(text);
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
