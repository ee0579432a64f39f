import type { OptOutDeps } from '../opt-outs/opt-outs.ts';
import { settledPages } from './settled-rows.ts';
import { findTask, type TaskRecord } from './store.ts';
import type { TaskTools } from './task-tool.ts';

const PAGE_ROWS = 500;

/** One result: its item, the fields of its row, and whether it has data. */
export interface ResultRow {
  input: string;
  found: boolean;
  /** It was about someone who opted out, and says only that. */
  optedOut: boolean;
  fields: Record<string, unknown>;
}

/** The results of one task of an account, for other features. null: it has no such task. */
export async function taskResults(
  deps: OptOutDeps & { taskTools: TaskTools },
  accountId: string,
  taskId: string,
): Promise<{
  task: TaskRecord;
  /** in the order of the task's CSV file */
  columns: readonly string[];
  pages(): AsyncGenerator<ResultRow[]>;
} | null> {
  const task = await findTask(deps.database.db, accountId, taskId);
  const tool = task && deps.taskTools.get(task.type);
  if (!task || !tool) return null;
  const { csv, receiptFields } = tool.definition.task;
  return {
    task,
    columns: csv.columns,
    async *pages() {
      for await (const page of settledPages(deps, task.id, PAGE_ROWS, receiptFields))
        yield page.map(({ input, found, optedOut, row }) => ({
          input,
          found,
          optedOut: optedOut === 'row',
          fields: JSON.parse(row),
        }));
    },
  };
}
