import { CALLS } from '#contract/calls.ts';
import { CallError } from '#contract/errors.ts';
import type { StartSave } from '#contract/start-save.ts';
import type { StartWebhook } from '#contract/start-webhook.ts';
import type { TaskSave } from '#contract/task-save.ts';
import { isRunning, type TaskOptions, type TaskType, type TaskView } from '#contract/tasks.ts';
import { findGateAccount } from '../accounts/account.ts';
import { requirePayer } from '../api-keys/payer.ts';
import type { Deps } from '../deps.ts';
import type { Binder } from '../http/bind.ts';
import type { Session } from '../http/context.ts';
import { createRateLimiter, type RateLimit } from '../http/rate-limit.ts';
import { respondInTurn } from '../http/response-end.ts';
import { streamBytes, streamText } from '../http/text-stream.ts';
import { idempotencyClaim, isKeyUsed } from '../idempotency/idempotency.ts';
import { runFor, runHeavy } from '../platform/database/database-turns.ts';
import { assertRoom } from '../platform/disk/disk-space.ts';
import { createTurns, type TurnRule } from '../platform/turns.ts';
import { xlsxFileName } from '../platform/xlsx/xlsx-file.ts';
import { csvFile } from './csv-file.ts';
import { deleteRows, rowsDeleted } from './delete-rows.ts';
import { countFree, hasFreeItems } from './free-items.ts';
import { itemKeys } from './item-keys.ts';
import { ownRowsJson } from './own-rows.ts';
import { type PrepareSaveAgain, retryFailed } from './retry-task.ts';
import { rowsPageJson } from './settled-rows.ts';
import { startTask } from './start-task.ts';
import { findTask, renameTask, type TaskRecord } from './store.ts';
import { FILES, LISTS } from './task-limits.ts';
import { listTasks } from './task-list.ts';
import { JSON_HEADERS, replyAccepted, replyWhenEnded, waitForTask } from './task-reply.ts';
import { cancelTask, resumeTask } from './task-run.ts';
import type { TaskTools } from './task-tool.ts';
import { viewTasks } from './view-tasks.ts';
import { liveWorkers } from './workers.ts';

/** Enough for a user who types a list. */
const QUOTES: RateLimit = { name: 'task-quote', limit: 120, windowMs: 60_000 };
/** Enough for a user who opens one task after another. A page takes two. */
const OWN_ROWS: RateLimit = { name: 'task-own-rows', limit: 120, windowMs: 60_000 };
const tooMany = (what: string) => () =>
  new CallError('rate_limited', `Too many ${what} are waiting. Try again when they are done.`, {
    retryAfterSeconds: 1,
  });
/** An uploaded file of up to 50 MB is in memory while its rows are read. */
const OWN_ROWS_TURNS: TurnRule = { atOnce: 1, of: 'key', maxWaiting: 10, refused: tooMany('requests') };
/** A slow download shouldn't keep the next one waiting. */
const FILE_TURNS: TurnRule = { atOnce: 2, of: 'key', maxWaiting: 10, refused: tooMany('files') };

/** Of a request with a tool's sample. */
const SAMPLE_MAX_BYTES = 4096;

/** Says how the results of a task that starts get to a list when it ends. Throws CallError if they can't. */
type PrepareSave = (
  accountId: string,
  task: { type: TaskType; options: TaskOptions },
  saveTo: StartSave,
) => Promise<TaskSave>;

/** Starts tasks and shows them to their owner. For anyone else they don't exist. */
export function mountTasks(
  binder: Binder,
  deps: Deps & { taskTools: TaskTools },
  {
    prepareSave,
    prepareSaveAgain,
  }: {
    prepareSave: PrepareSave;
    /** the same for a task with items of an earlier one, to the list of this one */
    prepareSaveAgain: PrepareSaveAgain;
  },
): void {
  const { db } = deps.database;
  const limiter = createRateLimiter(deps);
  const ownRowsTurns = createTurns(OWN_ROWS_TURNS);
  const fileTurns = createTurns(FILE_TURNS);
  const days = deps.config.TASK_RETENTION_DAYS;

  async function ownTask({ accountId }: Session, id: string): Promise<TaskRecord> {
    const task = await findTask(db, accountId, id);
    if (!task) throw new CallError('not_found');
    return task;
  }

  async function view(task: TaskRecord): Promise<TaskView> {
    const [seen] = await viewTasks(deps, [task]);
    if (!seen) throw new Error('A task has a view.');
    return seen;
  }

  for (const tool of deps.taskTools.values()) {
    const { start, accept } = tool;
    if (!start || !accept) continue;
    binder.signedIn(
      start,
      async (request) => {
        const { respondAsync, context, session } = request;
        const list = await accept(deps, request.input);
        const { inputs, keys, name = null, attach, attachedBytes = 0, fingerprint, options = {} } = list;
        // Hashing a large input is worth it only if there is a key to compare.
        const input = request.idempotencyKey !== null && fingerprint ? await fingerprint() : request.input;
        const { webhook, cap, saveTo } = request.input as {
          webhook?: StartWebhook;
          cap?: number;
          saveTo?: StartSave;
        };
        const { accountId } = session;
        const { type } = tool.definition.task;
        const task = await startTask(deps, {
          accountId,
          apiKeyId: session.apiKey?.id ?? null,
          type,
          inputs,
          keys,
          name,
          options,
          webhook,
          cap,
          prepareSave: saveTo && (() => prepareSave(accountId, { type, options }, saveTo)),
          claim: idempotencyClaim(deps, { ...request, input }, start.name),
          ...(attach ? { attach, attachedBytes } : {}),
          // A synchronous caller doesn't wait for retries (docs/deviations.md 14).
          mayWait: respondAsync,
        });
        return respondAsync
          ? replyAccepted(context, task, days)
          : replyWhenEnded(deps, context, task, tool.replyFields);
      },
      {
        // Before the body is read: without access, an upload costs the server nothing. A repeated request
        // gets its earlier task, even if its credits are spent.
        admit: async ({ session: { accountId, apiKey }, idempotencyKey: key, bodyBytes }) => {
          const call = start.name;
          if (key !== null && (await isKeyUsed(db, { accountId, call, key }))) return;
          assertRoom(deps.database.space);
          // It may be the sample, which every account may run. The start checks the access again.
          if (tool.definition.task.sample && bodyBytes !== null && bodyBytes <= SAMPLE_MAX_BYTES) return;
          // Whether all of the list is free is known only once it is read.
          const now = new Date(deps.clock.now());
          const free = await hasFreeItems(db, accountId, tool, now);
          const account = await findGateAccount(db, deps.config, accountId);
          await requirePayer(db, deps, { account, apiKeyId: apiKey?.id ?? null }, { free });
        },
      },
    );
  }

  binder.signedIn(CALLS.tasks, async ({ session: { accountId }, input }) => {
    await limiter.take(LISTS, accountId);
    // A search reads a text of every task.
    const found = await (input.search ? runHeavy : runFor)(accountId, () =>
      listTasks(db, deps.taskTools, accountId, input),
    );
    return { count: found.count, next: found.next, tasks: await viewTasks(deps, found.tasks) };
  });

  binder.signedIn(CALLS.task, async ({ session, input, context }) => {
    const found = await ownTask(session, input.id);
    const task = await waitForTask(deps, found, input.wait, context.req.raw.signal);
    const no_worker = isRunning(task.status) && (await liveWorkers(db)).length === 0;
    return { ...(await view(task)), ...(no_worker ? { no_worker } : {}) };
  });

  binder.signedIn(CALLS.taskRows, async (request) => {
    const { id, after, limit } = request.input;
    const { type } = await ownTask(request.session, id);
    const keyOf = itemKeys(type, deps.taskTools.get(type));
    return new Response(await rowsPageJson(deps, id, keyOf, { after, limit }), { headers: JSON_HEADERS });
  });

  binder.signedIn(CALLS.taskOwnRows, async ({ session, input, context }) => {
    const { accountId } = session;
    await limiter.take(OWN_ROWS, accountId);
    const { id, after, limit } = input;
    const { type } = await ownTask(session, id);
    const tool = deps.taskTools.get(type);
    if (!tool) throw new CallError('not_found');
    return respondInTurn(
      ownRowsTurns,
      accountId,
      context,
      async () =>
        new Response(
          runHeavy(accountId, () => streamText(context, () => ownRowsJson(deps, id, tool, { after, limit }))),
          { headers: JSON_HEADERS },
        ),
    );
  });

  binder.signedIn(CALLS.taskCsv, async (request) => {
    await limiter.take(FILES, request.session.accountId);
    const task = await ownTask(request.session, request.input.id);
    if (task.rows_deleted_at) throw rowsDeleted(task.rows_deleted_at);
    const tool = deps.taskTools.get(task.type);
    if (!tool) throw new CallError('not_found');
    const date = new Date(deps.clock.now()).toISOString().slice(0, 10);
    const name = tool.definition.task.csv.fileName(date);
    const isWorkbook = request.input.format === 'xlsx';
    const { accountId } = request.session;
    return respondInTurn(fileTurns, accountId, request.context, async () => {
      // A filter may read the own columns of the list.
      const file = await runHeavy(accountId, () => csvFile(deps, task, tool, request.input));
      return new Response(
        runHeavy(accountId, () => streamBytes(request.context, file.bytes)),
        {
          headers: {
            'Content-Type': file.type,
            'Content-Disposition': `attachment; filename="${isWorkbook ? xlsxFileName(name) : name}"`,
            'Cache-Control': 'no-store',
          },
        },
      );
    });
  });

  binder.signedIn(CALLS.taskCancel, async (request) =>
    view(await cancelTask(deps, request.session.accountId, request.input.id)),
  );

  binder.signedIn(CALLS.taskDeleteRows, async (request) =>
    view(await deleteRows(deps, request.session.accountId, request.input.id)),
  );

  binder.signedIn(CALLS.taskRename, async (request) => {
    const task = await renameTask(db, request.session.accountId, request.input);
    if (!task) throw new CallError('not_found');
    return view(task);
  });

  binder.signedIn(CALLS.taskRetry, async (request) => {
    const { id, selected, cap, saveTo } = request.input;
    const { accountId, apiKey } = request.session;
    const task = await retryFailed(deps, id, {
      accountId,
      apiKeyId: apiKey?.id ?? null,
      claim: idempotencyClaim(deps, request, CALLS.taskRetry.name),
      selected,
      cap,
      prepareSave: async (earlier, list) => {
        if (saveTo === null) return null;
        return saveTo ? prepareSave(accountId, earlier, saveTo) : prepareSaveAgain(earlier, list);
      },
    });
    return view(task);
  });

  binder.signedIn(CALLS.taskRepeats, async ({ session: { accountId }, input }) => {
    await limiter.take(QUOTES, accountId);
    const tool = deps.taskTools.get(input.type);
    if (!tool) throw new CallError('not_found');
    return runHeavy(accountId, () => countFree(deps, accountId, tool, input.items));
  });

  binder.signedIn(CALLS.taskResume, async (request) =>
    view(
      await resumeTask(
        deps,
        request.session.accountId,
        request.input.id,
        idempotencyClaim(deps, request, CALLS.taskResume.name),
        { apiKeyId: request.session.apiKey?.id ?? null, cap: request.input.cap },
      ),
    ),
  );
}
