import { setImmediate as nextTurn } from 'node:timers/promises';
import type { OptOutDeps } from '../opt-outs/opt-outs.ts';
import { type WithCheck, withoutOptedOut } from './opted-out-rows.ts';
import { ownKeysJson, settledPages } from './settled-rows.ts';
import { type SettledRow, settledRowsAt } from './stored-rows.ts';

/** Rows read and written at a time. The event loop runs other work between pages. */
const PAGE_ROWS = 500;

/** One settled item and its parsed row. */
export type Result = Pick<
  WithCheck<SettledRow>,
  'position' | 'input' | 'charge' | 'found' | 'failed' | 'optedOut'
> & {
  fields: Record<string, unknown>;
  /** when it was found, if the whole task is read */
  settled_at?: Date | null;
};

/** The settled rows of a task in pages, in item order. `without` names row fields to omit. */
export async function* resultPages(
  deps: OptOutDeps,
  taskId: string,
  without: readonly string[],
): AsyncGenerator<Result[]> {
  for await (const page of settledPages(deps, taskId, PAGE_ROWS, without)) {
    yield page.map(({ row, ...item }) => ({ ...item, fields: JSON.parse(row) as Record<string, unknown> }));
    await nextTurn();
  }
}

/**
 * The settled rows of an account's own task at these positions, without people who opted out. None of another tool's
 * task.
 */
export async function rowsAt(
  deps: OptOutDeps,
  task: Parameters<typeof settledRowsAt>[1],
  positions: readonly number[],
): Promise<Result[]> {
  const rows = await withoutOptedOut(deps, task.type, await settledRowsAt(deps.database.db, task, positions));
  return rows.map(({ row, ...item }) => ({ ...item, fields: JSON.parse(row) as Record<string, unknown> }));
}

/** The settled rows of a task as the text of a JSON array, in item order, each with the keys that its start call gave it. `onRow` receives every row. */
export async function* rowsJson(
  deps: OptOutDeps,
  taskId: string,
  onRow: (row: { input: string; failed: boolean; row: string }) => void = () => {},
): AsyncGenerator<string> {
  let before = '[';
  for await (const page of settledPages(deps, taskId, PAGE_ROWS)) {
    page.forEach(onRow);
    yield before + page.map(({ own_keys, row }) => withOwnKeys(own_keys, row)).join(',');
    before = ',';
    await nextTurn();
  }
  yield before === '[' ? '[]' : ']';
}

/** The JSON of a row with the keys of its item. */
function withOwnKeys(keys: readonly string[] | null, row: string): string {
  const fields = ownKeysJson(keys);
  if (!fields) return row;
  return row === '{}' ? `{${fields.slice(0, -1)}}` : `{${fields}${row.slice(1)}`;
}
