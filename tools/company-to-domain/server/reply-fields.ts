import { BUDGET_SPENT } from '#contract/api-keys.ts';
import { MESSAGES } from '#contract/messages.ts';
import { runSeconds } from '#contract/tasks.ts';
import type { TaskRecord, TaskReplyFields } from '#server/tasks/task-tool.ts';

/** Fields of the `company-to-domain` reply: why the task ended. */
export function companyReplyFields(task: TaskRecord): TaskReplyFields {
  return { fields: () => ({ message: messageOf(task), timeoutStatus: task.status === 'timeout' }) };
}

function messageOf(task: TaskRecord): string {
  const { status, stop_reason, found, processed, total } = task;
  if (status === 'completed')
    return processed === 0 ? MESSAGES.companies.noResults : MESSAGES.companies.completed(total, found);
  if (status === 'timeout') return MESSAGES.extraction.timedOut(runSeconds(task) ?? 0);
  if (stop_reason === 'credits') return MESSAGES.gate.ranOut;
  if (stop_reason === 'budget') return BUDGET_SPENT;
  if (status === 'cancelled') return MESSAGES.extraction.cancelled;
  return status === 'failed' ? MESSAGES.companies.failed : MESSAGES.extraction.busy;
}
