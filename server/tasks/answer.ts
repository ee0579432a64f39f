import { setTimeout as delay } from 'node:timers/promises';
import type { Context } from 'hono';
import { isRunning } from '#contract/tasks.ts';
import type { Deps } from '../deps.ts';
import type { AppEnv } from '../http/context.ts';
import { streamText } from '../http/text-stream.ts';
import { findTask, type TaskRecord, viewTask } from './store.ts';

/** How often a synchronous call looks at its task. */
const LOOK_MS = 250;
/** Between two signs of life to a client that waits: less than what the proxies between us give up after. */
const WHITE_SPACE_MS = 15_000;

export const JSON_HEADERS = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' };

/** A tool call's reply: the text of a JSON object, of a task that has ended or not. */
export type TaskReply = (deps: Deps, task: TaskRecord) => AsyncIterable<string>;

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
 * Waits for a task's end and gives its whole result. White space comes before it: Node's fetch gives up without headers after
 * 300 s, and JSON allows it. A client that hangs up ends the waiting, not the task; a server that stops answers with what
 * there is by then, and the task goes on when it is back.
 */
async function* waitAndReply(
  deps: Deps,
  started: TaskRecord,
  reply: TaskReply,
  signal: AbortSignal,
): AsyncGenerator<string> {
  yield '\n';
  let task: TaskRecord | undefined = started;
  let silentMs = 0;
  while (task && isRunning(task.status) && !deps.stopping.aborted) {
    await delay(LOOK_MS, undefined, { signal });
    silentMs += LOOK_MS;
    if (silentMs >= WHITE_SPACE_MS) {
      silentMs = 0;
      yield '\n';
    }
    task = await findTask(deps.database.db, started.account_id, started.id);
  }
  if (task) yield* reply(deps, task);
}
