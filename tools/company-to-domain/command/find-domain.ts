import type { Writable } from 'node:stream';
import { type OptOutCheck, openOptOutCheck } from '#cli/opt-out-check.ts';
import type { RowFormat } from '#cli/row-format.ts';
import { type OwnTable, RowWriter, sameHeaders } from '#cli/row-writer.ts';
import { readSettings } from '#cli/settings.ts';
import { abortOnStop } from '#cli/stopping.ts';
import { UsageError } from '#cli/usage-error.ts';
import { cutText } from '#contract/cut-text.ts';
import { countryCode } from '#engines/country-names/country-names.ts';
import {
  type CompanyEntry,
  type CompanyTable,
  distinctEntries,
  entryKey,
  readCompanyFile,
  readCompanyTable,
} from '#engines/csv/company-list.ts';
import { OperatorError } from '#server/platform/operator-error.ts';
import { readEnvFile } from '#server/process.ts';
import { readListText } from '../../list-tool/command/read-list-text.ts';
import { runInWindows } from '../../list-tool/run-in-windows.ts';
import { COMPANY_CSV_COLUMNS, companyToDomain, INPUT_MAX_CHARS, writeCompanyInput } from '../definition.ts';
import { createNoPorts } from '../ports.ts';
import { type CompanyRunOptions, createRun } from '../run.ts';
import { COMPANY_SETTINGS, companyRunOptions } from '../server/run-options.ts';

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
  if (country !== undefined && countryCode(country) === null)
    throw new UsageError(`${country} is no country we know. Pass a code such as DE, or its name in English.`);
  readEnvFile();
  const config = readSettings(COMPANY_SETTINGS);
  const given = names.map((company_name) => ({ company_name, country: null, website: null }));
  const list = input === undefined ? { entries: [], table: null } : await readList(input);
  const inCountry = (entry: CompanyEntry) => ({ ...entry, country: entry.country ?? country ?? null });
  const { done, failed } = await findDomains({
    entries: [...given, ...list.entries].map(inCountry),
    own: given.length === 0 && list.table ? ownTable(list.table, inCountry) : null,
    format,
    optOuts: await openOptOutCheck(),
    run: { ...companyRunOptions(config), withLogos: false },
    out: process.stdout,
    err: process.stderr,
    signal: abortOnStop(),
  });
  if (done > 0 && failed === done) process.exitCode = 1;
}

function ownTable(
  { columns, rows }: CompanyTable,
  inCountry: (entry: CompanyEntry) => CompanyEntry,
): OwnTable {
  return {
    columns,
    rows: rows.map(({ entries, cells }) => ({
      cells,
      keys: entries.map((entry) => entryKey(shortened(inCountry(entry)))),
    })),
  };
}

async function readList(path: string): Promise<{ entries: CompanyEntry[]; table: CompanyTable | null }> {
  const text = await readListText(path);
  const entries = readCompanyFile(text);
  if (entries === null)
    throw new OperatorError(`${path} is a table without a company column. Name one column company.`);
  if (entries.length === 0) throw new OperatorError(`${path} has no company names.`);
  return { entries, table: readCompanyTable(text) };
}

export interface FindDomains {
  entries: readonly CompanyEntry[];
  /** the table with these entries; its columns are kept in CSV */
  own: OwnTable | null;
  format: RowFormat;
  /** takes companies that opted out from the rows; null for no list */
  optOuts: OptOutCheck | null;
  run: CompanyRunOptions;
  /** gets the rows */
  out: Writable;
  /** gets a summary at the end */
  err: Writable;
  signal: AbortSignal;
}

function shortened(entry: CompanyEntry): CompanyEntry {
  return { ...entry, company_name: cutText(entry.company_name.trim(), INPUT_MAX_CHARS) };
}

/** Finds the domains of any number of companies and writes the rows. Returns how many names were done and failed. */
export async function findDomains({
  entries,
  own,
  format,
  optOuts,
  run,
  out,
  err,
  signal,
}: FindDomains): Promise<{ done: number; failed: number }> {
  const { entries: distinct } = distinctEntries(
    entries.map(shortened).filter(({ company_name }) => company_name !== ''),
  );
  const writer = new RowWriter({ out, format, columns: sameHeaders(COMPANY_CSV_COLUMNS), own, signal });
  const tool = createRun(run, createNoPorts());
  const counts = { done: 0, found: 0, failed: 0 };
  try {
    const windows = { size: WINDOW, inputOf: writeCompanyInput };
    for await (const { entry, row, found, failed } of runInWindows(tool, distinct, signal, windows)) {
      counts.done += 1;
      if (found) counts.found += 1;
      if (failed) counts.failed += 1;
      const result = { input: writeCompanyInput(entry), row };
      await writer.add(entryKey(entry), optOuts?.clean(companyToDomain.task.type, result) ?? row);
    }
    await writer.end();
  } finally {
    await tool.close();
  }
  err.write(
    `${signal.aborted ? 'Stopped: ' : ''}${counts.done} names, ${counts.found} domains found, ${counts.failed} failed\n`,
  );
  return counts;
}
