import type { Db } from '../platform/database/db.ts';
import { rowsDeleted } from './delete-rows.ts';
import { itemPages } from './item-store.ts';
import type { TaskRecord } from './store.ts';

/** The items of a task, in order, as they were given. Throws CallError if its rows were deleted. */
export async function taskInputs(
  db: Db,
  task: Pick<TaskRecord, 'id' | 'rows_deleted_at'>,
): Promise<string[]> {
  if (task.rows_deleted_at) throw rowsDeleted(task.rows_deleted_at);
  const inputs: string[] = [];
  for await (const page of itemPages(db, task.id)) inputs.push(...page.map(({ input }) => input));
  return inputs;
}
