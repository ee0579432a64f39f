import type { Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Misuse } from '#cli/misuse.ts';
import { drained } from '#cli/output.ts';
import { readSettings } from '#cli/settings.ts';
import { abortOnStop } from '#cli/stopping.ts';
import { cutText } from '#contract/cut-text.ts';
import { countryCode } from '#engines/country-names/country-names.ts';
import { type CompanyEntry, distinctEntries, readCompanyFile } from '#engines/csv/company-list.ts';
import { OperatorError } from '#server/platform/operator-error.ts';
import { readTextFile, textOf } from '#server/platform/text-file.ts';
import { readEnvFile } from '#server/process.ts';
import { createNoPorts } from '../company-ports.ts';
import { INPUT_MAX_CHARS, writeCompanyInput } from '../definition.ts';
import { type CompanyRunOptions, createCompanyRun } from '../run.ts';
import { COMPANY_SETTINGS, companyRunOptions } from '../server/run-options.ts';

export interface FindDomainOptions {
  /** a file, or - for standard input */
  input?: string;
  country?: string;
}

/** Names given to the run at once. */
const WINDOW = 500;

/**
 * `leadwell find-domain`: names from the arguments and from a file or standard input. Throws Misuse if there are
 * none or the country is unknown, OperatorError if the file can't be read or a setting is wrong.
 */
export async function main(names: readonly string[], { input, country }: FindDomainOptions): Promise<void> {
  if (names.every((name) => name.trim() === '') && input === undefined)
    throw new Misuse('Pass one or more company names, or a file of names with --input.');
  if (country !== undefined && countryCode(country) === null)
    throw new Misuse(`${country} is no country we know. Pass a code such as DE, or its name in English.`);
  readEnvFile();
  const config = readSettings(COMPANY_SETTINGS);
  const given = names.map((company_name) => ({ company_name, country: null, website: null }));
  const listed = input === undefined ? [] : await readList(input);
  const entries = [...given, ...listed].map((entry) => ({
    ...entry,
    country: entry.country ?? country ?? null,
  }));
  await findDomains({
    entries,
    run: { ...companyRunOptions(config), withLogos: false },
    out: process.stdout,
    err: process.stderr,
    signal: abortOnStop(),
  });
}

async function readList(path: string): Promise<CompanyEntry[]> {
  const text = await (path === '-'
    ? buffer(process.stdin).then((bytes) => textOf(bytes, path))
    : readTextFile(path));
  const entries = readCompanyFile(text);
  if (entries === null)
    throw new OperatorError(`${path} is a table without a company column. Name one column company.`);
  if (entries.length === 0) throw new OperatorError(`${path} has no company names.`);
  return entries;
}

export interface FindDomains {
  entries: readonly CompanyEntry[];
  run: CompanyRunOptions;
  /** gets one NDJSON row per name, as they finish */
  out: Writable;
  /** gets a summary at the end */
  err: Writable;
  signal: AbortSignal;
}

/** Finds the domains of any number of companies and writes the rows. */
export async function findDomains({ entries, run, out, err, signal }: FindDomains): Promise<void> {
  const { entries: distinct } = distinctEntries(
    entries
      .map((entry) => ({
        ...entry,
        company_name: cutText(entry.company_name.trim(), INPUT_MAX_CHARS),
      }))
      .filter(({ company_name }) => company_name !== ''),
  );
  const tool = createCompanyRun(run, createNoPorts());
  const counts = { done: 0, found: 0, failed: 0 };
  try {
    for (let at = 0; at < distinct.length && !signal.aborted; at += WINDOW) {
      const items = distinct
        .slice(at, at + WINDOW)
        .map((entry, offset) => ({ position: at + offset, input: writeCompanyInput(entry) }));
      for await (const { row, found, failed } of tool.run(items, signal)) {
        counts.done += 1;
        if (found) counts.found += 1;
        if (failed) counts.failed += 1;
        if (!out.write(`${JSON.stringify(row)}\n`)) await drained(out, signal);
      }
    }
  } finally {
    await tool.close();
  }
  err.write(
    `${signal.aborted ? 'Stopped: ' : ''}${counts.done} names, ${counts.found} domains found, ${counts.failed} failed\n`,
  );
}
