import { CallError } from '#contract/errors.ts';
import { lockGateAccount } from '#server/accounts/account.ts';
import { createRateLimiter, type RateLimit } from '#server/http/rate-limit.ts';
import { idempotencyClaim } from '#server/idempotency/idempotency.ts';
import { requireList, viewList } from '#server/lists/lists.ts';
import { findList, storeTable } from '#server/lists/store.ts';
import { runHeavy } from '#server/platform/database/database-turns.ts';
import { transaction } from '#server/platform/database/db.ts';
import { replyAccepted } from '#server/tasks/task-reply.ts';
import { resumeTask } from '#server/tasks/task-run.ts';
import { defineTaskTool } from '#server/tasks/task-tool.ts';
import { STEP_TOOLS } from '../index/step-tools.ts';
import type { ServerTool, ToolDeps } from '../server-tool.ts';
import { leadEnrichment } from './definition.ts';
import { cellShardKey } from './run.ts';
import { deleteStep } from './server/delete-step.ts';
import { cellKeeper } from './server/keep-cells.ts';
import { openListPort } from './server/open-ports.ts';
import { quoteRun } from './server/quote-run.ts';
import { saveStep } from './server/save-step.ts';
import { copyRun, startRun } from './server/start-run.ts';
import { undoRun } from './server/undo-run.ts';
import { viewCell } from './server/view-cell.ts';

const QUOTES: RateLimit = { name: 'list-run-quote', limit: 120, windowMs: 60_000 };
const RUNS: RateLimit = { name: 'list-run', limit: 60, windowMs: 3_600_000 };
const CELLS: RateLimit = { name: 'list-cell', limit: 300, windowMs: 60_000 };

/** The server half of Lead Enrichment: steps of lists, and their runs. */
export const leadEnrichmentServer: ServerTool = {
  definition: leadEnrichment,
  task: defineTaskTool({
    definition: leadEnrichment,
    shardKey: cellShardKey,
    // Each cell is an item of its own. What it costs is in the charges of its tools.
    itemKey: (input) => input,
    attachedTo: copyRun,
    keeper: cellKeeper,
    run: {
      options: () => ({}),
      openPorts: openListPort,
      uses: STEP_TOOLS.map(({ type }) => type),
    },
  }),
  mount(binder, deps) {
    const limiter = createRateLimiter(deps);
    const { listStepSave, listStepDelete, listRun, listRunQuote, listRunResume, listRunUndo, listCell } =
      leadEnrichment.calls;

    binder.signedIn(listStepSave, async ({ session: { accountId }, input }) => {
      const saved = await changeList(deps, accountId, input.id, async (tx, list) => {
        const { step, fields, steps } = saveStep(list, input.step);
        await storeTable(tx, list.id, { fields, steps, at: new Date(deps.clock.now()) });
        return step.id;
      });
      return { list: viewList(deps, saved.list), step: saved.result };
    });

    binder.signedIn(listStepDelete, async ({ session: { accountId }, input }) => {
      const { list } = await changeList(deps, accountId, input.id, (tx, found) =>
        deleteStep(tx, found, input, new Date(deps.clock.now())),
      );
      return viewList(deps, list);
    });

    binder.signedIn(listRunQuote, async ({ session: { accountId }, input }) => {
      await limiter.take(QUOTES, accountId);
      const list = await requireList(deps, accountId, input.id);
      return runHeavy(accountId, () => quoteRun(deps, accountId, list, input));
    });

    binder.signedIn(listRun, async (request) => {
      const { session, input, context } = request;
      await limiter.take(RUNS, session.accountId);
      const list = await requireList(deps, session.accountId, input.id);
      const task = await startRun(deps, session, list, input, idempotencyClaim(deps, request, listRun.name));
      return replyAccepted(context, task, deps.config.TASK_RETENTION_DAYS);
    });

    binder.signedIn(listRunResume, async (request) => {
      const { session, input, context } = request;
      await limiter.take(RUNS, session.accountId);
      const claim = idempotencyClaim(deps, request, listRunResume.name);
      const apiKeyId = session.apiKey?.id ?? null;
      const task = await resumeTask(deps, session.accountId, input.task, claim, { apiKeyId, cap: input.cap });
      return replyAccepted(context, task, deps.config.TASK_RETENTION_DAYS);
    });

    binder.signedIn(listRunUndo, async ({ session: { accountId }, input }) => {
      await limiter.take(RUNS, accountId);
      const { list, cells } = await runHeavy(accountId, () => undoRun(deps, accountId, input.task));
      return { list: viewList(deps, list), cells };
    });

    binder.signedIn(listCell, async ({ session: { accountId }, input }) => {
      await limiter.take(CELLS, accountId);
      return viewCell(deps, accountId, input);
    });
  },
};

/** Locks the account, then changes one of its lists. Returns the list after the change. */
async function changeList<Result>(
  { database, config }: Pick<ToolDeps, 'database' | 'config'>,
  accountId: string,
  id: string,
  work: (
    tx: Parameters<Parameters<typeof transaction>[1]>[0],
    list: NonNullable<Awaited<ReturnType<typeof findList>>>,
  ) => Promise<Result>,
) {
  return transaction(database.db, async (tx) => {
    await lockGateAccount(tx, config, accountId);
    const list = await findList(tx, accountId, id);
    if (!list) throw new CallError('not_found');
    const result = await work(tx, list);
    const changed = await findList(tx, accountId, id);
    if (!changed) throw new CallError('not_found');
    return { list: changed, result };
  });
}
