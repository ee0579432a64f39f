import { setTimeout as delay } from 'node:timers/promises';
import { CALLS } from '#contract/calls.ts';
import { CallError } from '#contract/errors.ts';
import { isRunning } from '#contract/tasks.ts';
import { websiteShardKey } from '#tools/website-extraction/shard-key.ts';
import type { Deps } from '../deps.ts';
import type { Binder, SignedInRequest } from '../http/bind.ts';
import type { Session } from '../http/context.ts';
import { streamText } from '../http/text-stream.ts';
import type { KeyClaim } from './idempotency.ts';
import { rowsPageJson } from './item-store.ts';
import { csvFileOf, csvText, replyJson } from './results.ts';
import { hashRequest, readUrlItems, startTask } from './start-task.ts';
import { findTask, type TaskRecord, viewTask } from './store.ts';
import { cancelTask, resumeTask } from './task-run.ts';

/** How often a synchronous call looks at its task. */
const LOOK_MS = 250;
/** Between two signs of life to a client that waits: less than what the proxies between us give up after. */
const WHITE_SPACE_MS = 15_000;

/** Starts tasks, and tells their owner how they stand; to anyone else they do not exist. */
export function mountTasks(binder: Binder, deps: Deps): void {
  const { db } = deps.database;

  async function ownTask({ accountId }: Session, id: string): Promise<TaskRecord> {
    const task = await findTask(db, accountId, id);
    if (!task) throw new CallError('not_found');
    return task;
  }

  binder.signedIn(CALLS.websiteExtraction, async (request) => {
    const inputs = await readUrlItems(request.input.urls);
    const task = await startTask(deps, {
      accountId: request.session.accountId,
      type: 'website-extraction',
      inputs,
      shardKey: websiteShardKey,
      claim: claimOf(request, CALLS.websiteExtraction.name),
    });
    if (request.respondAsync) {
      return request.context.json(viewTask(task), 202, { 'Preference-Applied': 'respond-async' });
    }
    const reply = streamText(request.context, (signal) => waitAndReply(deps, task, signal));
    return new Response(reply, { headers: JSON_HEADERS });
  });

  binder.signedIn(CALLS.task, async ({ session, input }) => viewTask(await ownTask(session, input.id)));

  binder.signedIn(CALLS.taskRows, async (request) => {
    const { id, after, limit } = request.input;
    await ownTask(request.session, id);
    return new Response(await rowsPageJson(db, id, { after, limit }), { headers: JSON_HEADERS });
  });

  binder.signedIn(CALLS.taskCsv, async (request) => {
    const task = await ownTask(request.session, request.input.id);
    const file = csvFileOf(task.type);
    if (!file) throw new CallError('not_found');
    return new Response(
      streamText(request.context, () => csvText(db, task.id, file.columns)),
      {
        headers: {
          'Content-Type': 'text/csv; charset=utf-8',
          'Content-Disposition': `attachment; filename="${file.name}"`,
          'Cache-Control': 'no-store',
        },
      },
    );
  });

  binder.signedIn(CALLS.taskCancel, async (request) =>
    viewTask(await cancelTask(deps, request.session.accountId, request.input.id)),
  );

  binder.signedIn(CALLS.taskResume, async (request) =>
    viewTask(
      await resumeTask(
        deps,
        request.session.accountId,
        request.input.id,
        claimOf(request, CALLS.taskResume.name),
      ),
    ),
  );

  function claimOf(
    request: Pick<SignedInRequest<typeof CALLS.task>, 'idempotencyKey' | 'session'> & { input: unknown },
    call: string,
  ): KeyClaim | null {
    if (request.idempotencyKey === null) return null;
    return {
      accountId: request.session.accountId,
      call,
      key: request.idempotencyKey,
      requestHash: hashRequest(request.input),
      at: new Date(deps.clock.now()),
    };
  }
}

const JSON_HEADERS = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' };

/**
 * Waits for a task's end and gives its whole result. White space comes before it: Node's fetch gives up without headers after
 * 300 s, and JSON allows it. A client that hangs up ends the waiting, not the task; a server that stops answers with what
 * there is by then, and the task goes on when it is back.
 */
async function* waitAndReply(deps: Deps, started: TaskRecord, signal: AbortSignal): AsyncGenerator<string> {
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
  if (task) yield* replyJson(deps, task);
}
