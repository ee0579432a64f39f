import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { EmailInput } from '#contract/emails.ts';
import { CallError } from '#contract/errors.ts';
import { type PersonRow, type PersonTableShape, readPersonRows } from '#engines/csv/person-table.ts';
import { columnNames, openTable, readTableInBatches, tableWidth } from '#engines/csv/read-table.ts';
import { emailItemKey } from '#engines/list-items/person.ts';
import type { Deps } from '#server/deps.ts';
import type { OptOutDeps } from '#server/opt-outs/opt-outs.ts';
import type { Db } from '#server/platform/database/db.ts';
import { readUploadedWorkbook } from '#server/platform/files/workbook-file.ts';
import { ChildLimitError } from '#server/platform/process/child-runner.ts';
import type { UploadFormat } from '#server/tasks/task-tool.ts';
import { CSV_FILE_MAX_BYTES, type CsvExtractionInput, writeEmailInput } from '../definition.ts';
import { EMAIL_MESSAGES } from '../messages.ts';
import { type FileReading, findFile, findReading, insertFile, replaceParts } from './file-store.ts';
import { packed, readUpload, type Upload, type UploadReading } from './read-upload.ts';
import { firstRow, removedItems, withoutOptedOut } from './swept-file.ts';

/** An uploaded list, ready to become a task. */
export interface PersonFile {
  /** one item each; identical rows are one item */
  inputs: string[];
  /** the keys of each item, if a column has them */
  keys: string[][] | undefined;
  /** of the file */
  name: string | undefined;
  /** of the file, as it is stored */
  attachedBytes: number;
  /** stores the file with its task */
  attach(db: Db, taskId: string): Promise<void>;
}

/** Longer content is read in a child process. */
const MAX_CHARS_HERE = 1024 * 1024;
/** Bytes processed per turn of the event loop. */
const HASHED_PER_TURN = 1024 * 1024;
const UNNAMED = 'list.csv';
const unzip = promisify(gunzip);

/** Reads an uploaded list. Throws CallError with the reason if it can't be used. */
export async function readPersonFile(
  { childRunner }: Pick<Deps, 'childRunner'>,
  input: CsvExtractionInput,
): Promise<PersonFile> {
  const { columns, has_header: hasHeader, key_column: keyColumn } = input;
  const content = await readContent(input);
  if (Buffer.byteLength(content) > CSV_FILE_MAX_BYTES)
    throw new CallError('payload_too_large', EMAIL_MESSAGES.tooLarge);
  const upload = { content, columns, hasHeader, keyColumn };
  const list =
    content.length <= MAX_CHARS_HERE ? await readUpload(upload) : await readOn(childRunner, upload);
  if (!list.ok) throw new CallError(list.code, list.message, { details: list.details });
  const { inputs, keys, parts } = list;
  const reading = { ...list.reading, ...(input.encoding ? { encoding: input.encoding } : {}) };
  const name = fileName(input.file_name);
  return {
    inputs,
    keys,
    name: name || undefined,
    attachedBytes: totalBytes(parts),
    attach: (db, taskId) => insertFile(db, { taskId, name: name || UNNAMED, reading, parts }),
  };
}

/** The content as CSV: of a workbook, that of its sheet. */
async function readContent(input: CsvExtractionInput): Promise<string> {
  const { csv_content: text = '', xlsx_content: encoded, sheet } = input;
  if (encoded === undefined) return text;
  const bytes = Buffer.from(encoded, 'base64');
  if (bytes.length > CSV_FILE_MAX_BYTES) throw new CallError('payload_too_large', EMAIL_MESSAGES.tooLarge);
  const read = await readUploadedWorkbook(bytes, sheet);
  if (read.ok) return read.text;
  const message = `${fileName(input.file_name) || 'The file'} ${read.reason}.`;
  throw new CallError(read.kind.startsWith('too-') ? 'payload_too_large' : 'validation_failed', message);
}

async function readOn(childRunner: Deps['childRunner'], upload: Upload): Promise<UploadReading> {
  try {
    return await childRunner.run<UploadReading>({
      module: new URL('./read-upload.ts', import.meta.url).href,
      run: readUpload.name,
      input: upload,
    });
  } catch (error) {
    if (!(error instanceof ChildLimitError)) throw error;
    throw new CallError('payload_too_large', 'The file is too large to read. Split it into smaller files.', {
      cause: error,
    });
  }
}

/** The list of a task, as it was read at the start. */
export interface StoredUpload {
  shape: Pick<PersonTableShape, 'header' | 'columns'>;
  /** Rows with the same key are one item. */
  inputKey(input: EmailInput): string;
  /** The rows in batches; other work can run in between. Each use reads the content again. */
  rows(): AsyncGenerator<StoredRow[]>;
}

/** `removed`: the items of a row about someone who opted out, as `optedOutInput` names them; null for any other row */
type StoredRow = Pick<PersonRow, 'cells' | 'inputs'> & { removed: string[] | null };

/** The list of a task; undefined for a task without a file. */
export async function loadPersonTable(db: Db, taskId: string): Promise<StoredUpload | undefined> {
  const file = await findFile(db, taskId);
  if (!file) return undefined;
  const content = await unpack(file.parts);
  const { reading } = file;
  const [header] = reading.hasHeader ? firstRow(content, reading.delimiter) : [];
  const width = reading.width ?? (await widestRow(content, reading));
  return {
    shape: { header: columnNames(header ?? null, width), columns: reading.columns },
    inputKey: reading.distinctBy === 'item' ? emailItemKey : writeEmailInput,
    async *rows() {
      for (const batch of readPersonRows(content, reading)) {
        yield batch.map(({ cells, inputs }) => {
          const removed = removedItems(cells);
          return removed ? { cells: [], inputs: [], removed } : { cells, inputs, removed };
        });
        await nextTurn();
      }
    },
  };
}

/** The cells of the widest row of an older list. */
async function widestRow(content: string, { delimiter }: FileReading): Promise<number> {
  let most = 0;
  for (const batch of readTableInBatches(openTable(content), { delimiter })) {
    most = Math.max(most, tableWidth(batch));
    await nextTurn();
  }
  return most;
}

/** The delimiter and encoding of a task's list; null for a task without one. */
export async function uploadFormat(db: Db, taskId: string): Promise<UploadFormat | null> {
  const reading = await findReading(db, taskId);
  return reading ? { delimiter: reading.delimiter, encoding: reading.encoding ?? 'utf-8' } : null;
}

/** The file of a task, for another task that works on some of its rows. */
export async function copyFile(
  db: Db,
  taskId: string,
): Promise<Partial<Pick<PersonFile, 'attach' | 'attachedBytes'>>> {
  const file = await findFile(db, taskId);
  if (!file) return {};
  return {
    attachedBytes: totalBytes(file.parts),
    attach: (target, to) => insertFile(target, { ...file, taskId: to }),
  };
}

/** The file of a task, without people who opted out; undefined for a task without a file. */
export async function loadFile(
  deps: OptOutDeps,
  taskId: string,
): Promise<{ name: string; content: string } | undefined> {
  const file = await findFile(deps.database.db, taskId);
  if (!file) return undefined;
  const content = await unpack(file.parts);
  return { name: file.name, content: (await withoutOptedOut(deps, taskId, { ...file, content })) ?? content };
}

/** Removes people who opted out from the file of a task, in steps. */
export async function sweepFile(deps: OptOutDeps, taskId: string): Promise<void> {
  const { db } = deps.database;
  const file = await findFile(db, taskId);
  if (!file) return;
  const content = await withoutOptedOut(deps, taskId, { ...file, content: await unpack(file.parts) });
  if (content !== null) await replaceParts(db, taskId, await packed(content));
}

async function unpack(parts: readonly Uint8Array[]): Promise<string> {
  return (await unzip(Buffer.concat(parts))).toString('utf8');
}

/** Identifies an upload: the whole input, with a digest of its content. */
export async function fingerprint(input: CsvExtractionInput): Promise<object> {
  const name = input.xlsx_content === undefined ? 'csv_content' : 'xlsx_content';
  const content = input[name] ?? '';
  const digest = createHash('sha256');
  for (let from = 0; from < content.length; from += HASHED_PER_TURN) {
    digest.update(content.slice(from, from + HASHED_PER_TURN));
    await nextTurn();
  }
  return { ...input, [name]: digest.digest('base64url') };
}

function fileName(written = ''): string {
  const name = written.slice(Math.max(written.lastIndexOf('/'), written.lastIndexOf('\\')) + 1).trim();
  return name;
}

function totalBytes(parts: readonly Uint8Array[]): number {
  return parts.reduce((sum, part) => sum + part.length, 0);
}
