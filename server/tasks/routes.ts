import { CALLS } from '#contract/calls.ts';
import { CallError } from '#contract/errors.ts';
import { websiteShardKey } from '#tools/website-extraction/shard-key.ts';
import type { Deps } from '../deps.ts';
import type { Binder } from '../http/bind.ts';
import type { Session } from '../http/context.ts';
import { streamText } from '../http/text-stream.ts';
import { claimOf } from '../idempotency/idempotency.ts';
import { answerAtOnce, answerWhenDone, JSON_HEADERS } from './answer.ts';
import { csvFileOf } from './csv-files.ts';
import { rowsPageJson } from './item-store.ts';
import { replyJson } from './results.ts';
import { readUrlItems, startTask } from './start-task.ts';
import { findTask, type TaskRecord, viewTask } from './store.ts';
import { cancelTask, resumeTask } from './task-run.ts';

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
      claim: claimOf(deps, request, CALLS.websiteExtraction.name),
    });
    if (request.respondAsync) return answerAtOnce(request.context, task);
    return answerWhenDone(deps, request.context, task, replyJson);
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
      streamText(request.context, () => file.text(db, task.id)),
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
        claimOf(deps, request, CALLS.taskResume.name),
      ),
    ),
  );
}
