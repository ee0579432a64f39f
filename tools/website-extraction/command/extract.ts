import { inputName } from '#cli/input-text.ts';
import type { RowFormat } from '#cli/row-format.ts';
import { type OwnTable, sameHeaders } from '#cli/row-writer.ts';
import { readSettings } from '#cli/settings.ts';
import { abortOnStop } from '#cli/stopping.ts';
import { UsageError } from '#cli/usage-error.ts';
import { plural } from '#contract/plural.ts';
import { websiteKey } from '#engines/list-items/website.ts';
import { OperatorError } from '#server/platform/operator-error.ts';
import {
  type Counts,
  type ListCommand,
  runListCommand,
  writeRows,
} from '../../list-tool/command/list-command.ts';
import { WEBSITE_CSV_COLUMNS, type WebsiteDepth, type WebsiteRow, websiteExtraction } from '../definition.ts';
import { PERSON_COLUMNS, personRows } from '../engine/person-rows.ts';
import type { WebsiteExtractionOptions } from '../run.ts';
import { WEBSITE_SETTINGS, websiteRunOptions } from '../server/run-options.ts';
import { startCrawlWorker } from './crawl-worker.ts';
import { distinctUrls, openUrlFile, urlLines } from './url-list.ts';

/** What the command line says besides the URLs. */
export interface ExtractArguments {
  /** a file of URLs, or - for standard input */
  input?: string;
  format: RowFormat;
  depth: WebsiteDepth;
  people?: boolean;
  concurrency: number;
  threads: number;
}

interface Extraction extends WebsiteExtractionOptions {
  /** as people write them; empty lines and duplicates are skipped */
  urls: AsyncIterable<string> | Iterable<string>;
  /** how many URLs there are, if known */
  total: number | null;
  format: RowFormat;
  /** the table with these URLs; its columns are kept in CSV. Default: none */
  own?: OwnTable | null;
  depth: WebsiteDepth;
  /** writes a row for each person of the sites instead. Default: false */
  people?: boolean;
  signal: AbortSignal;
}

export type ExtractOptions = Extraction & Pick<ListCommand<WebsiteRow>, 'out' | 'err'>;

/** URLs given to the tool at once. */
const WINDOW = 250;
/** Windows overlap, so that the slow sites of one don't leave request slots unused. */
const PENDING_PER_SLOT = 2;

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
  const file = options.input === undefined ? null : await openUrlFile(options.input);
  if (file?.note) process.stderr.write(`${file.note}\n`);
  const signal = abortOnStop();
  const { done } = await runListCommand(
    extraction({
      ...websiteRunOptions(config),
      own: urls.length === 0 ? (file?.own ?? null) : null,
      urls: file === null ? urls : urlLines(file.stream, urls, signal),
      total: file?.lines == null ? null : urls.length + file.lines,
      format: options.format,
      depth: options.depth,
      people: options.people ?? false,
      concurrency: options.concurrency,
      threads: options.threads,
      signal,
    }),
  );
  if (done === 0 && !signal.aborted)
    throw new OperatorError(
      `${options.input === undefined ? 'The list' : inputName(options.input)} has no URLs.`,
    );
}

/**
 * Extracts any number of websites and writes rows as they arrive, in any order. Keeps only the URLs in
 * memory, and the rows of a table. Returns how many websites were done and failed.
 */
export function extract(options: ExtractOptions): Promise<Counts> {
  const { out, err } = options;
  return writeRows({ ...extraction(options), out, err });
}

/** URLs go to a thread as they come, and the next ones when it has room. */
function extraction(options: Extraction): Omit<ListCommand<WebsiteRow>, 'out' | 'err'> {
  const { format, own = null, signal, depth, total, people = false } = options;
  const maxPending = Math.max(WINDOW, options.concurrency * PENDING_PER_SLOT);
  let duplicates = 0;
  return {
    type: websiteExtraction.task.type,
    format,
    columns: sameHeaders(people ? PERSON_COLUMNS : WEBSITE_CSV_COLUMNS),
    ...(people && { split: personRows }),
    own,
    async work(write) {
      const thread = startCrawlWorker(options, ({ row, failed }) => {
        const found = row.emails.length > 0 || row.phones.length > 0;
        const input = row.input ?? row.url;
        return write({ key: websiteKey(input), input, row, found, failed });
      });
      const stop = () => thread.stop();
      signal.addEventListener('abort', stop, { once: true });
      try {
        for await (const window of distinctUrls(options.urls, WINDOW, () => (duplicates += 1))) {
          await thread.room(maxPending);
          if (signal.aborted) break;
          thread.run(window, { depth, ...(people && { people: 'true' }) });
        }
        await thread.room(1);
      } finally {
        signal.removeEventListener('abort', stop);
        await thread.close();
      }
    },
    bar: {
      format:
        '{bar} {value}/{total} websites · {found} with contacts · {failed} failed · {duration_formatted}',
      total,
    },
    summary: ({ done, found, failed }) => {
      const skipped = duplicates > 0 ? `, ${plural(duplicates, 'duplicate')} skipped` : '';
      return `${plural(done, 'website')}, ${found} with an email or phone, ${failed} failed${skipped}`;
    },
    signal,
  };
}
