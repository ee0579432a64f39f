import type { Db } from '../platform/database/db.ts';
import * as store from './second-try-store.ts';

export type { ItemOfTask } from './second-try-store.ts';

/** Settled items of any tasks whose rows aren't deleted, for the tools' background work. */
export function itemsOfTasks(
  db: Db,
  items: readonly { task_id: string; position: number }[],
): Promise<store.ItemOfTask[]> {
  return store.itemsOfTasks(db, items);
}
