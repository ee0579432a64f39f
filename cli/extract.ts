import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Writable } from 'node:stream';
import { SingleBar } from 'cli-progress';
import { toWebUrl, WEBSITE_CSV_COLUMNS, type WebsiteRow } from '#contract/website.ts';
import { csvHeader, csvLine } from '#engines/csv/write-csv.ts';
import { parseConfig } from '#server/config.ts';
import type { Tool } from '#tools/tool.ts';
import { createWebsiteExtraction } from '#tools/website-extraction/website-extraction.ts';

export interface ExtractOptions {
  /** web addresses as people write them; empty lines and repeated addresses are left out */
  urls: AsyncIterable<string> | Iterable<string>;
  /** how many there are, where that is known */
  total: number | null;
  format: 'csv' | 'ndjson';
  concurrency: number;
  dnsServers: readonly string[] | null;
  allowPrivateNetwork: boolean;
  contact: string | null;
  /** rows go here as they come */
  out: Writable;
  /** the progress bar, when this is a terminal, and one line at the end */
  err: Writable & { isTTY?: boolean };
  signal: AbortSignal;
}

/** URLs given to the tool at once. */
const WINDOW = 500;
/** Windows overlap, so that the slow sites at the end of one do not leave the line idle. */
const PENDING_PER_SLOT = 4;

interface Progress {
  step(row: WebsiteRow, failed: boolean): void;
  end(duplicates: number, stopped: boolean): void;
}

/** Extracts any number of websites in bounded memory: rows are written as they come, in no order. */
export async function extract(options: ExtractOptions): Promise<void> {
  const { out, format, signal } = options;
  const tool = createWebsiteExtraction(options);
  const progress = showProgress(options);
  const maxPending = Math.max(WINDOW, options.concurrency * PENDING_PER_SLOT);
  const runs = new Set<Promise<void>>();
  let pending = 0;
  let settled = () => {};
  let duplicates = 0;

  async function run(urls: string[]): Promise<void> {
    let open = urls.length;
    try {
      const items = urls.map((input, position) => ({ position, input }));
      for await (const { row, failed } of tool.run(items, signal)) {
        if (!out.write(asText(row, format))) await drained(out, signal);
        progress.step(row, failed);
        open -= 1;
        pending -= 1;
        settled();
      }
    } finally {
      pending -= open;
      settled();
    }
  }

  try {
    if (format === 'csv') out.write(csvHeader(WEBSITE_CSV_COLUMNS));
    for await (const window of windows(options.urls, () => (duplicates += 1))) {
      pending += window.length;
      const done = run(window).finally(() => runs.delete(done));
      runs.add(done);
      while (pending >= maxPending && !signal.aborted) {
        const next = new Promise<void>((resume) => {
          settled = resume;
        });
        await Promise.race([next, done]);
      }
      if (signal.aborted) break;
    }
    await Promise.all(runs);
  } finally {
    progress.end(duplicates, signal.aborted);
    await (tool satisfies Tool<WebsiteRow>).close();
  }
}

/** `leadwell extract`: addresses from the arguments, or one a line from a file or standard input (-). */
export async function main(
  urls: string[],
  options: { input?: string; format: 'csv' | 'ndjson'; concurrency: number },
): Promise<void> {
  const { DNS_SERVERS, ALLOW_PRIVATE_NETWORK } = process.env;
  const config = parseConfig({ DNS_SERVERS, ALLOW_PRIVATE_NETWORK });
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  process.once('SIGTERM', () => stop.abort());
  // A reader that has seen enough (`| head`) closes the pipe: that is an end, not an error.
  process.stdout.once('error', () => stop.abort());
  const fromFile = options.input !== undefined && options.input !== '-';
  await extract({
    urls: options.input === undefined ? urls : linesOf(options.input, urls),
    total: fromFile && process.stderr.isTTY ? urls.length + (await countLines(options.input ?? '')) : null,
    format: options.format,
    concurrency: options.concurrency,
    dnsServers: config.DNS_SERVERS ?? null,
    allowPrivateNetwork: config.ALLOW_PRIVATE_NETWORK,
    contact: null,
    out: process.stdout,
    err: process.stderr,
    signal: stop.signal,
  });
  if (stop.signal.aborted) process.exitCode = 130;
}

async function* linesOf(input: string, before: string[]): AsyncIterable<string> {
  yield* before;
  yield* createInterface({
    input: input === '-' ? process.stdin : createReadStream(input),
    crlfDelay: Infinity,
  });
}

async function countLines(file: string): Promise<number> {
  let lines = 0;
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity }))
    if (line.trim() !== '') lines += 1;
  return lines;
}

async function* windows(urls: ExtractOptions['urls'], onDuplicate: () => void): AsyncIterable<string[]> {
  const seen = new Set<string>();
  let window: string[] = [];
  for await (const line of urls) {
    const written = line.trim();
    if (written === '') continue;
    const url = toWebUrl(written) ?? written;
    if (seen.has(url)) {
      onDuplicate();
      continue;
    }
    seen.add(url);
    window.push(url);
    if (window.length === WINDOW) {
      yield window;
      window = [];
    }
  }
  if (window.length > 0) yield window;
}

function asText(row: WebsiteRow, format: 'csv' | 'ndjson'): string {
  if (format === 'ndjson') return `${JSON.stringify(row)}\n`;
  return csvLine(WEBSITE_CSV_COLUMNS.map((column) => row[column]));
}

/** Waits until the stream takes more; a stream that is closed takes nothing more, and the signal ends that. */
async function drained(out: Writable, signal: AbortSignal): Promise<void> {
  await once(out, 'drain', { signal }).catch(() => {});
}

function showProgress({ err, total }: ExtractOptions): Progress {
  const counts = { done: 0, found: 0, failed: 0 };
  const bar = err.isTTY
    ? new SingleBar({
        stream: err,
        format:
          '{bar} {value}/{total} pages · {found} with contacts · {failed} not read · {duration_formatted}',
        hideCursor: true,
      })
    : null;
  bar?.start(total ?? 0, 0, counts);
  return {
    step(row, failed) {
      counts.done += 1;
      if (row.emails.length > 0 || row.phones.length > 0) counts.found += 1;
      if (failed) counts.failed += 1;
      if (bar && counts.done > bar.getTotal()) bar.setTotal(counts.done);
      bar?.update(counts.done, counts);
    },
    end(duplicates, stopped) {
      bar?.stop();
      const again = duplicates > 0 ? `, ${duplicates} repeated left out` : '';
      err.write(
        `${stopped ? 'Stopped: ' : ''}${counts.done} websites, ${counts.found} with an email or phone, ${counts.failed} not read${again}\n`,
      );
    },
  };
}
