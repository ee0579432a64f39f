import { setTimeout as delay } from 'node:timers/promises';
import type { Context } from 'hono';
import { CALLS } from '#contract/calls.ts';
import { isRunning } from '#contract/tasks.ts';
import type { Deps } from '../deps.ts';
import type { AppEnv } from '../http/context.ts';
import { keepAliveUntilEnded } from '../http/json-keep-alive.ts';
import { streamText } from '../http/text-stream.ts';
import { pathLike } from '../http/versioned-path.ts';
import { rowsJson } from './results.ts';
import { findTask, type TaskRecord } from './store.ts';
import type { TaskReplyFields, TaskTool } from './task-tool.ts';
import { viewTask } from './task-view.ts';

/** How often a synchronous call checks its task. */
const POLL_MS = 250;

export const JSON_HEADERS = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' };

/** 202 with the task, for `Prefer: respond-async`. */
export function replyAccepted(
  context: Context<AppEnv>,
  task: TaskRecord,
  retentionDays: number | undefined,
): Response {
  return context.json(viewTask(task, retentionDays), 202, {
    'Preference-Applied': 'respond-async',
    // Where the status is (RFC 9110, 15.3.3).
    Location: `${pathLike(context.req.raw, CALLS.task)}?id=${task.id}`,
  });
}

/** The task when it has ended, or as it is after `seconds`. It waits less if the client disconnects or the server stops. */
export async function waitForTask(
  deps: Pick<Deps, 'database' | 'stopping' | 'testing'>,
  started: TaskRecord,
  seconds: number,
  signal: AbortSignal,
): Promise<TaskRecord> {
  const ended = AbortSignal.any([signal, deps.stopping]);
  let task = started;
  for (let left = seconds * 1000; left > 0 && isRunning(task.status) && !ended.aborted; ) {
    // Longer waits ask less often.
    const pause = Math.min(left, deps.testing?.pollMs ?? Math.max(POLL_MS, (seconds * 1000 - left) / 20));
    await delay(pause, undefined, { signal: ended }).catch(() => {});
    left -= pause;
    task = (await findTask(deps.database.db, started.account_id, started.id)) ?? task;
  }
  return task;
}

/** 200 with the whole result, streamed when the task has ended. */
export function replyWhenEnded(
  deps: Deps,
  context: Context<AppEnv>,
  task: TaskRecord,
  replyFields: TaskTool['replyFields'],
): Response {
  const body = streamText(context, (signal) => waitAndReply(deps, task, replyFields, signal));
  return new Response(body, { headers: JSON_HEADERS });
}

/**
 * Waits for the end of a task, then yields its result. If the client disconnects, the wait ends and the task
 * continues. If the server stops, the reply contains the rows so far and the task continues after the
 * restart.
 */
async function* waitAndReply(
  deps: Deps,
  started: TaskRecord,
  replyFields: TaskTool['replyFields'],
  signal: AbortSignal,
): AsyncGenerator<string> {
  const waiting = {
    first: started as TaskRecord | undefined,
    poll: () => findTask(deps.database.db, started.account_id, started.id),
    isPending: (task: TaskRecord | undefined) =>
      task !== undefined && isRunning(task.status) && !deps.stopping.aborted,
    delayMs: () => deps.testing?.pollMs ?? POLL_MS,
  };
  const ended = yield* keepAliveUntilEnded(waiting, signal);
  // A stop can come while a poll reads, and the worker has stored its last results before.
  const task = ended && isRunning(ended.status) ? ((await waiting.poll()) ?? ended) : ended;
  if (task) yield* taskReplyJson(deps, task, replyFields(task));
}

/**
 * The text of a JSON object: the settled rows of a task, what every reply reports of it, and the tool's own
 * fields. `success` and `stop_reason` report whether it stopped early.
 */
async function* taskReplyJson(
  deps: Pick<Deps, 'database' | 'secrets' | 'clock'>,
  task: TaskRecord,
  { onRow, fields }: TaskReplyFields,
): AsyncGenerator<string> {
  yield '{"results":';
  yield* rowsJson(deps, task.id, onRow);
  const startedAt = (task.started_at ?? task.created_at).getTime();
  const rest = {
    success: task.status === 'completed' || task.status === 'timeout',
    processed: task.processed,
    total: task.total,
    ...fields(),
    processingTimeMs: Math.max(0, (task.finished_at?.getTime() ?? deps.clock.now()) - startedAt),
    task_id: task.id,
    stop_reason: task.stop_reason,
  };
  yield `,${JSON.stringify(rest).slice(1)}`;
}
