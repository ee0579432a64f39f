import { createReadStream, type ReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import { z } from 'zod';
import { CallError } from '#contract/errors.ts';
import { streamEncoding, textFault } from '#engines/csv/decode-csv.ts';
import { type CsvReader, type CsvRecord, createCsvReader } from '#engines/csv/read-csv.ts';
import { findDelimiter, openTable, separatorOf } from '#engines/csv/read-table.ts';
import { createStreamDecoder, InvalidTextError, type StreamDecoder } from '#engines/csv/stream-decoder.ts';
import { plainCell } from '#engines/csv/write-csv.ts';
import { fileReason } from '../../platform/file-reason.ts';
import { splitSheet } from '../../platform/files/workbook-file.ts';
import { firstErrorLine, OperatorError } from '../../platform/operator-error.ts';
import { LOAD_SECONDS, type Warehouse } from '../../platform/warehouse/warehouse.ts';
import type { RowFile } from './row-file.ts';
import { workbookRowFile } from './workbook-rows.ts';

const DELIMITER_NAMES: Record<string, string> = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' };
const SNIFF_BYTES = 64 * 1024;
/** Small chunks, so that rows are garbage-collected while they are young. */
const READ_BYTES = 256 * 1024;

/**
 * Opens a Parquet file, a sheet of an Excel workbook ("leads.xlsx#Sheet"), or a CSV or TSV file, plain or compressed with
 * gzip or zstd. Throws OperatorError if it can't be read.
 */
export async function openRowFile(path: string, warehouse: Warehouse): Promise<RowFile> {
  let bytes: number;
  let magic: Buffer;
  const source = splitSheet(path);
  try {
    const found = await stat(source.file);
    if (!found.isFile()) throw new Error("it isn't a file");
    bytes = found.size;
    magic = Buffer.alloc(4);
    const file = await open(source.file);
    await file.read(magic, 0, 4, 0).finally(() => file.close());
  } catch (cause) {
    throw new OperatorError(`The file ${path} can't be read: ${fileReason(cause)}`, { cause });
  }
  if (textFault(magic) === 'workbook') return workbookRowFile(path, source, bytes);
  if (magic.toString('latin1') === 'PAR1') return parquetFile(path, bytes, warehouse);
  const compression =
    magic.readUInt16BE(0) === 0x1f8b ? 'gzip' : magic.readUInt32LE(0) === 0xfd2fb528 ? 'zstd' : null;
  let opened: ReadStream | null = null;
  let form = () => '';
  return {
    bytes,
    read: () => opened?.bytesRead ?? 0,
    form: () => form(),
    async *records() {
      // Open the file only when the first record is read, so that an unused iterator keeps no file open.
      const source = createReadStream(path, { highWaterMark: READ_BYTES });
      opened = source;
      const stream = decompressed(source, compression);
      const opening: Buffer[] = [];
      let openingBytes = 0;
      let text: Text | null = null;
      const start = () => {
        const sample = Buffer.concat(opening);
        assertText(path, sample);
        const started = startText(sample);
        form = () => [compression, started.form()].filter(Boolean).join(', ');
        return started;
      };
      try {
        for await (const chunk of stream as AsyncIterable<Buffer>) {
          if (text) {
            yield [...text.reader.push(text.decoder.decode(chunk))];
            continue;
          }
          opening.push(chunk);
          openingBytes += chunk.length;
          if (openingBytes < SNIFF_BYTES) continue;
          text = start();
          yield text.first;
        }
        if (!text) {
          text = start();
          yield text.first;
        }
        yield [...text.reader.push(text.decoder.end()), ...text.reader.end()];
      } catch (cause) {
        if (cause instanceof OperatorError) throw cause;
        if (cause instanceof InvalidTextError)
          throw new OperatorError(
            `Line ${cause.line} of the file ${path} has bytes that aren't UTF-8, unlike what is before it. Save the file as UTF-8, or correct the line.`,
          );
        throw new OperatorError(`The file ${path} is incomplete or damaged: ${firstErrorLine(cause)}`, {
          cause,
        });
      } finally {
        source.destroy();
      }
    },
  };
}

interface Text {
  decoder: StreamDecoder;
  reader: CsvReader;
  /** the records in the sample */
  first: CsvRecord[];
  form(): string;
}

/** Throws OperatorError if a file with this sample can't be CSV. */
function assertText(path: string, sample: Uint8Array): void {
  const fault = textFault(sample);
  if (fault === null) return;
  if (fault === 'workbook') {
    throw new OperatorError(`The file ${path} is a compressed spreadsheet or ZIP archive. Unpack it first.`);
  }
  if (/\.parquet$/i.test(path)) {
    throw new OperatorError(`The file ${path} can't be read as Parquet: it has no Parquet header.`);
  }
  throw new OperatorError(
    `The file ${path} isn't a text file. Use CSV, TSV (plain, gzip or zstd), XLSX or Parquet.`,
  );
}

/** Detects encoding and delimiter from a sample, which may name the delimiter for Excel, and parses its records. */
function startText(sample: Buffer): Text {
  const decoder = createStreamDecoder(streamEncoding(sample), { isStrict: true });
  const table = openTable(decoder.decode(sample));
  const delimiter = findDelimiter(table);
  const reader = createCsvReader(separatorOf(table, delimiter), { readCell: plainCell });
  // The rows keep their numbers: the reader skips empty lines, and counts them.
  const before = '\n'.repeat(table.linesBefore);
  return {
    decoder,
    reader,
    first: [...reader.push(before + table.body)],
    form: () => `${decoder.encoding()}, ${DELIMITER_NAMES[delimiter] ?? delimiter}`,
  };
}

/** The stream without its compression. */
export function decompressed(source: Readable, compression: 'gzip' | 'zstd' | null): Readable {
  if (!compression) return source;
  // Reading the last stream throws any error, so the callback can ignore it.
  return pipeline(source, compression === 'gzip' ? createGunzip() : createZstdDecompress(), () => {});
}

const Column = z.object({ name: z.string() });

/**
 * Opens a Parquet file with the built-in engine. Throws OperatorError with an external cluster, which can't
 * read local files.
 */
function parquetFile(path: string, bytes: number, warehouse: Warehouse): RowFile {
  if (!warehouse.embedded) {
    throw new OperatorError(
      'Only the built-in engine can read Parquet files. Convert the file to CSV to use it with CLICKHOUSE_URL.',
    );
  }
  let done = 0;
  return {
    bytes,
    read: () => done,
    form: () => 'Parquet',
    async *records() {
      const table = 'file({path:String}, Parquet)';
      const params = { path };
      const options = { seconds: LOAD_SECONDS, work: 'load' } as const;
      const decoder = new TextDecoder();
      let rest = '';
      let line = 1;
      try {
        // A separate query: with the rows, the engine would repeat the names at the start of each block.
        const columns = await warehouse.rows({ sql: `DESCRIBE TABLE ${table}`, params }, Column, options);
        yield [{ line, row: line, cells: columns.map(({ name }) => name) }];
        const statement = { sql: `SELECT * FROM ${table}`, params };
        for await (const piece of warehouse.bytes(statement, 'TabSeparated', options)) {
          const lines = (rest + decoder.decode(piece, { stream: true })).split('\n');
          rest = lines.pop() ?? '';
          const first = line + 1;
          line += lines.length;
          yield lines.map((text, index) => parseLine(text, first + index));
        }
      } catch (cause) {
        // The engine is down, so the file isn't the problem.
        if (cause instanceof CallError && cause.code === 'unavailable') throw cause;
        const reason = firstErrorLine(cause instanceof CallError ? (cause.cause ?? cause) : cause);
        throw new OperatorError(`The file ${path} can't be read as Parquet: ${reason}`, { cause });
      }
      done = bytes;
      if (rest !== '') yield [parseLine(rest, line + 1)];
    },
  };
}

/** Parses a line of ClickHouse's tab-separated format: no quotes, backslash escapes, and \N for NULL. */
function parseLine(text: string, line: number): CsvRecord {
  return { line, row: line, cells: text.split('\t').map((cell) => (cell === '\\N' ? '' : unescaped(cell))) };
}

/** Replaces escaped tabs, line ends and control characters with a space, as in every import. */
function unescaped(cell: string): string {
  return cell.includes('\\')
    ? cell.replace(/\\(.)/g, (_, letter: string) => ('tnrbf0'.includes(letter) ? ' ' : letter))
    : cell;
}
