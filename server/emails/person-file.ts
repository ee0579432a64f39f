import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { CsvExtractionInput } from '#contract/emails.ts';
import { CallError } from '#contract/errors.ts';
import { CSV_FILE_MAX_BYTES, CSV_ROWS_PER_TASK } from '#contract/limits.ts';
import { MESSAGES } from '#contract/messages.ts';
import { areEnough, type PersonList, ROW_FAULT_WORDS, readPersonList } from '#engines/csv/person-list.ts';
import { writeEmailInput } from '#tools/email-finder/email-request.ts';
import type { Db, Tx } from '../platform/db.ts';
import { findFile, insertFile } from './file-store.ts';

/** An uploaded list, ready to become a task. */
export interface PersonFile {
  /** one item each; identical rows are one item */
  inputs: string[];
  /** keeps the file with its task */
  attach(tx: Tx, taskId: string): Promise<void>;
}

const PART_BYTES = 512 * 1024;
const ROWS_NAMED = 5;
const zip = promisify(gzip);
const unzip = promisify(gunzip);

/** Reads an uploaded list. Throws CallError that says what is wrong with it. */
export async function readPersonFile(input: CsvExtractionInput): Promise<PersonFile> {
  const { csv_content: content } = input;
  if (Buffer.byteLength(content) > CSV_FILE_MAX_BYTES)
    throw new CallError('payload_too_large', MESSAGES.csv.tooLarge);
  const list = readPersonList(content, { columns: input.columns, hasHeader: input.has_header });
  if (list.rows.length === 0) throw new CallError('validation_failed', MESSAGES.csv.empty);
  if (list.rows.length > CSV_ROWS_PER_TASK)
    throw new CallError('payload_too_large', MESSAGES.csv.tooManyRows);
  refuseUseless(list);
  const parts = split(await zip(content));
  const { delimiter, hasHeader, columns } = list;
  const name = fileName(input.file_name);
  return {
    inputs: [...itemPositions(list).keys()],
    attach: (tx, taskId) =>
      insertFile(tx, { taskId, name, reading: { delimiter, hasHeader, columns }, parts }),
  };
}

/** The list a task was started with, as it was read then; undefined for a task without one. */
export async function loadPersonList(db: Db, taskId: string): Promise<PersonList | undefined> {
  const file = await findFile(db, taskId);
  return file && readPersonList(await unpack(file.parts), file.reading);
}

/** The file a task was started with, as it was uploaded; undefined for a task without one. */
export async function loadFile(
  db: Db,
  taskId: string,
): Promise<{ name: string; content: string } | undefined> {
  const file = await findFile(db, taskId);
  return file && { name: file.name, content: await unpack(file.parts) };
}

async function unpack(parts: readonly Uint8Array[]): Promise<string> {
  return (await unzip(Buffer.concat(parts))).toString('utf8');
}

/** Each different input with the position of its item: the order in which they first appear. */
export function itemPositions({ rows }: PersonList): Map<string, number> {
  const positions = new Map<string, number>();
  for (const { input } of rows) {
    const text = writeEmailInput(input);
    if (!positions.has(text)) positions.set(text, positions.size);
  }
  return positions;
}

/** A list none of whose rows can be worked starts nothing: its columns were read wrongly, or are not there. */
function refuseUseless({ header, columns, rows }: PersonList): void {
  const outside = Object.values(columns).some((at) => at !== null && at >= header.length);
  if (outside || !areEnough(columns)) {
    const names = header.map((name) => `“${name.slice(0, 40)}”`).slice(0, 20);
    throw new CallError(
      'validation_failed',
      `The file needs the columns first_name, last_name and domain, or one with emails. It has ${names.join(', ')}.`,
      { details: { header, columns } },
    );
  }
  if (rows.some(({ fault }) => fault === null || fault === 'too-many-cells')) return;
  const named = rows.slice(0, ROWS_NAMED);
  const list = named.flatMap(({ line, fault }) => (fault ? [`line ${line} ${ROW_FAULT_WORDS[fault]}`] : []));
  throw new CallError('validation_failed', `No row can be worked: ${list.join(', ')}.`, {
    details: { rows: named.map(({ line, fault }) => ({ line, fault })) },
  });
}

function split(bytes: Uint8Array): Uint8Array[] {
  const parts: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += PART_BYTES) parts.push(bytes.subarray(at, at + PART_BYTES));
  return parts;
}

function fileName(written = ''): string {
  const name = written.slice(Math.max(written.lastIndexOf('/'), written.lastIndexOf('\\')) + 1).trim();
  return name || 'list.csv';
}
