import type { Writable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import Tinypool from 'tinypool';
import { openOptOutCheck } from '#cli/opt-out-check.ts';
import { whenOutputCloses } from '#cli/output.ts';
import type { RowFormat } from '#cli/row-format.ts';
import { RowWriter, sameHeaders } from '#cli/row-writer.ts';
import type { OptOutCheck } from '#cli/server-opt-outs.ts';
import { UsageError } from '#cli/usage-error.ts';
import { openRowOutput } from '#cli/workbook-output.ts';
import { toWebUrl } from '#contract/website.ts';
import { WEBSITE_CSV_COLUMNS, websiteExtraction } from '../definition.ts';
import { PERSON_COLUMNS, personRows } from '../engine/person-rows.ts';
import { failedRow, hasContacts } from '../engine/row.ts';
import { type FileToParse, type ParsedFile, parseFile } from './parse-file.ts';

/** A thread compiles the program for itself, which takes as long as reading so many files. */
const FILES_WORTH_THREAD = 400;
/** Files that a thread has at once, so that it never waits for the next one. */
const FILES_OF_THREAD = 4;
/** Files for each thread that are started before the first one is written. */
const FILES_AHEAD = 16;
/**
 * V8's memory for two or more threads. The others have 2 MB for short-lived objects, this one no more than it has when they start, and
 * each looks for garbage when it has grown by a quarter. Without these flags, two threads take two to three times the memory of one.
 */
const MEMORY_FLAGS = ['--min-semi-space-size=2', '--semi-space-growth-factor=1', '--heap-growing-percent=25'];

/** What the command line says besides the files. */
export interface ParseArguments {
  url?: string;
  format?: RowFormat;
  people?: boolean;
  threads: number;
}

export interface ParseOptions {
  files: Iterable<string>;
  /** URL of the pages; null if only their own `<base href>` can name it */
  url: string | null;
  out: Writable;
  /** Default: NDJSON. */
  format?: Exclude<RowFormat, 'xlsx'>;
  /** writes a row for each person of the pages instead. Default: false */
  people?: boolean;
  /** that read files, this one among them. Default: 1 */
  threads?: number;
  /** takes people who opted out from the rows. Default: no list */
  optOuts?: OptOutCheck | null;
  /** stops before the next file */
  signal?: AbortSignal;
}

/**
 * Writes one row per saved HTML file, in order, or one per person on its page, each with its `file`. A row's `url` is '' if the URL is unknown.
 * Returns how many files could not be read; their rows contain the error, and with `people`, standard error does.
 */
export async function parse({
  files,
  url,
  out,
  format = 'ndjson',
  people = false,
  threads = 1,
  optOuts = null,
  signal = new AbortController().signal,
}: ParseOptions): Promise<number> {
  const columns = sameHeaders(['file', ...(people ? PERSON_COLUMNS : WEBSITE_CSV_COLUMNS)]);
  const writer = new RowWriter({ out, format, columns, own: null, signal });
  const parser = openFileParser(threads);
  let unread = 0;
  try {
    for await (const { file, parsed } of inOrder(
      files,
      (file) => parser.parse({ file, url, people }),
      threads,
    )) {
      if (signal.aborted) break;
      if (parsed.kind === 'unread') {
        unread += 1;
        const problem = `Could not read the file (${file}: ${parsed.reason})`;
        if (people) process.stderr.write(`${problem}\n`);
        else await writer.add(file, { file, ...failedRow(url ?? '', null, problem, []) });
      } else {
        const result = { input: parsed.row.url, row: parsed.row, found: hasContacts(parsed.row) };
        const { row } = optOuts?.clean(websiteExtraction.task.type, result) ?? result;
        for (const each of people ? personRows(row) : [row]) await writer.add(file, { file, ...each });
      }
    }
  } finally {
    await parser.close();
  }
  return unread;
}

/** Reads files on this thread and `threads - 1` others. Each file waits for its turn. */
function openFileParser(threads: number): {
  parse(file: FileToParse): Promise<ParsedFile>;
  close(): Promise<void>;
} {
  if (threads === 1) return { parse: parseInTurn, close: async () => {} };
  for (const flag of MEMORY_FLAGS) setFlagsFromString(flag);
  const others = threads - 1;
  const pool = new Tinypool({
    filename: new URL('./parse-file.ts', import.meta.url).href,
    name: parseFile.name,
    minThreads: others,
    maxThreads: others,
    concurrentTasksPerWorker: FILES_OF_THREAD,
    // Messages that it reads without an event live until V8 looks at all of its memory.
    useAtomics: false,
  });
  const waiting: (() => void)[] = [];
  let there = 0;
  let isBusy = false;
  return {
    async parse(file) {
      // This thread also writes, so it takes a file only if the others have enough.
      while (isBusy && there >= others * FILES_OF_THREAD)
        await new Promise<void>((resolve) => waiting.push(resolve));
      const isHere = there >= others * FILES_OF_THREAD;
      if (isHere) isBusy = true;
      else there += 1;
      try {
        // If a thread ends, such as for its memory, its other files end with it.
        return isHere ? await parseInTurn(file) : await pool.run(file).catch(() => parseFile(file));
      } finally {
        if (isHere) isBusy = false;
        else there -= 1;
        waiting.shift()?.();
      }
    },
    close: () => pool.destroy(),
  };
}

/** Reads a file on this thread after what waits for the thread: signals, and the other threads, which get their next files. */
async function parseInTurn(file: FileToParse): Promise<ParsedFile> {
  await nextTurn();
  return parseFile(file);
}

/** The files with what `start` makes of them, in their order. Each thread has some to do. */
async function* inOrder(
  files: Iterable<string>,
  start: (file: string) => Promise<ParsedFile>,
  threads: number,
): AsyncGenerator<{ file: string; parsed: ParsedFile }> {
  const ahead = threads === 1 ? 0 : threads * FILES_AHEAD;
  const started: { file: string; parsed: Promise<ParsedFile> }[] = [];
  for (const file of files) {
    const parsed = start(file);
    // Those ahead are awaited later.
    parsed.catch(() => {});
    started.push({ file, parsed });
    const first = started.length > ahead ? started.shift() : undefined;
    if (first) yield { file: first.file, parsed: await first.parsed };
  }
  for (const { file, parsed } of started) yield { file, parsed: await parsed };
}

/** `leadwell parse FILE...`. Throws UsageError if `--url` isn't a URL. */
export async function main(files: string[], options: ParseArguments): Promise<void> {
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
    threads: Math.max(1, Math.min(options.threads, Math.floor(files.length / FILES_WORTH_THREAD))),
    optOuts: await openOptOutCheck(),
    signal: stop.signal,
  });
  await output.end();
  if (unread > 0) process.exitCode = 1;
}
