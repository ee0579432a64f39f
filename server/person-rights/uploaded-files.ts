import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PersonalData, PersonalDataDeps } from '../platform/personal-data.ts';
import { taskPage } from '../tasks/task-pages.ts';

const TASKS_PER_STEP = 500;

/** What is stored beside a task. */
export interface AttachedFile {
  taskId: string;
  texts: Record<string, string>;
  accountId: string;
  /** the name of the task */
  within: string | null;
  at: string;
}

/** What tools store beside their tasks and add to the export of an account, such as uploaded files. */
export async function* attachedToTasks(
  deps: PersonalDataDeps,
  personalData: readonly PersonalData[],
): AsyncGenerator<AttachedFile> {
  const { db } = deps.database;
  for (const declared of personalData) {
    if (declared.kind !== 'field' || declared.of !== 'tasks') continue;
    for (let after: string | null = null; ; ) {
      const tasks = await taskPage(db, { after, limit: TASKS_PER_STEP });
      const ids = tasks.map(({ id }) => id);
      const holders = (await declared.among?.(deps, ids)) ?? new Set(ids);
      for (const { id, account_id: accountId, name: within, created_at } of tasks) {
        if (!holders.has(id)) continue;
        const texts = await declared.texts(deps, id);
        yield { taskId: id, texts, accountId, within, at: created_at.toISOString() };
        await nextTurn();
      }
      after = ids.at(-1) ?? after;
      if (ids.length < TASKS_PER_STEP) break;
    }
  }
}
