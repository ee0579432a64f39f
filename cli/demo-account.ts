import { settleBatch } from '#server/tasks/settle-batch.ts';
import { startTask } from '#server/tasks/start-task.ts';
import { cancelTask } from '#server/tasks/task-run.ts';
import { contactsIn } from '#tools/row-text.ts';
import { taskDefinition } from '#tools/tools.ts';
import { DEMO_TASKS, type DemoTask } from './demo-tasks.ts';

type Deps = Parameters<typeof startTask>[0];

/** Adds the tasks of the demo account, with the charges and counts that real runs have. */
export async function addDemoTasks(deps: Deps, accountId: string): Promise<void> {
  for (const task of DEMO_TASKS) await addTask(deps, accountId, task);
}

async function addTask(deps: Deps, accountId: string, { type, items, done }: DemoTask): Promise<void> {
  const inputs = items.map(({ input }) => input);
  const task = await startTask(deps, { accountId, type, inputs, claim: null });
  const { contactFields } = taskDefinition(type);
  const worked = items.slice(0, done).map(({ row, ...item }, position) => ({
    ...item,
    position,
    row: JSON.stringify(row),
    contacts: contactsIn(row, contactFields),
  }));
  await settleBatch(deps, { taskId: task.id, runNo: task.run_no, items: worked });
  if (done < items.length) await cancelTask(deps, accountId, task.id);
}
