import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { cutText } from '#contract/cut-text.ts';
import type { UploadedList } from '#contract/uploaded-list.ts';
import { readCsvRecord } from '#engines/csv/read-csv.ts';
import { csvRecord } from '#engines/csv/write-csv.ts';
import { areRowsOptedOut } from '../opt-outs/contact-check.ts';
import type { OptOutDeps } from '../opt-outs/opt-outs.ts';
import type { Db } from '../platform/database/db.ts';
import { ownFields } from './opted-out-inputs.ts';
import { findColumns, insertList, type ListRow, listPages } from './uploaded-list-store.ts';

/** The own columns of a list, ready to be stored with its task. */
export interface AttachedUpload {
  /** of the list, as it is stored */
  attachedBytes: number;
  /** stores the list with its task */
  attach(db: Db, taskId: string): Promise<void>;
}

/** A stored list, read page by page. */
export interface StoredUpload {
  columns: string[];
  rows(): AsyncGenerator<(Pick<ListRow, 'row' | 'positions' | 'input'> & { cells: string[] })[]>;
}

const ROWS_PER_PAGE = 500;
const MAX_INPUT_CHARS = 2048;

/** The items of a request's list. */
export interface ListItems {
  /** one each, as it was first written */
  inputs: string[];
  /** the items of each entry of the list; none for an entry with nothing to look up */
  positions: number[][];
}

/**
 * The list of a start call, with its own columns if it has any, and its keys, which then are one of the columns. `cells`:
 * what each row says of its items, as it was written.
 */
export function acceptList(
  input: { list?: UploadedList | undefined; keys?: readonly string[] | undefined },
  cells: readonly string[],
  { inputs, positions }: ListItems,
): { inputs: string[]; keys?: string[][]; fingerprint?: () => Promise<object> } & Partial<AttachedUpload> {
  const { list, keys } = input;
  if (!list && !keys) return { inputs };
  const fingerprint = async () => (list ? { ...input, list: await listDigest(list) } : input);
  const attached = attachList(keys ? withKeys(list, keys) : (list ?? NO_COLUMNS), cells, positions);
  return {
    inputs,
    fingerprint,
    ...(keys ? { keys: keysOfItems(keys, positions, inputs.length) } : {}),
    ...attached,
  };
}

const NO_COLUMNS: UploadedList = { columns: [], rows: [] };
const KEY_COLUMN = 'key';

/** A list with a column for the keys, so that files have them. It comes last, so that no other column moves. */
function withKeys(list: UploadedList = NO_COLUMNS, keys: readonly string[]): UploadedList {
  const taken = new Set(list.columns.map((column) => column.toLowerCase()));
  const name = taken.has(KEY_COLUMN) ? `own_${KEY_COLUMN}` : KEY_COLUMN;
  const { length } = list.columns;
  return {
    columns: [...list.columns, name],
    rows: keys.map((key, row) => {
      const cells = length > 0 ? readCsvRecord(list.rows[row] ?? '') : [];
      return csvRecord([...Array.from({ length }, (_, column) => cells[column] ?? ''), key]);
    }),
  };
}

/** The keys of each item: one for each entry that it is from. */
function keysOfItems(
  keys: readonly string[],
  positions: readonly (readonly number[])[],
  count: number,
): string[][] {
  const all: string[][] = Array.from({ length: count }, () => []);
  for (const [entry, key] of keys.entries())
    for (const position of new Set(positions[entry])) all[position]?.push(key);
  return all;
}

/** A saved list as a start call takes it. */
export function toUploadedList({
  columns,
  rows,
}: {
  columns: readonly string[];
  rows: readonly Readonly<Record<string, string>>[];
}): UploadedList {
  return {
    columns: [...columns],
    rows: rows.map((row) => csvRecord(columns.map((column) => row[column] ?? ''))),
  };
}

/** `positions`: the items of each row; none for a row whose cell has nothing to look up. */
export function attachList(
  { columns, rows }: UploadedList,
  cells: readonly string[],
  positions: readonly (readonly number[])[],
): AttachedUpload {
  const stored = rows.map((record, row) => {
    const input = cutText((cells[row] ?? '').trim(), MAX_INPUT_CHARS);
    return { row, positions: [...new Set(positions[row] ?? [])], input, record };
  });
  return attached(columns, stored);
}

/**
 * The own columns of a task's list, for another task with the items at these positions, in this order. Rows of
 * other items are left out.
 */
export async function copyList(
  db: Db,
  taskId: string,
  positions: readonly number[],
): Promise<Partial<AttachedUpload>> {
  const columns = await findColumns(db, taskId);
  if (!columns) return {};
  const newPositions = new Map(positions.map((from, to) => [from, to]));
  const rows: ListRow[] = [];
  for await (const page of listPages(db, taskId, ROWS_PER_PAGE))
    for (const { positions: all, input, record } of page) {
      const to = all.flatMap((position) => newPositions.get(position) ?? []);
      if (to.length > 0) rows.push({ row: rows.length, positions: to, input, record });
    }
  return attached(columns, rows);
}

function attached(columns: readonly string[], rows: readonly ListRow[]): AttachedUpload {
  const texts = [...columns, ...rows.flatMap(({ input, record }) => [input, record])];
  return {
    attachedBytes: texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0),
    attach: (db, taskId) => insertList(db, { taskId, columns, rows }),
  };
}

/** Identifies a list for an Idempotency-Key, without turning all of it into one text. */
async function listDigest({ columns, rows }: UploadedList): Promise<string> {
  const digest = createHash('sha256').update(JSON.stringify(columns));
  for (const [index, row] of rows.entries()) {
    // With its length, so that the same text in other rows differs.
    digest.update(`\n${row.length}:`).update(row);
    if (index % ROWS_PER_PAGE === ROWS_PER_PAGE - 1) await nextTurn();
  }
  return digest.digest('base64url');
}

/** The own columns of a task's list; undefined for a list without any. */
export async function loadList(db: Db, taskId: string): Promise<StoredUpload | undefined> {
  const columns = await findColumns(db, taskId);
  if (!columns) return undefined;
  return {
    columns,
    async *rows() {
      for await (const page of listPages(db, taskId, ROWS_PER_PAGE))
        yield page.map(({ row, positions, input, record }) => {
          const cells = readCsvRecord(record);
          return { row, positions, input, cells: columns.map((_, index) => cells[index] ?? '') };
        });
    },
  };
}

/** The own columns of a task's list as JSON, in pieces, without people who opted out; nothing for a list without any. */
export async function* uploadedListJson(deps: OptOutDeps, taskId: string): AsyncGenerator<string> {
  const list = await loadList(deps.database.db, taskId);
  if (!list) return;
  yield `{"columns":${JSON.stringify(list.columns)},"rows":[`;
  let before = '';
  for await (const page of list.rows()) {
    const optedOut = await areRowsOptedOut(
      deps,
      page.map(({ cells }) => ownFields(list.columns, cells)),
    );
    const rows = page.map(({ cells }, index) => (optedOut[index] ? cells.map(() => '') : cells));
    yield before + rows.map((cells) => JSON.stringify(cells)).join(',');
    before = ',';
  }
  yield ']}';
}
