import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { PersonColumns } from '#contract/emails.ts';
import { itemKeyProblem } from '#contract/item-keys.ts';
import { plural } from '#contract/plural.ts';
import { hasRequiredColumns } from '#engines/csv/person-columns.ts';
import {
  LIST_LIMIT_MESSAGES,
  LIST_LIMITS,
  type PersonRow,
  type PersonTableShape,
  ROW_FAULT_LABELS,
  ROW_NOTICES,
  readPersonRows,
} from '#engines/csv/person-table.ts';
import { emailItemKey } from '#engines/list-items/person.ts';
import { writeEmailInput } from '../definition.ts';
import { EMAIL_MESSAGES } from '../messages.ts';

/** An uploaded list to read. `columns` and `hasHeader` override detection. */
export interface Upload {
  content: string;
  columns?: PersonColumns | undefined;
  hasHeader?: boolean | undefined;
  /** the column with the caller's keys */
  keyColumn?: number | undefined;
}

/** A list that can become a task, or why it can't. */
export type UploadReading =
  | {
      ok: true;
      /** one item each; rows with the same item, however it is written, are one */
      inputs: string[];
      /** the keys of each item; undefined without a column for them */
      keys?: string[][] | undefined;
      reading: Pick<PersonTableShape, 'delimiter' | 'hasHeader' | 'columns'> & {
        distinctBy: 'item';
        /** cells of the widest row */
        width: number;
      };
      /** the content in parts, compressed with gzip as a whole */
      parts: Uint8Array[];
    }
  | { ok: false; code: 'validation_failed' | 'payload_too_large'; message: string; details?: object };

const PART_BYTES = 512 * 1024;
const ROWS_NAMED = 5;
const zip = promisify(gzip);

/**
 * Reads an uploaded list. Keeps the distinct inputs, but no rows. Stops at the first row above `LIST_LIMITS`.
 * Runs in a child process for large files. For others, requests are handled in between.
 */
export async function readUpload({ content, columns, hasHeader, keyColumn }: Upload): Promise<UploadReading> {
  const inputs = new Map<string, string>();
  const keys = new Map<string, string[]>();
  const seen = new Map<string, string>();
  let badKey: string | null = null;
  const first: Pick<PersonRow, 'line' | 'fault'>[] = [];
  let rows = 0;
  let isUsable = false;
  const reading = readPersonRows(content, { columns, hasHeader, limits: LIST_LIMITS });
  let step = reading.next();
  for (; !step.done; step = reading.next()) {
    for (const { line, cells, inputs: items, fault } of step.value) {
      rows += 1;
      const ownKey = keyColumn === undefined ? null : (cells[keyColumn] ?? '').trim();
      if (ownKey !== null) badKey ??= itemKeyProblem(ownKey, `Line ${line}`, seen);
      if (first.length < ROWS_NAMED) first.push({ line, fault });
      isUsable ||= fault === null || ROW_NOTICES.has(fault);
      for (const input of items) {
        const key = emailItemKey(input);
        if (!inputs.has(key)) inputs.set(key, writeEmailInput(input));
        if (ownKey !== null) addKey(keys, key, ownKey);
      }
    }
    // Each row counts, and so does each item of a row with several.
    if (inputs.size > LIST_LIMITS.rows)
      return { ok: false, code: 'payload_too_large', message: LIST_LIMIT_MESSAGES.rows };
    await nextTurn();
  }
  const shape = step.value;
  if (shape.exceeded)
    return { ok: false, code: 'payload_too_large', message: LIST_LIMIT_MESSAGES[shape.exceeded] };
  if (rows === 0) return { ok: false, code: 'validation_failed', message: EMAIL_MESSAGES.empty };
  const outside = columnOutside(shape, keyColumn);
  if (outside !== null) return { ok: false, code: 'validation_failed', message: outside };
  if (!hasRequiredColumns(shape.columns)) return missingColumns(shape);
  if (!isUsable) return noUsableRow(first);
  if (badKey !== null) return { ok: false, code: 'validation_failed', message: badKey };
  const { delimiter } = shape;
  return {
    ok: true,
    inputs: [...inputs.values()],
    ...(keyColumn === undefined ? {} : { keys: [...inputs.keys()].map((key) => keys.get(key) ?? []) }),
    reading: {
      delimiter,
      hasHeader: shape.hasHeader,
      columns: shape.columns,
      distinctBy: 'item',
      width: shape.header.length,
    },
    parts: await packed(content),
  };
}

function addKey(keys: Map<string, string[]>, item: string, key: string): void {
  const known = keys.get(item);
  if (!known) keys.set(item, [key]);
  else if (known.at(-1) !== key) known.push(key);
}

/** Why a column that the caller named isn't in the file; null if each of them is. */
function columnOutside(
  { header, columns }: Pick<PersonTableShape, 'header' | 'columns'>,
  keyColumn: number | undefined,
): string | null {
  const named = [
    ...Object.entries(columns).map(([name, at]) => [`columns.${name}`, at] as const),
    ['key_column', keyColumn] as const,
  ];
  const outside = named.find(([, at]) => [at].flat().some((each) => (each ?? 0) >= header.length));
  if (!outside) return null;
  const width = plural(header.length, 'column');
  return `The file has ${width}. ${outside[0]} is counted from 0, so it can be ${header.length - 1} at most.`;
}

function missingColumns({ header, columns }: PersonTableShape): UploadReading {
  const shown = header.map((name) => name.slice(0, 40)).slice(0, 20);
  const names = shown.map((name) => `“${name}”`).join(', ');
  return {
    ok: false,
    code: 'validation_failed',
    message: `The file needs the columns first_name, last_name and domain, or name and domain, or one column with emails. A column with companies can take the place of the domain. It has ${names}.`,
    details: { header: shown, columns },
  };
}

function noUsableRow(first: readonly Pick<PersonRow, 'line' | 'fault'>[]): UploadReading {
  const list = first.flatMap(({ line, fault }) => (fault ? [`line ${line} ${ROW_FAULT_LABELS[fault]}`] : []));
  return {
    ok: false,
    code: 'validation_failed',
    message: `No row can be used: ${list.join(', ')}.`,
    details: { rows: first },
  };
}

/** A file as it is stored: in parts, compressed with gzip as a whole. */
export async function packed(content: string): Promise<Uint8Array[]> {
  const bytes = await zip(content);
  const parts: Uint8Array[] = [];
  for (let index = 0; index < bytes.length; index += PART_BYTES)
    parts.push(bytes.subarray(index, index + PART_BYTES));
  return parts;
}
