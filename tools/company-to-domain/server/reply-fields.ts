import { MESSAGES } from '#contract/messages.ts';
import { taskMessage } from '#server/tasks/task-message.ts';
import type { TaskRecord, TaskReplyFields } from '#server/tasks/task-tool.ts';

/** Fields of the `company-to-domain` reply: why the task ended. */
export function companyReplyFields(task: TaskRecord): TaskReplyFields {
  const { noResults, completed, failed } = MESSAGES.companies;
  const own = { completed: task.processed === 0 ? noResults : completed(task.total, task.found), failed };
  return { fields: () => ({ message: taskMessage(task, own), timeoutStatus: task.status === 'timeout' }) };
}
