import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Db } from '../platform/db.ts';
import { type SettledRow, settledPages, settledRowsAt } from './item-store.ts';

/** Rows read and written at a time. The event loop runs other work between pages. */
const PAGE_ROWS = 500;

/** One settled item and its parsed row. */
export type Result = Pick<SettledRow, 'position' | 'input' | 'found' | 'failed'> & {
  fields: Record<string, unknown>;
};

/** The settled rows of a task in pages, in item order. `without` names row fields to omit. */
export async function* resultPages(
  db: Db,
  taskId: string,
  without: readonly string[],
): AsyncGenerator<Result[]> {
  for await (const page of settledPages(db, taskId, PAGE_ROWS, without)) {
    yield page.map(({ row, ...item }) => ({ ...item, fields: JSON.parse(row) as Record<string, unknown> }));
    await nextTurn();
  }
}

/** The settled rows of an account's own task at these positions. None of another tool's task. */
export async function rowsAt(...query: Parameters<typeof settledRowsAt>): Promise<Result[]> {
  const rows = await settledRowsAt(...query);
  return rows.map(({ row, ...item }) => ({ ...item, fields: JSON.parse(row) as Record<string, unknown> }));
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
