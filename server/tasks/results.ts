import { setImmediate as nextTurn } from 'node:timers/promises';
import { csvHeader, csvLine } from '#engines/csv/write-csv.ts';
import type { Deps } from '../deps.ts';
import type { Db } from '../platform/db.ts';
import { settledPages } from './item-store.ts';
import type { TaskRecord } from './store.ts';

/** Rows read and written at a time; the event loop has its turn between two pages. */
const PAGE_ROWS = 500;
/** The receipt of a row: what a CSV has no column for. */
const RECEIPT = ['evidence', 'pages'] as const;

/** The settled rows of a task in pages, in item order, without their receipts. */
export async function* resultPages(
  db: Db,
  taskId: string,
): AsyncGenerator<{ position: number; fields: Record<string, unknown> }[]> {
  for await (const page of settledPages(db, taskId, PAGE_ROWS, RECEIPT)) {
    yield page.map(({ position, row }) => ({ position, fields: JSON.parse(row) as Record<string, unknown> }));
    await nextTurn();
  }
}

/** The settled rows of a task as CSV, in item order, header first. */
export async function* csvText(db: Db, taskId: string, columns: readonly string[]): AsyncGenerator<string> {
  yield csvHeader(columns);
  for await (const page of resultPages(db, taskId))
    yield page.map(({ fields }) => csvLine(columns.map((column) => fields[column]))).join('');
}

/** The settled rows of a task as the text of a JSON array, in item order. `onRow` sees each of them. */
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

/**
 * The reply of a synchronous tool call (spec lead tools §7) as the text of a JSON object. What stopped a task early is told by
 * `success`, `timeoutStatus` and `stop_reason`; the rows so far are there all the same, also of a task that still runs.
 */
export async function* replyJson(
  { database: { db }, clock }: Pick<Deps, 'database' | 'clock'>,
  task: TaskRecord,
): AsyncGenerator<string> {
  const errors: { url: string; error: unknown }[] = [];
  yield '{"results":';
  yield* rowsJson(db, task.id, ({ input, failed, row }) => {
    if (failed) errors.push({ url: input, error: (JSON.parse(row) as { error?: unknown }).error ?? '' });
  });
  const began = (task.started_at ?? task.created_at).getTime();
  const rest = {
    success: task.status === 'completed' || task.status === 'timeout',
    processed: task.processed,
    total: task.total,
    errors,
    timeoutStatus: task.status === 'timeout',
    processingTimeMs: Math.max(0, (task.finished_at?.getTime() ?? clock.now()) - began),
    task_id: task.id,
    stop_reason: task.stop_reason,
  };
  yield `,${JSON.stringify(rest).slice(1)}`;
}
