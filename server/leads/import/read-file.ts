import { createReadStream, type ReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { pipeline, type Readable } from 'node:stream';
import { TextDecoder } from 'node:util';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import { textFault, wideEncoding } from '#engines/csv/decode-csv.ts';
import { type CsvReader, type CsvRecord, createCsvReader, detectDelimiter } from '#engines/csv/read-csv.ts';
import { OperatorError, reasonOf } from '../../platform/operator-error.ts';
import type { Warehouse } from '../../platform/warehouse/warehouse.ts';
import { parquetFile } from './parquet-file.ts';
import type { RowFile } from './row-file.ts';

const DELIMITER_NAMES: Record<string, string> = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' };
const SNIFF_BYTES = 64 * 1024;
/** Little, so that its rows are gone again before they are old. */
const READ_BYTES = 256 * 1024;

/** Opens a CSV, TSV or Parquet file, plain, in gzip or in zstd. Throws OperatorError where there is none to read. */
export async function openRowFile(path: string, warehouse: Warehouse): Promise<RowFile> {
  let bytes: number;
  let magic: Buffer;
  try {
    const found = await stat(path);
    if (!found.isFile()) throw new Error('it is no file');
    bytes = found.size;
    magic = Buffer.alloc(4);
    const file = await open(path);
    await file.read(magic, 0, 4, 0).finally(() => file.close());
  } catch (cause) {
    throw new OperatorError(`The file ${path} cannot be read: ${reasonOf(cause)}`, { cause });
  }
  if (magic.toString('latin1') === 'PAR1') return parquetFile(path, bytes, warehouse);
  const packing =
    magic.readUInt16BE(0) === 0x1f8b ? 'gzip' : magic.readUInt32LE(0) === 0xfd2fb528 ? 'zstd' : null;
  let source: ReadStream | null = null;
  let form = '';
  return {
    bytes,
    read: () => source?.bytesRead ?? 0,
    form: () => form,
    async *records() {
      // Opened with the first record that is asked for: records that nobody asks for hold no file.
      source = createReadStream(path, { highWaterMark: READ_BYTES });
      const stream = unpacked(source, packing);
      const opening: Buffer[] = [];
      let held = 0;
      let text: Text | null = null;
      const begin = () => {
        const whole = Buffer.concat(opening);
        refuseNoText(path, whole);
        const begun = beginText(whole);
        form = [packing, begun.form].filter(Boolean).join(', ');
        return begun;
      };
      try {
        for await (const chunk of stream as AsyncIterable<Buffer>) {
          if (text) {
            yield text.reader.push(text.decoder.decode(chunk, { stream: true }));
            continue;
          }
          opening.push(chunk);
          held += chunk.length;
          if (held < SNIFF_BYTES) continue;
          text = begin();
          yield text.first;
        }
        if (!text) {
          text = begin();
          yield text.first;
        }
        yield text.reader.end();
      } catch (cause) {
        if (cause instanceof OperatorError) throw cause;
        throw new OperatorError(`The file ${path} is cut off or damaged: ${reasonOf(cause)}`, { cause });
      } finally {
        source.destroy();
      }
    },
  };
}

interface Text {
  decoder: TextDecoder;
  reader: CsvReader;
  /** the records of the opening */
  first: CsvRecord[];
  form: string;
}

/** Throws OperatorError where a file that begins so cannot be CSV. */
function refuseNoText(path: string, opening: Uint8Array): void {
  const fault = textFault(opening);
  if (fault === null) return;
  if (fault === 'workbook') {
    throw new OperatorError(
      `The file ${path} is a spreadsheet or a ZIP archive, not text. Save it as CSV, or unpack it first.`,
    );
  }
  if (/\.parquet$/i.test(path)) {
    throw new OperatorError(`The file ${path} cannot be read as Parquet: it does not begin as one.`);
  }
  throw new OperatorError(
    `The file ${path} is not a text file. Leads are read from CSV and TSV, also in gzip or zstd, and from Parquet.`,
  );
}

/** What the opening of a file tells of the whole. */
function beginText(opening: Buffer): Text {
  const encoding = detectEncoding(opening);
  const decoder = new TextDecoder(encoding);
  const text = decoder.decode(opening, { stream: true });
  const delimiter = detectDelimiter(text);
  const reader = createCsvReader(delimiter);
  return { decoder, reader, first: reader.push(text), form: `${encoding}, ${DELIMITER_NAMES[delimiter]}` };
}

function unpacked(source: Readable, packing: 'gzip' | 'zstd' | null): Readable {
  if (!packing) return source;
  // The error is thrown by whoever reads the last stream.
  return pipeline(source, packing === 'gzip' ? createGunzip() : createZstdDecompress(), () => {});
}

/** UTF-16 by its mark or look, else UTF-8 where the beginning is that, else Latin-1 as Windows has it. */
function detectEncoding(sample: Buffer): string {
  const wide = wideEncoding(sample);
  if (wide !== null) return wide;
  // The last bytes may be half a character.
  const whole = sample.subarray(
    0,
    sample.length < SNIFF_BYTES ? sample.length : sample.lastIndexOf(0x0a) + 1,
  );
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(whole);
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}
