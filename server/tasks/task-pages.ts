import type { Db } from '../platform/database/db.ts';
import type { TaskRecord } from './store.ts';

/** A page of all tasks, in the order of their ids, after the id `after`. */
export function taskPage(
  db: Db,
  { after, limit }: { after: string | null; limit: number },
): Promise<Pick<TaskRecord, 'id' | 'account_id' | 'name' | 'created_at'>[]> {
  const tasks = db
    .selectFrom('tasks')
    .select(['id', 'account_id', 'name', 'created_at'])
    .orderBy('id')
    .limit(limit);
  return (after === null ? tasks : tasks.where('id', '>', after)).execute();
}
