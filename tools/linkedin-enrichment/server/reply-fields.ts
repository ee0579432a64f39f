import { MESSAGES } from '#contract/messages.ts';
import { runSeconds } from '#contract/tasks.ts';
import type { TaskRecord, TaskReplyFields } from '#server/tasks/task-tool.ts';

/** Fields of the `linkedin-enrichment` reply (spec lead tools §7): why the task ended. */
export function linkedinReplyFields(task: TaskRecord): TaskReplyFields {
  return { fields: () => ({ message: messageOf(task), timeoutStatus: task.status === 'timeout' }) };
}

function messageOf(task: TaskRecord): string {
  const { status, stop_reason, found, processed, total } = task;
  if (status === 'completed')
    return processed === 0 ? MESSAGES.linkedin.noResults : MESSAGES.linkedin.completed(total, found);
  if (status === 'timeout') return MESSAGES.extraction.timedOut(runSeconds(task) ?? 0);
  if (stop_reason === 'credits') return MESSAGES.gate.ranOut;
  if (status === 'cancelled') return MESSAGES.extraction.cancelled;
  return status === 'failed' ? MESSAGES.linkedin.failed : MESSAGES.extraction.busy;
}
