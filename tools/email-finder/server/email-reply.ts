import { MESSAGES } from '#contract/messages.ts';
import { rowsJson } from '#server/tasks/results.ts';
import type { TaskRecord } from '#server/tasks/store.ts';
import type { TaskReplyDeps } from '#server/tasks/task-tool.ts';

/**
 * The reply of a synchronous `csv-extraction` (spec lead tools §7) as the text of a JSON object. `success`, `timeout`, `message`
 * and `stop_reason` say why a task stopped early.
 */
export async function* emailReplyJson(
  { database: { db }, clock }: TaskReplyDeps,
  task: TaskRecord,
): AsyncGenerator<string> {
  yield '{"results":';
  yield* rowsJson(db, task.id);
  const began = (task.started_at ?? task.created_at).getTime();
  const rest = {
    success: task.status === 'completed' || task.status === 'timeout',
    processed: task.processed,
    total: task.total,
    timeout: task.status === 'timeout',
    message: messageOf(task),
    processingTimeMs: Math.max(0, (task.finished_at?.getTime() ?? clock.now()) - began),
    task_id: task.id,
    stop_reason: task.stop_reason,
  };
  yield `,${JSON.stringify(rest).slice(1)}`;
}

function messageOf({ status, stop_reason, found, total }: TaskRecord): string {
  if (status === 'completed') return MESSAGES.csv.completed(found, total);
  if (status === 'timeout') return MESSAGES.extraction.timedOut;
  if (stop_reason === 'credits') return MESSAGES.gate.ranOut;
  if (status === 'cancelled') return MESSAGES.extraction.cancelled;
  return status === 'failed' ? MESSAGES.csv.failed : MESSAGES.extraction.busy;
}
