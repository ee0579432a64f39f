import { LONG_TASK_MINUTES } from '#contract/limits.ts';
import type { StopReason, TaskStatus } from '#contract/tasks.ts';
import { toolOfType } from '#tools/index/tools.ts';
import { wantsLongTaskMail } from '../accounts/profile.ts';
import { openMailQueue } from '../auth/one-time/mail-queue.ts';
import type { Tx } from '../platform/database/db.ts';
import type { Queue } from '../platform/queue/queue.ts';
import { claimEndMail } from './store.ts';

/**
 * Queues the mail about the end of a long task, if its owner wants it, in the transaction that ends the run: a
 * crash before the commit queues none, and one after it loses none. A task gets one mail, however often it is
 * resumed, and none if its owner stopped it.
 */
export async function mailTaskEnd(
  tx: Tx,
  { queue }: { queue: Queue },
  {
    accountId,
    taskId,
    end,
    at,
  }: {
    accountId: string;
    taskId: string;
    end: { status: TaskStatus; stopReason: StopReason | null };
    at: Date;
  },
): Promise<void> {
  if (end.stopReason === 'user' || !(await wantsLongTaskMail(tx, accountId))) return;
  const startedBefore = new Date(at.getTime() - LONG_TASK_MINUTES * 60_000);
  const task = await claimEndMail(tx, taskId, at, startedBefore);
  if (!task) return;
  const tool = toolOfType(task.type);
  const job = {
    kind: 'task-ended' as const,
    accountId,
    taskId,
    title: tool?.label ?? task.type,
    path: tool?.task.opensTasks ? `${tool.path}?task=${taskId}` : '/dashboard/task-history',
    end: end.stopReason ?? (end.status === 'completed' ? ('completed' as const) : ('failed' as const)),
    total: task.total,
    processed: task.processed,
    found: task.found,
  };
  await (await openMailQueue({ queue })).add([{ job }], tx);
}
