import { setImmediate as nextTurn } from 'node:timers/promises';
import { csvHeader, csvLine } from '#engines/csv/write-csv.ts';
import type { TaskDefinition } from '#tools/definition.ts';
import type { Db } from '../platform/db.ts';
import { settledPages } from './item-store.ts';

/** Rows read and written at a time. The event loop runs other work between pages. */
const PAGE_ROWS = 500;

/** The settled rows of a task in pages, in item order. `without` names row fields to omit. */
export async function* resultPages(
  db: Db,
  taskId: string,
  without: readonly string[],
): AsyncGenerator<{ position: number; fields: Record<string, unknown> }[]> {
  for await (const page of settledPages(db, taskId, PAGE_ROWS, without)) {
    yield page.map(({ position, row }) => ({ position, fields: JSON.parse(row) as Record<string, unknown> }));
    await nextTurn();
  }
}

/** The settled rows of a task as CSV, in item order, header first. */
export async function* csvText(
  db: Db,
  taskId: string,
  { csv: { columns }, receiptFields }: TaskDefinition,
): AsyncGenerator<string> {
  yield csvHeader(columns);
  for await (const page of resultPages(db, taskId, receiptFields))
    yield page.map(({ fields }) => csvLine(columns.map((column) => fields[column]))).join('');
}

/** The settled rows of a task as the text of a JSON array, in item order. `onRow` receives every row. */
export async function* rowsJson(
  db: Db,
  taskId: string,
  onRow: (row: { input: string; failed: boolean; row: string }) => void = () => {},
): AsyncGenerator<string> {
  let before = '[';
  for await (const page of settledPages(db, taskId, PAGE_ROWS)) {
    page.forEach(onRow);
    yield before + page.map(({ row }) => row).join(',');
    before = ',';
    await nextTurn();
  }
  yield before === '[' ? '[]' : ']';
}
