import { createReadStream } from 'node:fs';
import { type FileHandle, open, readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { inputName } from '#cli/input-text.ts';
import { pluralForm } from '#contract/plural.ts';
import { toWebUrl } from '#contract/website.ts';
import { isHeader, namesColumn, namesLinks } from '#engines/csv/column-roles.ts';
import { decodeText, textFault } from '#engines/csv/decode-csv.ts';
import { readPastedWebsites } from '#engines/csv/pasted-websites.ts';
import { hasNoValue } from '#engines/list-items/no-value.ts';
import { websitesIn, websitesOfLine } from '#engines/list-items/several.ts';
import { websiteKey } from '#engines/list-items/website.ts';
import { fileReason } from '#server/platform/file-reason.ts';
import { readTextFile, TEXT_FAULT_MESSAGES } from '#server/platform/files/text-file.ts';
import { splitSheet } from '#server/platform/files/workbook-file.ts';
import { OperatorError } from '#server/platform/operator-error.ts';
import { readUrlStream, type UrlStream } from './url-stream.ts';

/** A larger file is read row by row, and its columns are seen from its first rows. */
const TABLE_MAX_BYTES = 25 * 1024 * 1024;

/** A file of URLs: one per line, or a table with a column of them. */
export interface UrlFile extends UrlStream {
  /** Lines that aren't empty; null if that is unknown or no progress bar shows it. */
  lines: number | null;
}

/** Opens a file, or standard input for `-`. Throws OperatorError if it can't be read. */
export async function openUrlFile(path: string, { tableMaxBytes = TABLE_MAX_BYTES } = {}): Promise<UrlFile> {
  try {
    if (path === '-') return { ...(await readUrlStream(process.stdin)), lines: null };
    if (await isWorkbook(path)) return await tableOf(await readTextFile(path));
    const file = await open(path);
    try {
      return await readOpened(file, path, tableMaxBytes);
    } catch (error) {
      await file.close();
      throw error;
    }
  } catch (cause) {
    if (cause instanceof OperatorError) throw cause;
    const what = path === '-' ? inputName(path) : `The file ${path}`;
    throw new OperatorError(`${what} cannot be read: ${fileReason(cause)}`, { cause });
  }
}

async function readOpened(file: FileHandle, path: string, tableMaxBytes: number): Promise<UrlFile> {
  const stats = await file.stat();
  if (stats.isDirectory()) throw new Error('it is a folder');
  // A pipe can be read only once.
  if (!stats.isFile()) return { ...(await readUrlStream(file.createReadStream())), lines: null };
  if (stats.size <= tableMaxBytes) {
    const table = await readTable(path);
    if (table) {
      await file.close();
      return table;
    }
  }
  const lines = process.stderr.isTTY ? await countLines(path) : null;
  return { ...(await readUrlStream(file.createReadStream())), lines };
}

/** The websites of a table, read as the form in the browser reads it; null if the file is a plain list. */
async function readTable(path: string): Promise<UrlFile | null> {
  const bytes = await readFile(path);
  const fault = textFault(bytes);
  if (fault !== null) throw new Error(TEXT_FAULT_MESSAGES[fault]);
  const text = decodeText(bytes);
  return readPastedWebsites(text).table ? tableOf(text) : null;
}

/** Whether a file is an Excel workbook, by its name, which can end with a sheet, and its content. */
async function isWorkbook(path: string): Promise<boolean> {
  const { file } = splitSheet(path);
  if (!/\.xls[xm]?$/i.test(file)) return false;
  const start = new Uint8Array(4);
  const opened = await open(file);
  await opened.read(start, 0, 4, 0).finally(() => opened.close());
  return textFault(start) === 'workbook';
}

/** The websites of a text that is a table, or a list with one on each line. */
function tableOf(text: string): UrlFile {
  const { taken, leftOut, table } = readPastedWebsites(text);
  if (!table) return { stream: Readable.from([text]), lines: taken.length, own: null, note: null };
  const column = table.columns[table.column]?.name ?? '';
  const skipped =
    leftOut.length > 0 ? `, ${leftOut.length} ${pluralForm(leftOut.length, 'row')} left out` : '';
  return {
    stream: Readable.from(taken.map(({ url }) => `${url}\n`)),
    lines: taken.length,
    own: {
      columns: table.columns.map(({ name }) => name),
      rows: table.rows.map((cells) => ({
        cells,
        keys: websitesIn(cells[table.column] ?? '').map(({ key }) => key),
      })),
    },
    note: `Read the column “${column}”: ${taken.length} ${pluralForm(taken.length, 'website')}${skipped}`,
  };
}

/** The URLs given first, then the lines of the stream, without the name of their column, until the signal aborts. */
export async function* urlLines(
  stream: Readable,
  before: string[],
  signal: AbortSignal,
): AsyncIterable<string> {
  yield* before;
  try {
    yield* belowHeader(createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY, signal }));
  } finally {
    // An open pipe would keep the process alive.
    stream.destroy();
  }
}

/**
 * Each distinct website of the lines, in groups of `size`: a line that is an address as it was first written, and the
 * addresses of other lines. A line without one goes on as it is. Empty lines are skipped.
 */
export async function* distinctUrls(
  urls: AsyncIterable<string> | Iterable<string>,
  size: number,
  onDuplicate: () => void,
): AsyncIterable<string[]> {
  const seen = new Set<string>();
  let group: string[] = [];
  for await (const line of urls) {
    const written = line.trim();
    if (hasNoValue(written)) continue;
    const websites = websitesOfLine(written);
    // As in the browser: a bullet or brackets around an address aren't part of it.
    const isAddress = websites.length === 1 && toWebUrl(written) !== null;
    const all = websites.map(({ url, key }) => ({ text: isAddress ? written : url, key }));
    if (all.length === 0) all.push({ text: written, key: websiteKey(written) });
    for (const { text, key } of all) {
      if (seen.has(key)) {
        onDuplicate();
        continue;
      }
      seen.add(key);
      group.push(text);
      if (group.length < size) continue;
      yield group;
      group = [];
    }
  }
  if (group.length > 0) yield group;
}

/** The lines that aren't empty, without a first one that only names columns. */
async function* belowHeader(lines: AsyncIterable<string>): AsyncIterable<string> {
  let isFirst = true;
  for await (const line of lines) {
    if (line.trim() === '') continue;
    if (!isFirst || !isColumnNames(line)) yield line;
    isFirst = false;
  }
}

function isColumnNames(line: string): boolean {
  const cells = line.replace(/^\ufeff/, '').split(/[\t,;|]/);
  return isHeader(cells) && (namesColumn(cells) || cells.some((cell) => namesLinks(cell, 'website')));
}

async function countLines(file: string): Promise<number> {
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Infinity });
  let count = 0;
  for await (const _ of belowHeader(lines)) count += 1;
  return count;
}
