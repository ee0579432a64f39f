import { createWriteStream, existsSync, readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { serialize } from 'node:v8';
import { csvLine } from '#engines/csv/write-csv.ts';
import { xlsxOfCsv } from '../xlsx/xlsx-file.ts';
import { ZipStream } from '../xlsx/zip-stream.ts';
import { readWorkbookHere } from './workbook-file.ts';

/** A workbook of tests: its file, and how many rows and columns it has. All texts are different. */
export interface LargeWorkbook {
  path: string;
  rows: number;
  columns: number;
}

/** What a child process did, and the most memory that it had, in bytes. */
export interface Measured {
  maxBytes: number;
  /** of the text that was read */
  lines: number;
  last: string;
}

const PIECE_ROWS = 200;

/** 17 characters, as long as the cells of contacts are */
function textOf(row: number, column: number): string {
  return `text ${String(row).padStart(7, '0')} ${String(column).padStart(4, '0')}`;
}

/** Writes a workbook with our writer, from the CSV file of the same rows. */
export async function writeLargeWorkbook({ path, rows, columns }: LargeWorkbook): Promise<Measured> {
  async function* csv() {
    for (let row = 0; row < rows; row += 1)
      yield csvLine(Array.from({ length: columns }, (_, column) => textOf(row, column)));
  }
  await pipeline(Readable.from(xlsxOfCsv(csv(), { name: 'Large' })), createWriteStream(path));
  return { maxBytes: maxBytes(), lines: rows, last: '' };
}

/** Writes a workbook as Excel does: cells have numbers, and the texts are in a part of their own. */
export async function writeSharedWorkbook({ path, rows, columns }: LargeWorkbook): Promise<void> {
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const parts: [name: string, content: Iterable<string>][] = [
    [
      'xl/workbook.xml',
      [
        `<workbook xmlns:r="${relations}"><sheets><sheet name="Large" sheetId="1" r:id="a"/></sheets></workbook>`,
      ],
    ],
    [
      'xl/_rels/workbook.xml.rels',
      [
        `<Relationships><Relationship Id="a" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/>`,
        `<Relationship Id="b" Type="${relations}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
      ],
    ],
    [
      'xl/worksheets/sheet1.xml',
      around('<worksheet><sheetData>', '</sheetData></worksheet>', rows, (row) => {
        const cell = (_: unknown, column: number) =>
          `<c r="${columnName(column)}${row + 1}" t="s"><v>${row * columns + column}</v></c>`;
        return `<row r="${row + 1}">${Array.from({ length: columns }, cell).join('')}</row>`;
      }),
    ],
    [
      'xl/sharedStrings.xml',
      around('<sst>', '</sst>', rows, (row) =>
        Array.from({ length: columns }, (_, column) => `<si><t>${textOf(row, column)}</t></si>`).join(''),
      ),
    ],
  ];
  const zip = new ZipStream();
  async function* file() {
    for (const [name, content] of parts) yield* zip.part(name, content);
    yield zip.end();
  }
  await pipeline(Readable.from(file()), createWriteStream(path));
}

/** Reads a workbook as the child process for files does, and copies the answer once, as it does to send it. */
export async function readLargeWorkbook(path: string): Promise<Measured> {
  const read = await readWorkbookHere({ from: path });
  if (!read.ok) throw new Error(read.reason);
  const sent = serialize(read).length;
  const used = maxBytes();
  const text = read.pieces.join('');
  if (sent < text.length) throw new Error('The answer is incomplete.');
  const lines = text.split('\n');
  return { maxBytes: used, lines: lines.length - 1, last: lines.at(-2) ?? '' };
}

const STATUS = '/proc/self/status';

/**
 * Resident memory at its highest, which the system counts in kilobytes. On Linux, `maxRSS` begins with that of the process that
 * started this one.
 */
function maxBytes(): number {
  const highest = existsSync(STATUS)
    ? /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync(STATUS, 'utf8'))?.[1]
    : undefined;
  return (highest === undefined ? process.resourceUsage().maxRSS : Number(highest)) * 1024;
}

function* around(start: string, end: string, rows: number, rowXml: (row: number) => string) {
  yield start;
  for (let row = 0; row < rows; row += PIECE_ROWS) {
    let xml = '';
    for (let each = row; each < Math.min(rows, row + PIECE_ROWS); each += 1) xml += rowXml(each);
    yield xml;
  }
  yield end;
}

/** 0 -> "A", for the 26 columns of one letter */
function columnName(column: number): string {
  return String.fromCharCode(65 + column);
}
