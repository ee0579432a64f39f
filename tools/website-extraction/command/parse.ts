import { readFile } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { openOptOutCheck } from '#cli/opt-out-check.ts';
import { whenOutputCloses } from '#cli/output.ts';
import type { RowFormat } from '#cli/row-format.ts';
import { RowWriter, sameHeaders } from '#cli/row-writer.ts';
import type { OptOutCheck } from '#cli/server-opt-outs.ts';
import { UsageError } from '#cli/usage-error.ts';
import { openRowOutput } from '#cli/workbook-output.ts';
import { toWebUrl } from '#contract/website.ts';
import { decodeHtml } from '#engines/page-contacts/decode-html.ts';
import { extractPage } from '#engines/page-contacts/extract-page.ts';
import { pageOrganization } from '#engines/page-contacts/organization/page-organization.ts';
import { pagePeople } from '#engines/page-contacts/people/page-people.ts';
import { siteContacts } from '#engines/page-contacts/site-contacts.ts';
import { WEBSITE_CSV_COLUMNS, websiteExtraction } from '../definition.ts';
import { failedRow, hasContacts, readRow } from '../engine/row.ts';
import { PEOPLE_COLUMNS, peopleRows } from './parse-people.ts';

export interface ParseOptions {
  files: Iterable<string>;
  /** URL of the pages; null if only their own `<base href>` can name it */
  url: string | null;
  out: Writable;
  /** Default: NDJSON. */
  format?: Exclude<RowFormat, 'xlsx'>;
  /** writes a row for each person of the pages instead. Default: false */
  people?: boolean;
  /** takes people who opted out from the rows. Default: no list */
  optOuts?: OptOutCheck | null;
  /** stops before the next file */
  signal?: AbortSignal;
}

/** Saved files are read to the end, however long that takes. */
const CPU_BUDGET_MS = 60_000;

/**
 * Writes one row per saved HTML file, in order, or one per person on its page. A row's `url` is '' if the URL is unknown. Returns how
 * many files could not be read; their rows contain the error, and with `people`, standard error does.
 */
export async function parse({
  files,
  url,
  out,
  format = 'ndjson',
  people = false,
  optOuts = null,
  signal = new AbortController().signal,
}: ParseOptions): Promise<number> {
  const columns = sameHeaders(people ? PEOPLE_COLUMNS : WEBSITE_CSV_COLUMNS);
  const writer = new RowWriter({ out, format, columns, own: null, signal });
  let unread = 0;
  for (const file of files) {
    if (signal.aborted) break;
    const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => error);
    if (bytes instanceof Error) {
      unread += 1;
      const problem = `Could not read the file (${file}: ${bytes.code})`;
      if (people) process.stderr.write(`${problem}\n`);
      else await writer.add(file, failedRow(url ?? '', null, problem, []));
      continue;
    }
    const page = extractPage(decodeHtml(bytes, null), url, {
      cpuBudgetMs: CPU_BUDGET_MS,
      organization: pageOrganization,
      ...(people ? { people: pagePeople } : {}),
    });
    if (people) {
      for (const row of peopleRows(page, optOuts)) await writer.add(file, row);
      continue;
    }
    const address = page.url ?? '';
    const receipt = { url: address, read: true, status: null, reason: null };
    const row = readRow(address, siteContacts([page], page.url), [receipt], null);
    const result = { input: address, row, found: hasContacts(row) };
    await writer.add(file, (optOuts?.clean(websiteExtraction.task.type, result) ?? result).row);
  }
  return unread;
}

/** `leadwell parse FILE...`. Throws UsageError if `--url` isn't a URL. */
export async function main(
  files: string[],
  options: { url?: string; format?: RowFormat; people?: boolean },
): Promise<void> {
  const url = options.url === undefined ? null : toWebUrl(options.url.trim());
  if (options.url !== undefined && url === null) {
    throw new UsageError(`This isn't a valid URL: ${options.url}`);
  }
  const stop = new AbortController();
  whenOutputCloses(() => stop.abort());
  const output = openRowOutput(process.stdout, options.format ?? 'ndjson');
  const unread = await parse({
    files,
    url,
    out: output.out,
    format: output.format,
    people: options.people ?? false,
    optOuts: await openOptOutCheck(),
    signal: stop.signal,
  });
  await output.end();
  if (unread > 0) process.exitCode = 1;
}
