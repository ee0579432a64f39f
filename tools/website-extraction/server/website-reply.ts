import { rowsJson } from '#server/tasks/results.ts';
import type { TaskRecord } from '#server/tasks/store.ts';
import type { TaskReplyDeps } from '#server/tasks/task-tool.ts';

/**
 * The reply of a synchronous `website-extraction` (spec lead tools §7) as the text of a JSON object. `success`, `timeoutStatus`
 * and `stop_reason` say why a task stopped early; the rows so far are included.
 */
export async function* websiteReplyJson(
  { database: { db }, clock }: TaskReplyDeps,
  task: TaskRecord,
): AsyncGenerator<string> {
  const errors: { url: string; error: unknown }[] = [];
  yield '{"results":';
  yield* rowsJson(db, task.id, ({ input, failed, row }) => {
    if (failed) errors.push({ url: input, error: (JSON.parse(row) as { error?: unknown }).error ?? '' });
  });
  const began = (task.started_at ?? task.created_at).getTime();
  const rest = {
    success: task.status === 'completed' || task.status === 'timeout',
    processed: task.processed,
    total: task.total,
    errors,
    timeoutStatus: task.status === 'timeout',
    processingTimeMs: Math.max(0, (task.finished_at?.getTime() ?? clock.now()) - began),
    task_id: task.id,
    stop_reason: task.stop_reason,
  };
  yield `,${JSON.stringify(rest).slice(1)}`;
}
