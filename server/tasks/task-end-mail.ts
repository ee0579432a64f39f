import { LONG_TASK_MINUTES } from '#contract/limits.ts';
import type { StopReason, TaskStatus } from '#contract/tasks.ts';
import { taskPath, toolOfType } from '#tools/index/tools.ts';
import { wantsLongTaskMail } from '../accounts/profile.ts';
import { addDueMail } from '../auth/one-time/due-mails.ts';
import type { Tx } from '../platform/database/db.ts';
import { claimEndMail } from './store.ts';

/**
 * Makes the mail about the end of a long task due, if its owner wants it, in the transaction that ends the run: a
 * crash before the commit sends none, and one after it loses none. A task gets one mail, however often it is
 * resumed, and none if its owner stopped it.
 */
export async function mailTaskEnd(
  tx: Tx,
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
  await addDueMail(tx, accountId, {
    kind: 'task-ended',
    accountId,
    taskId,
    title: tool?.label ?? task.type,
    path: taskPath({ id: taskId, ...task }) ?? '/dashboard/task-history',
    end: end.stopReason ?? (end.status === 'completed' ? 'completed' : 'failed'),
    total: task.total,
    processed: task.processed,
    found: task.found,
  });
}
