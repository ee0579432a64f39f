import type { Context } from 'hono';
import { isRunning } from '#contract/tasks.ts';
import type { Deps } from '../deps.ts';
import type { AppEnv } from '../http/context.ts';
import { keepAliveUntilEnded } from '../http/json-keep-alive.ts';
import { streamText } from '../http/text-stream.ts';
import { findTask, type TaskRecord, viewTask } from './store.ts';
import type { TaskTool } from './task-tool.ts';

/** How often a synchronous call looks at its task. */
const LOOK_MS = 250;

export const JSON_HEADERS = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' };

/** A tool call's reply: the text of a JSON object, of a task that has ended or not. */
export type TaskReply = TaskTool['reply'];

/** Answers 202 with the task, to whom `Prefer: respond-async` asked for that. */
export function answerAtOnce(context: Context<AppEnv>, task: TaskRecord): Response {
  return context.json(viewTask(task), 202, { 'Preference-Applied': 'respond-async' });
}

/** Answers with the whole result when the task has ended. */
export function answerWhenDone(
  deps: Deps,
  context: Context<AppEnv>,
  task: TaskRecord,
  reply: TaskReply,
): Response {
  const body = streamText(context, (signal) => waitAndReply(deps, task, reply, signal));
  return new Response(body, { headers: JSON_HEADERS });
}

/**
 * Waits for a task's end and gives its whole result. A client that hangs up ends the waiting, not the task; a server that stops answers
 * with what there is by then, and the task goes on when it is back.
 */
async function* waitAndReply(
  deps: Deps,
  started: TaskRecord,
  reply: TaskReply,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const waiting = {
    first: started as TaskRecord | undefined,
    look: () => findTask(deps.database.db, started.account_id, started.id),
    goesOn: (task: TaskRecord | undefined) =>
      task !== undefined && isRunning(task.status) && !deps.stopping.aborted,
    lookMs: () => LOOK_MS,
  };
  const task = yield* keepAliveUntilEnded(waiting, signal);
  if (task) yield* reply(deps, task);
}
