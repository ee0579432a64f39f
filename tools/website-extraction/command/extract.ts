import type { Writable } from 'node:stream';
import { SingleBar } from 'cli-progress';
import { type OptOutCheck, openOptOutCheck } from '#cli/opt-out-check.ts';
import type { RowFormat } from '#cli/row-format.ts';
import { type OwnTable, RowWriter, sameHeaders } from '#cli/row-writer.ts';
import { readSettings } from '#cli/settings.ts';
import { abortOnStop } from '#cli/stopping.ts';
import { UsageError } from '#cli/usage-error.ts';
import type { WebsiteDepth } from '#contract/website-depth.ts';
import { websiteKey } from '#engines/list-items/website.ts';
import { OperatorError } from '#server/platform/operator-error.ts';
import { WEBSITE_CSV_COLUMNS, type WebsiteRow, websiteExtraction } from '../definition.ts';
import type { WebsiteExtractionOptions } from '../run.ts';
import { WEBSITE_SETTINGS, websiteRunOptions } from '../server/run-options.ts';
import { startCrawlWorker } from './crawl-worker.ts';
import { distinctUrls, linesOf, openUrlFile } from './url-list.ts';

/** What the command line says besides the URLs. */
export interface ExtractArguments {
  /** a file of URLs, or - for standard input */
  input?: string;
  format: RowFormat;
  depth: WebsiteDepth;
  concurrency: number;
}

export interface ExtractOptions extends WebsiteExtractionOptions {
  /** as people write them; empty lines and duplicates are skipped */
  urls: AsyncIterable<string> | Iterable<string>;
  /** how many URLs there are, if known */
  total: number | null;
  format: RowFormat;
  /** the table with these URLs; its columns are kept in CSV. Default: none */
  own?: OwnTable | null;
  /** takes people who opted out from the rows. Default: no list */
  optOuts?: OptOutCheck | null;
  depth: WebsiteDepth;
  /** gets the rows */
  out: Writable;
  /** gets the progress bar, if it is a terminal, and a summary at the end */
  err: Writable & { isTTY?: boolean };
  signal: AbortSignal;
}

/** URLs given to the tool at once. */
const WINDOW = 250;
/** Windows overlap, so that the slow sites of one don't leave request slots unused. */
const PENDING_PER_SLOT = 2;

interface Progress {
  readonly counts: { done: number; failed: number };
  step(row: WebsiteRow, failed: boolean): void;
  end(duplicates: number, stopped: boolean): void;
}

/**
 * `leadwell extract`: URLs from the arguments and from a file or standard input (`-`): one per
 * line, or a file with a table. Throws
 * UsageError if there are none, OperatorError if the file can't be read or a setting is wrong.
 */
export async function main(urls: string[], options: ExtractArguments): Promise<void> {
  if (urls.length === 0 && options.input === undefined) {
    throw new UsageError('Pass one or more URLs, or a file of URLs with --input.');
  }
  const config = readSettings(WEBSITE_SETTINGS);
  const optOuts = await openOptOutCheck();
  const file = options.input === undefined ? null : await openUrlFile(options.input);
  if (file?.note) process.stderr.write(`${file.note}\n`);
  const signal = abortOnStop();
  const { done, failed } = await extract({
    ...websiteRunOptions(config),
    own: urls.length === 0 ? (file?.own ?? null) : null,
    urls: file === null ? urls : linesOf(file.stream, urls, signal),
    total: file?.lines == null ? null : urls.length + file.lines,
    format: options.format,
    optOuts,
    depth: options.depth,
    concurrency: options.concurrency,
    out: process.stdout,
    err: process.stderr,
    signal,
  });
  if (done === 0 && !signal.aborted) throw new OperatorError(`${options.input ?? 'The list'} has no URLs.`);
  if (done > 0 && failed === done) process.exitCode = 1;
}

/**
 * Extracts any number of websites and writes rows as they arrive, in any order. Keeps only the URLs in
 * memory, and the rows of a table. Returns how many websites were done and failed.
 */
export async function extract(options: ExtractOptions): Promise<{ done: number; failed: number }> {
  const { out, format, own = null, optOuts = null, signal } = options;
  const progress = showProgress(options);
  const columns = sameHeaders(WEBSITE_CSV_COLUMNS);
  const writer = new RowWriter({ out, format, columns, own, signal });
  const thread = startCrawlWorker(options, async ({ row: found, failed }) => {
    const input = found.input ?? found.url;
    const row = optOuts?.clean(websiteExtraction.task.type, { input, row: found }) ?? found;
    progress.step(row, failed);
    await writer.add(websiteKey(input), row);
  });
  const stop = () => thread.stop();
  signal.addEventListener('abort', stop, { once: true });
  const maxPending = Math.max(WINDOW, options.concurrency * PENDING_PER_SLOT);
  let duplicates = 0;
  try {
    for await (const window of distinctUrls(options.urls, WINDOW, () => (duplicates += 1))) {
      await thread.room(maxPending);
      if (signal.aborted) break;
      thread.run(window, { depth: options.depth });
    }
    await thread.room(1);
    await writer.end();
  } finally {
    signal.removeEventListener('abort', stop);
    progress.end(duplicates, signal.aborted);
    await thread.close();
  }
  return progress.counts;
}

function showProgress({ err, total }: ExtractOptions): Progress {
  const counts = { done: 0, found: 0, failed: 0 };
  const bar = err.isTTY
    ? new SingleBar({
        stream: err,
        format:
          '{bar} {value}/{total} websites · {found} with contacts · {failed} failed · {duration_formatted}',
        hideCursor: true,
      })
    : null;
  bar?.start(total ?? 0, 0, counts);
  return {
    counts,
    step(row, failed) {
      counts.done += 1;
      if (row.emails.length > 0 || row.phones.length > 0) counts.found += 1;
      if (failed) counts.failed += 1;
      if (bar && counts.done > bar.getTotal()) bar.setTotal(counts.done);
      bar?.update(counts.done, counts);
    },
    end(duplicates, stopped) {
      bar?.stop();
      const skipped =
        duplicates > 0 ? `, ${duplicates} ${duplicates === 1 ? 'duplicate' : 'duplicates'} skipped` : '';
      err.write(
        `${stopped ? 'Stopped: ' : ''}${counts.done} websites, ${counts.found} with an email or phone, ${counts.failed} failed${skipped}\n`,
      );
    },
  };
}
