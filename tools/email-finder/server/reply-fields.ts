import { MESSAGES } from '#contract/messages.ts';
import { taskMessage } from '#server/tasks/task-message.ts';
import type { TaskRecord, TaskReplyFields } from '#server/tasks/task-tool.ts';

/** Fields of the `csv-extraction` reply (spec lead tools §7): why the task ended. */
export function emailReplyFields(task: TaskRecord): TaskReplyFields {
  const { completed, failed } = MESSAGES.csv;
  const own = { completed: completed(task.found, task.total), failed };
  return { fields: () => ({ timeout: task.status === 'timeout', message: taskMessage(task, own) }) };
}
