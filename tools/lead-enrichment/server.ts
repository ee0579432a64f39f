import { CallError } from '#contract/errors.ts';
import { createRateLimiter, type RateLimit } from '#server/http/rate-limit.ts';
import { createSearchTurns } from '#server/http/search-turns.ts';
import { idempotencyClaim } from '#server/idempotency/idempotency.ts';
import { requireList, viewList } from '#server/lists/lists.ts';
import { applyRecipe } from '#server/lists/recipes/apply-recipe.ts';
import { deleteRecipe, saveRecipe, viewRecipes } from '#server/lists/recipes/recipes.ts';
import { toRecipe } from '#server/lists/recipes/to-recipe.ts';
import { deleteAiKey, saveAiKey, viewAiKey } from '#server/lists/steps/ai-keys.ts';
import { setAutoRun } from '#server/lists/steps/auto-runs.ts';
import { deleteListStep, saveListStep } from '#server/lists/steps/change-steps.ts';
import { cellKeeper } from '#server/lists/steps/keep-cells.ts';
import { viewLatestRun } from '#server/lists/steps/latest-run.ts';
import { createCostReader } from '#server/lists/steps/list-costs.ts';
import { openListPort } from '#server/lists/steps/list-port.ts';
import { markWrong } from '#server/lists/steps/mark-wrong.ts';
import { quoteRun } from '#server/lists/steps/quote-run.ts';
import { copyRun, startRun } from '#server/lists/steps/start-run.ts';
import { undoRun } from '#server/lists/steps/undo-run.ts';
import { viewCell } from '#server/lists/steps/view-cell.ts';
import { runHeavy } from '#server/platform/database/database-turns.ts';
import { createTurns } from '#server/platform/turns.ts';
import { replyAccepted } from '#server/tasks/task-reply.ts';
import { resumeTask } from '#server/tasks/task-run.ts';
import { defineTaskTool } from '#server/tasks/task-tool.ts';
import { STEP_TOOLS } from '../index/step-tools.ts';
import type { ServerTool } from '../server-tool.ts';
import { leadEnrichment } from './definition.ts';
import { cellShardKey } from './run.ts';
import { RUN_FILE } from './server/file.ts';
import { serverModel, serviceOptions } from './server/service-options.ts';
import { testStep } from './server/try-step.ts';

const QUOTES: RateLimit = { name: 'list-run-quote', limit: 120, windowMs: 60_000 };
const RUNS: RateLimit = { name: 'list-run', limit: 60, windowMs: 3_600_000 };
const RECIPES: RateLimit = { name: 'list-recipe', limit: 120, windowMs: 60_000 };
const TESTS: RateLimit = { name: 'list-step-test', limit: 30, windowMs: 60_000 };
/** Tests are free, and the server's model is not. */
const MODEL_TESTS: RateLimit = { name: 'list-model-test', limit: 20, windowMs: 86_400_000 };
const KEYS: RateLimit = { name: 'ai-key', limit: 60, windowMs: 3_600_000 };
/** Of one account: one for each tab. */
const WAITING_COSTS = 10;
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
    file: RUN_FILE,
    run: {
      options: serviceOptions,
      openPorts: openListPort,
      uses: STEP_TOOLS.flatMap(({ type, ofTry }) => (ofTry ? [] : [type])),
    },
  }),
  mount(binder, deps) {
    const limiter = createRateLimiter(deps);
    // One of an account at a time: it waits for another service.
    const tests = createTurns({
      atOnce: 1,
      of: 'key',
      maxWaiting: 2,
      refused: () => new CallError('conflict', 'Another test is still waiting for its answer.'),
    });
    const {
      listStepSave,
      listStepDelete,
      listStepTest,
      listAi,
      listRun,
      listRunLatest,
      listRunQuote,
      listCosts,
      listRunResume,
      listRunUndo,
      listSetAutoRun,
      listCell,
      listCellWrong,
      listRecipes,
      listRecipeSave,
      listRecipeFromList,
      listRecipeDelete,
      listRecipeApply,
      aiKey,
      aiKeySave,
      aiKeyDelete,
    } = leadEnrichment.calls;

    binder.signedIn(listStepSave, ({ session, input }) => saveListStep(deps, session.accountId, input));

    binder.signedIn(listStepDelete, ({ session, input }) => deleteListStep(deps, session.accountId, input));

    binder.signedIn(listStepTest, async ({ session: { accountId, apiKey }, input }) => {
      await limiter.take(TESTS, accountId);
      const tested = {
        accountId,
        apiKeyId: apiKey?.id ?? null,
        takeModelTest: () => limiter.take(MODEL_TESTS, accountId),
      };
      return tests.run(accountId, () => testStep(deps, tested, input));
    });

    binder.signedIn(listAi, async ({ session: { accountId } }) => {
      await limiter.take(CELLS, accountId);
      const model = serverModel(deps.config);
      const key = await viewAiKey(deps, accountId);
      return {
        model: model && { name: model.model, price: model.price },
        account: key && { model: key.model },
      };
    });

    binder.signedIn(aiKey, async ({ session: { accountId } }) => {
      await limiter.take(CELLS, accountId);
      return { key: await viewAiKey(deps, accountId) };
    });

    binder.signedIn(aiKeySave, async ({ session: { accountId }, input }) => {
      await limiter.take(KEYS, accountId);
      return { key: await saveAiKey(deps, accountId, input) };
    });

    binder.signedIn(aiKeyDelete, async ({ session: { accountId } }) => {
      await limiter.take(KEYS, accountId);
      await deleteAiKey(deps, accountId);
      return {};
    });

    binder.signedIn(listRecipes, async ({ session: { accountId } }) => {
      await limiter.take(CELLS, accountId);
      return { recipes: await viewRecipes(deps, accountId) };
    });

    binder.signedIn(listRecipeSave, async ({ session: { accountId }, input }) => {
      await limiter.take(RECIPES, accountId);
      return saveRecipe(deps, accountId, input.recipe);
    });

    binder.signedIn(listRecipeFromList, async ({ session: { accountId }, input }) => {
      await limiter.take(RECIPES, accountId);
      const list = await requireList(deps, accountId, input.id);
      return saveRecipe(deps, accountId, toRecipe(list, input.name));
    });

    binder.signedIn(listRecipeDelete, async ({ session: { accountId }, input }) => {
      await limiter.take(RECIPES, accountId);
      await deleteRecipe(deps, accountId, input.recipe);
      return {};
    });

    binder.signedIn(listRecipeApply, async ({ session: { accountId }, input }) => {
      await limiter.take(RECIPES, accountId);
      return applyRecipe(deps, accountId, input);
    });

    binder.signedIn(listSetAutoRun, async ({ session, input }) => {
      await limiter.take(RECIPES, session.accountId);
      return setAutoRun(deps, session, input);
    });

    binder.signedIn(listRunLatest, async ({ session: { accountId }, input }) => {
      await limiter.take(CELLS, accountId);
      await requireList(deps, accountId, input.id);
      return viewLatestRun(deps, accountId, input.id);
    });

    binder.signedIn(listRunQuote, async ({ session: { accountId }, input }) => {
      await limiter.take(QUOTES, accountId);
      const list = await requireList(deps, accountId, input.id);
      return runHeavy(accountId, () => quoteRun(deps, accountId, list, input));
    });

    const costsOf = createCostReader(deps.database.db);
    // While rows change, each of them reads the whole list.
    const reading = createSearchTurns(WAITING_COSTS);
    binder.signedIn(listCosts, async ({ session: { accountId }, input, context }) => {
      await limiter.take(CELLS, accountId);
      await requireList(deps, accountId, input.id);
      return reading.run(
        accountId,
        () => runHeavy(accountId, async () => costsOf(await requireList(deps, accountId, input.id))),
        context.req.raw.signal,
      );
    });

    binder.signedIn(listRun, async (request) => {
      const { session, input, context } = request;
      await limiter.take(RUNS, session.accountId);
      const list = await requireList(deps, session.accountId, input.id);
      const claim = idempotencyClaim(deps, request, listRun.name);
      const { type } = leadEnrichment.task;
      const task = await startRun(deps, session, list, input, { type, claim });
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
      const { list, ...counts } = await runHeavy(accountId, () => undoRun(deps, accountId, input.task));
      return { list: viewList(deps, list), ...counts };
    });

    binder.signedIn(listCellWrong, async ({ session: { accountId }, input }) => {
      await limiter.take(CELLS, accountId);
      return viewList(deps, await markWrong(deps, accountId, input));
    });

    binder.signedIn(listCell, async ({ session: { accountId }, input }) => {
      await limiter.take(CELLS, accountId);
      return viewCell(deps, accountId, input);
    });
  },
};
