import { setImmediate as nextTurn } from 'node:timers/promises';
import type { TaskType } from '#contract/tasks.ts';
import { WEBSITE_CSV_COLUMNS } from '#contract/website.ts';
import { csvHeader, csvLine } from '#engines/csv/write-csv.ts';
import type { Deps } from '../deps.ts';
import type { Db } from '../platform/db.ts';
import { settledPages } from './item-store.ts';
import type { TaskRecord } from './store.ts';

/** Rows read and written at a time; the event loop has its turn between two pages. */
const PAGE_ROWS = 500;
/** The receipt of a row: what a CSV has no column for. */
const RECEIPT = ['evidence', 'pages'] as const;

/** A task type's CSV file: its columns in order and its name. A type without an entry has no tool yet. */
const CSV_FILES: Partial<Record<TaskType, { columns: readonly string[]; name: string }>> = {
  'website-extraction': { columns: WEBSITE_CSV_COLUMNS, name: 'website_extraction_results.csv' },
};

export function csvFileOf(type: TaskType): { columns: readonly string[]; name: string } | undefined {
  return CSV_FILES[type];
}

/** The settled rows of a task as CSV, in item order, header first. */
export async function* csvText(db: Db, taskId: string, columns: readonly string[]): AsyncGenerator<string> {
  yield csvHeader(columns);
  for await (const page of settledPages(db, taskId, PAGE_ROWS, RECEIPT)) {
    let text = '';
    for (const { row } of page) {
      const fields = JSON.parse(row) as Record<string, unknown>;
      text += csvLine(columns.map((column) => fields[column]));
    }
    yield text;
    await nextTurn();
  }
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
