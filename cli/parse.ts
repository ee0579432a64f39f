import { readFile } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { toWebUrl } from '#contract/website.ts';
import { decodeHtml } from '#engines/page-contacts/decode-html.ts';
import { extractPage } from '#engines/page-contacts/extract-page.ts';
import { siteContacts } from '#engines/page-contacts/site-contacts.ts';
import { failedRow, readRow } from '#tools/website-extraction/website-row.ts';
import { Misuse } from './misuse.ts';
import { whenOutputCloses } from './output.ts';

export interface ParseOptions {
  files: Iterable<string>;
  /** the pages' address; null where only their own `<base href>` may tell it */
  url: string | null;
  out: Writable;
  /** ends it before the next file */
  signal?: AbortSignal;
}

/** Nobody waits for a saved file: it is read to its end. */
const CPU_BUDGET_MS = 60_000;

/**
 * Saved HTML files -> one NDJSON row each, in the order given. A row's `url` is '' where the address is unknown. Returns
 * how many files could not be read; their rows say so.
 */
export async function parse({ files, url, out, signal }: ParseOptions): Promise<number> {
  let unread = 0;
  for (const file of files) {
    if (signal?.aborted) break;
    const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => error);
    if (bytes instanceof Error) {
      unread += 1;
      const row = failedRow(url ?? '', null, `The file could not be read (${file}: ${bytes.code})`, []);
      out.write(`${JSON.stringify(row)}\n`);
      continue;
    }
    const page = extractPage(decodeHtml(bytes, null), url, { cpuBudgetMs: CPU_BUDGET_MS });
    const address = page.url ?? '';
    const receipt = { url: address, read: true, status: null, reason: null };
    const row = readRow(address, siteContacts([page], page.url), [receipt]);
    out.write(`${JSON.stringify(row)}\n`);
  }
  return unread;
}

/** `leadwell parse FILE...`. Throws Misuse when the address is none. */
export async function main(files: string[], options: { url?: string }): Promise<void> {
  const url = options.url === undefined ? null : toWebUrl(options.url.trim());
  if (options.url !== undefined && url === null) {
    throw new Misuse(`This is not a web address: ${options.url}`);
  }
  const stop = new AbortController();
  whenOutputCloses(() => stop.abort());
  const unread = await parse({ files, url, out: process.stdout, signal: stop.signal });
  if (unread > 0) process.exitCode = 1;
}
