import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { CallError } from '#contract/errors.ts';
import { CSV_FILE_MAX_BYTES, CSV_ROWS_PER_TASK } from '#contract/limits.ts';
import { MESSAGES } from '#contract/messages.ts';
import {
  hasRequiredColumns,
  type PersonList,
  type PersonListOptions,
  ROW_FAULT_LABELS,
  readPersonListInSteps,
} from '#engines/csv/person-list.ts';
import type { Db } from '#server/platform/db.ts';
import type { CsvExtractionInput } from '../definition.ts';
import { writeEmailInput } from '../definition.ts';
import { findFile, insertFile } from './file-store.ts';

/** An uploaded list, ready to become a task. */
export interface PersonFile {
  /** one item each; identical rows are one item */
  inputs: string[];
  /** stores the file with its task */
  attach(db: Db, taskId: string): Promise<void>;
}

const PART_BYTES = 512 * 1024;
const ROWS_NAMED = 5;
/** Rows and bytes processed per turn of the event loop. */
const ROWS_PER_TURN = 2000;
const HASHED_PER_TURN = 1024 * 1024;
const zip = promisify(gzip);
const unzip = promisify(gunzip);

/** Reads an uploaded list. Throws CallError with the reason if it can't be used. */
export async function readPersonFile(input: CsvExtractionInput): Promise<PersonFile> {
  const { csv_content: content } = input;
  if (Buffer.byteLength(content) > CSV_FILE_MAX_BYTES)
    throw new CallError('payload_too_large', MESSAGES.csv.tooLarge);
  const list = await readInTurns(content, { columns: input.columns, hasHeader: input.has_header });
  if (list.rows.length === 0) throw new CallError('validation_failed', MESSAGES.csv.empty);
  if (list.rows.length > CSV_ROWS_PER_TASK)
    throw new CallError('payload_too_large', MESSAGES.csv.tooManyRows);
  requireUsableRows(list);
  const parts = split(await zip(content));
  const { delimiter, hasHeader, columns } = list;
  const name = fileName(input.file_name);
  return {
    inputs: [...(await itemPositions(list)).keys()],
    attach: (db, taskId) =>
      insertFile(db, { taskId, name, reading: { delimiter, hasHeader, columns }, parts }),
  };
}

/** The list of a task, as it was read at the start; undefined for a task without a file. */
export async function loadPersonList(db: Db, taskId: string): Promise<PersonList | undefined> {
  const file = await findFile(db, taskId);
  return file && readInTurns(await unpack(file.parts), file.reading);
}

/** The file of a task, as it was uploaded; undefined for a task without a file. */
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

/** The item position of each distinct input, in order of first appearance. */
export async function itemPositions({ rows }: PersonList): Promise<Map<string, number>> {
  const positions = new Map<string, number>();
  for (const [index, { input }] of rows.entries()) {
    if (index % ROWS_PER_TURN === ROWS_PER_TURN - 1) await nextTurn();
    const text = writeEmailInput(input);
    if (!positions.has(text)) positions.set(text, positions.size);
  }
  return positions;
}

/** Identifies an upload: the whole input, with a digest of its content. */
export async function fingerprint(input: CsvExtractionInput): Promise<object> {
  const { csv_content: content } = input;
  const digest = createHash('sha256');
  for (let from = 0; from < content.length; from += HASHED_PER_TURN) {
    digest.update(content.slice(from, from + HASHED_PER_TURN));
    await nextTurn();
  }
  return { ...input, csv_content: digest.digest('base64url') };
}

async function readInTurns(content: string, choice: PersonListOptions): Promise<PersonList> {
  const reading = readPersonListInSteps(content, choice);
  for (let step = reading.next(); ; step = reading.next()) {
    if (step.done) return step.value;
    await nextTurn();
  }
}

/** Throws CallError if columns are missing or no row is usable. */
function requireUsableRows({ header, columns, rows }: PersonList): void {
  const outside = Object.values(columns).some((at) => at !== null && at >= header.length);
  if (outside || !hasRequiredColumns(columns)) {
    const names = header.map((name) => `“${name.slice(0, 40)}”`).slice(0, 20);
    throw new CallError(
      'validation_failed',
      `The file needs the columns first_name, last_name and domain, or name and domain, or one column with emails. It has ${names.join(', ')}.`,
      { details: { header, columns } },
    );
  }
  if (rows.some(({ fault }) => fault === null || fault === 'too-many-cells')) return;
  const named = rows.slice(0, ROWS_NAMED);
  const list = named.flatMap(({ line, fault }) => (fault ? [`line ${line} ${ROW_FAULT_LABELS[fault]}`] : []));
  throw new CallError('validation_failed', `No row can be used: ${list.join(', ')}.`, {
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
