import type { StopReason, TaskStatus } from '#contract/tasks.ts';
import { listsTool, taskPath } from '#tools/index/tools.ts';
import type { Tx } from '../platform/database/db.ts';
import { writeEvent } from '../webhooks/events.ts';
import type { TaskRecord } from './store.ts';
import type { TaskTool } from './task-tool.ts';

/** Tells webhooks how a run of a task ended, in the transaction that ends it. */
export async function tellTaskEnd(
  tx: Tx,
  { keeper }: Pick<TaskTool, 'keeper'>,
  task: TaskRecord,
  { status, stopReason }: { status: TaskStatus; stopReason: StopReason | null },
): Promise<void> {
  const data = {
    taskId: task.id,
    tool: task.type,
    status,
    stopReason,
    total: task.total,
    processed: task.processed,
    found: task.found,
    failed: task.failed,
    creditsUsed: task.credits_used,
    creditsIncluded: task.credits_included,
  };
  const event = {
    accountId: task.account_id,
    taskId: task.id,
    data,
    path: taskPath(task) ?? '/dashboard/task-history',
  };
  const isDone = status === 'completed';
  await writeEvent(tx, { ...event, type: isDone ? 'task.completed' : 'task.stopped' });
  if (!isDone || !keeper) return;
  const listId = await keeper.listOf(tx, task.id);
  if (listId === null) return;
  await writeEvent(tx, {
    ...event,
    type: 'list.run_completed',
    data: { ...data, listId },
    path: `${listsTool().path}/${listId}`,
  });
}
