import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Readable, type Writable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { SingleBar } from 'cli-progress';
import { toWebUrl } from '#contract/website.ts';
import { textFault, wideEncoding } from '#engines/csv/decode-csv.ts';
import { csvHeader, csvLine } from '#engines/csv/write-csv.ts';
import { parseConfig, rendererPath } from '#server/config.ts';
import { OperatorError, reasonOf } from '#server/platform/operator-error.ts';
import { TEXT_FAULT_WORDS } from '#server/platform/text-file.ts';
import type { ToolOutcome } from '#tools/tool.ts';
import { WEBSITE_CSV_COLUMNS, type WebsiteRow } from '#tools/website-extraction/definition.ts';
import type { FromThread, ToThread } from './extract-thread.ts';
import { Misuse } from './misuse.ts';
import { stopWhenTold } from './stopping.ts';

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
  /** shows pages that are empty without JavaScript; null leaves them */
  chromiumPath: string | null;
  /** rows go here as they come */
  out: Writable;
  /** the progress bar, when this is a terminal, and one line at the end */
  err: Writable & { isTTY?: boolean };
  signal: AbortSignal;
}

/** URLs given to the tool at once. */
const WINDOW = 250;
/** Enough of a file to tell what it is. */
const HEAD_BYTES = 4096;
/** Windows overlap, so that the slow sites at the end of one do not leave the line idle. */
const PENDING_PER_SLOT = 2;

/** Left to itself V8 lets short-lived objects pile up to some 200 MB before it looks: this keeps the crawl small. */
const YOUNG_GENERATION_MB = 48;
const OLD_GENERATION_MB = 1_024;

interface Progress {
  step(row: WebsiteRow, failed: boolean): void;
  end(duplicates: number, stopped: boolean): void;
}

/** Extracts any number of websites: rows are written as they come, in no order. Of what is done only the addresses are kept. */
export async function extract(options: ExtractOptions): Promise<void> {
  const { out, format, signal } = options;
  const progress = showProgress(options);
  let draining: Promise<void> | null = null;
  const thread = startThread(options, async ({ row, failed }) => {
    progress.step(row, failed);
    if (out.write(asText(row, format))) return;
    // All rows that found the stream full wait for the same moment.
    draining ??= drained(out, signal).finally(() => {
      draining = null;
    });
    await draining;
  });
  const stop = () => thread.stop();
  signal.addEventListener('abort', stop, { once: true });
  const maxPending = Math.max(WINDOW, options.concurrency * PENDING_PER_SLOT);
  let duplicates = 0;
  try {
    if (format === 'csv') out.write(csvHeader(WEBSITE_CSV_COLUMNS));
    for await (const window of windows(options.urls, () => (duplicates += 1))) {
      await thread.room(maxPending);
      if (signal.aborted) break;
      thread.run(window);
    }
    await thread.room(1);
  } finally {
    signal.removeEventListener('abort', stop);
    progress.end(duplicates, signal.aborted);
    await thread.close();
  }
}

/** The thread that crawls and parses, seen from the one that reads addresses and writes rows. */
interface ExtractThread {
  run(urls: string[]): void;
  /** Resolves when fewer than `limit` URLs are in hand; rejects when the thread broke. */
  room(limit: number): Promise<void>;
  stop(): void;
  close(): Promise<void>;
}

function startThread(
  { concurrency, dnsServers, allowPrivateNetwork, contact, chromiumPath }: ExtractOptions,
  write: (outcome: ToolOutcome<WebsiteRow>) => Promise<void>,
): ExtractThread {
  const worker = new Worker(new URL('./extract-thread.ts', import.meta.url), {
    workerData: { concurrency, dnsServers, allowPrivateNetwork, contact, chromiumPath },
    resourceLimits: {
      maxYoungGenerationSizeMb: YOUNG_GENERATION_MB,
      maxOldGenerationSizeMb: OLD_GENERATION_MB,
    },
  });
  const left = new Map<number, number>();
  let runs = 0;
  let pending = 0;
  let failure: Error | null = null;
  let wake = () => {};
  const tell = (message: ToThread) => worker.postMessage(message);
  const fail = (error: Error) => {
    failure ??= error;
    wake();
  };
  worker.on('error', fail);
  worker.on('exit', () => fail(new Error('The crawl thread ended.')));
  worker.on('message', (message: FromThread) => {
    const { run } = message;
    if (message.kind === 'row') {
      left.set(run, (left.get(run) ?? 0) - 1);
      pending -= 1;
      void write(message.outcome).finally(() => tell({ kind: 'written', run }));
    } else {
      // What a stopped run has not yielded is in nobody's hand any more.
      pending -= left.get(run) ?? 0;
      left.delete(run);
      if (message.error !== null) fail(new Error(message.error));
    }
    wake();
  });
  return {
    run(urls) {
      runs += 1;
      left.set(runs, urls.length);
      pending += urls.length;
      tell({ kind: 'run', run: runs, items: urls.map((input, position) => ({ position, input })) });
    },
    async room(limit) {
      while (pending >= limit && !failure)
        await new Promise<void>((resume) => {
          wake = resume;
        });
      if (failure) throw failure;
    },
    stop: () => tell({ kind: 'stop' }),
    async close() {
      const exited = new Promise((resume) => worker.once('exit', resume));
      tell({ kind: 'close' });
      if (!failure) await exited;
    },
  };
}

/**
 * `leadwell extract`: addresses from the arguments, or one a line from a file or standard input (-). Throws Misuse when
 * there is nothing to read, OperatorError when that cannot be read or the environment is not usable.
 */
export async function main(
  urls: string[],
  options: { input?: string; format: 'csv' | 'ndjson'; concurrency: number },
): Promise<void> {
  if (urls.length === 0 && options.input === undefined) {
    throw new Misuse('Give web addresses, or a file of them with --input.');
  }
  const { DNS_SERVERS, ALLOW_PRIVATE_NETWORK, PUBLIC_URL, RENDER, CHROMIUM_PATH } = process.env;
  const config = parseConfig({ DNS_SERVERS, ALLOW_PRIVATE_NETWORK, PUBLIC_URL, RENDER, CHROMIUM_PATH });
  const file = options.input === undefined ? null : await openInput(options.input);
  const stop = stopWhenTold();
  await extract({
    urls: file === null ? urls : linesOf(file.stream, urls, stop),
    total: file?.lines == null ? null : urls.length + file.lines,
    format: options.format,
    concurrency: options.concurrency,
    dnsServers: config.DNS_SERVERS ?? null,
    allowPrivateNetwork: config.ALLOW_PRIVATE_NETWORK,
    contact: config.PUBLIC_URL ?? null,
    chromiumPath: rendererPath(config),
    out: process.stdout,
    err: process.stderr,
    signal: stop,
  });
}

/** The lines to read, and how many there are where that can be known before and somebody watches a progress bar. */
async function openInput(input: string): Promise<{ stream: Readable; lines: number | null }> {
  if (input === '-') return { stream: process.stdin, lines: null };
  try {
    const file = await open(input);
    const stats = await file.stat();
    if (stats.isDirectory()) throw new Error('it is a folder');
    // A pipe can be read only once.
    if (!stats.isFile()) return { stream: file.createReadStream(), lines: null };
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    const head = buffer.subarray(0, bytesRead);
    const fault = textFault(head);
    if (fault !== null) {
      await file.close();
      throw new Error(TEXT_FAULT_WORDS[fault]);
    }
    const lines = process.stderr.isTTY ? await countLines(input) : null;
    const stream = file.createReadStream();
    const wide = wideEncoding(head);
    return { stream: wide ? Readable.from(decoded(stream, wide)) : stream, lines };
  } catch (cause) {
    throw new OperatorError(`The file ${input} cannot be read: ${reasonOf(cause)}`, { cause });
  }
}

async function* decoded(stream: Readable, encoding: string): AsyncIterable<string> {
  const decoder = new TextDecoder(encoding);
  for await (const bytes of stream) yield decoder.decode(bytes, { stream: true });
}

async function* linesOf(stream: Readable, before: string[], signal: AbortSignal): AsyncIterable<string> {
  yield* before;
  try {
    yield* createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY, signal });
  } finally {
    // A pipe that nobody closes would keep the process waiting.
    stream.destroy();
  }
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
