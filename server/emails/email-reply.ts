import { MESSAGES } from '#contract/messages.ts';
import type { TaskReply } from '../tasks/answer.ts';
import { rowsJson } from '../tasks/results.ts';

/**
 * The reply of a synchronous `csv-extraction` (spec lead tools §7) as the text of a JSON object; what stopped it early is told by
 * `success`, `timeout`, `message` and `stop_reason`.
 */
export const emailReplyJson: TaskReply = async function* ({ database: { db }, clock }, task) {
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
};

function messageOf({ status, stop_reason, found, total }: Parameters<TaskReply>[1]): string {
  if (status === 'completed') return MESSAGES.csv.completed(found, total);
  if (status === 'timeout') return MESSAGES.extraction.timedOut;
  if (stop_reason === 'credits') return MESSAGES.gate.ranOut;
  if (status === 'cancelled') return MESSAGES.extraction.cancelled;
  return status === 'failed' ? MESSAGES.csv.failed : MESSAGES.extraction.busy;
}
