import { once } from 'node:events';
import { pipeline, Readable, Transform } from 'node:stream';
import type { OwnTable } from '#cli/row-writer.ts';
import { CSV_COLUMNS_MAX } from '#contract/limits.ts';
import type { TextEncoding } from '#contract/task-csv.ts';
import { streamEncoding, textFault } from '#engines/csv/decode-csv.ts';
import { detectWebsiteTable, type WebsiteTable } from '#engines/csv/pasted-websites.ts';
import { type CsvReader, type CsvRecord, createCsvReader } from '#engines/csv/read-csv.ts';
import { createStreamDecoder } from '#engines/csv/stream-decoder.ts';
import { plainCell } from '#engines/csv/write-csv.ts';
import { websitesIn } from '#engines/list-items/several.ts';
import { TEXT_FAULT_MESSAGES } from '#server/platform/files/text-file.ts';

/** Enough to see the columns of a table. */
const SAMPLE_BYTES = 64 * 1024;
/** A program may send lines slowly, and its first ones must not wait for many more. */
const SAMPLE_LINES = 5;

/** A quoted cell rarely has more. An unclosed quote ends here. */
const READING = { maxRecordChars: 100_000, maxCells: CSV_COLUMNS_MAX, readCell: plainCell };

/** What a stream has: a list of URLs, or a table, whose rows are added while it is read. */
export interface UrlStream {
  /** one URL per line */
  stream: Readable;
  note: string | null;
  own: OwnTable | null;
}

/**
 * Reads URLs from a stream of any length: one per line, or a table with a column of them, seen from its first rows.
 * Throws an Error if it isn't text.
 */
export async function readUrlStream(source: Readable): Promise<UrlStream> {
  const { sample, rest } = await readSample(source);
  const fault = textFault(sample);
  if (fault !== null) {
    source.destroy();
    throw new Error(TEXT_FAULT_MESSAGES[fault]);
  }
  const encoding = streamEncoding(sample);
  const text = new TextDecoder(encoding).decode(sample);
  const table = detectWebsiteTable(rest === null ? text : wholeLines(text));
  const bytes = rest ?? Readable.from([sample]);
  const own: OwnTable = { columns: table?.columns.map(({ name }) => name) ?? [], rows: [] };
  const stream = table ? tableUrls(table, own, encoding) : decodedText(encoding);
  // Ends the source with the stream. Reading the stream says what went wrong.
  pipeline(bytes, stream, () => {});
  if (!table) return { stream, note: null, own: null };
  return { stream, note: `Read the column “${own.columns[table.column] ?? ''}”`, own };
}

/** The first bytes. `rest`: the stream with all bytes; null if these are all. */
async function readSample(source: Readable): Promise<{ sample: Buffer; rest: Readable | null }> {
  const parts: Buffer[] = [];
  let ended = false;
  source.once('end', () => {
    ended = true;
  });
  for (;;) {
    const part: Buffer | null = source.read();
    if (part) {
      parts.push(part);
      const sample = Buffer.concat(parts);
      if (!isEnough(sample)) continue;
      source.unshift(sample);
      return { sample, rest: source };
    }
    if (ended) return { sample: Buffer.concat(parts), rest: null };
    const waiting = new AbortController();
    const { signal } = waiting;
    try {
      await Promise.race([once(source, 'readable', { signal }), once(source, 'end', { signal })]);
    } finally {
      waiting.abort();
    }
  }
}

function isEnough(sample: Buffer): boolean {
  if (sample.length >= SAMPLE_BYTES) return true;
  const lines = wholeLines(new TextDecoder(streamEncoding(sample)).decode(sample)).split('\n');
  const [first = ''] = lines;
  // A line without a delimiter is no header.
  return lines.length > SAMPLE_LINES || (lines.length > 1 && !/[\t;,|]/.test(first));
}

/** Without the last line, which may be cut. */
function wholeLines(text: string): string {
  return text.slice(0, text.lastIndexOf('\n') + 1);
}

function decodedText(encoding: TextEncoding): Transform {
  const decoder = createStreamDecoder(encoding, { isStrict: false });
  return new Transform({
    transform(chunk: Buffer, _, done) {
      done(null, decoder.decode(chunk));
    },
    flush(done) {
      done(null, decoder.end());
    },
  });
}

/** Adds each row of the table to `own`, then gives out its URLs, one per line. */
function tableUrls(table: WebsiteTable, own: OwnTable, encoding: TextEncoding): Transform {
  const decoder = createStreamDecoder(encoding, { isStrict: false });
  const reader: CsvReader = createCsvReader(table.delimiter, READING);
  let toSkip = table.linesBefore;
  function recordUrls(records: Iterable<CsvRecord>): string {
    let urls = '';
    for (const { cells } of records) {
      if (cells.every((cell) => cell.trim() === '')) continue;
      if (toSkip > 0) {
        toSkip -= 1;
        continue;
      }
      const websites = websitesIn(cells[table.column] ?? '');
      own.rows.push({ cells, keys: websites.map(({ key }) => key) });
      urls += websites.map(({ url }) => `${url}\n`).join('');
    }
    return urls;
  }
  return new Transform({
    transform(chunk: Buffer, _, done) {
      done(null, recordUrls(reader.push(decoder.decode(chunk).replaceAll('\0', ''))));
    },
    flush(done) {
      done(null, recordUrls(reader.push(`${decoder.end()}\n`)) + recordUrls(reader.end()));
    },
  });
}
