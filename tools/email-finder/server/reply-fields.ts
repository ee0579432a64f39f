import { taskMessage } from '#server/tasks/task-message.ts';
import type { TaskRecord, TaskReplyFields } from '#server/tasks/task-tool.ts';
import { emailFinder } from '../definition.ts';

/** Fields of the `csv-extraction` reply (spec lead tools §7): why the task ended. */
export function emailReplyFields(task: TaskRecord): TaskReplyFields {
  const { messages } = emailFinder.task;
  return { fields: () => ({ timeout: task.status === 'timeout', message: taskMessage(task, messages) }) };
}
