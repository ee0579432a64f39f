import { BUDGET_SPENT } from '#contract/api-keys.ts';
import { MESSAGES } from '#contract/messages.ts';
import { runSeconds } from '#contract/tasks.ts';
import type { TaskRecord, TaskReplyFields } from '#server/tasks/task-tool.ts';

/** Fields of the `csv-extraction` reply (spec lead tools §7): why the task ended. */
export function emailReplyFields(task: TaskRecord): TaskReplyFields {
  return { fields: () => ({ timeout: task.status === 'timeout', message: messageOf(task) }) };
}

function messageOf(task: TaskRecord): string {
  const { status, stop_reason, found, total } = task;
  if (status === 'completed') return MESSAGES.csv.completed(found, total);
  if (status === 'timeout') return MESSAGES.extraction.timedOut(runSeconds(task) ?? 0);
  if (stop_reason === 'credits') return MESSAGES.gate.ranOut;
  if (stop_reason === 'budget') return BUDGET_SPENT;
  if (status === 'cancelled') return MESSAGES.extraction.cancelled;
  return status === 'failed' ? MESSAGES.csv.failed : MESSAGES.extraction.busy;
}
