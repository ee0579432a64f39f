import type { InputOf } from '#contract/call.ts';
import type { LIST_STEP_CALLS, StepTest } from '#contract/calls/list-step-calls.ts';
import { CallError } from '#contract/errors.ts';
import type { StepTry } from '#contract/list-steps.ts';
import { isServersModel } from '#engines/list-steps/prepare-prompt.ts';
import type { PreparedRequest } from '#engines/list-steps/prepare-request.ts';
import { findGateAccount } from '#server/accounts/account.ts';
import { requirePayer } from '#server/api-keys/payer.ts';
import { listFields } from '#server/lists/list-fields.ts';
import { requireList } from '#server/lists/lists.ts';
import { rowsById } from '#server/lists/row-steps.ts';
import { checkRows, shownPages } from '#server/lists/shown-rows.ts';
import { openAiKey } from '#server/lists/steps/ai-keys.ts';
import { draftSecrets } from '#server/lists/steps/step-secrets.ts';
import { storedTemplates } from '#server/lists/steps/stored-templates.ts';
import { OPTED_OUT } from '#server/opt-outs/contact-check.ts';
import { withoutOptedOut } from '#server/tasks/opted-out-rows.ts';
import { tryTool } from '../../index/step-tools.ts';
import { outputValues } from '../../list-tool/output-values.ts';
import type { ToolDeps } from '../../server-tool.ts';
import type { StepTool, TryTool } from '../../tool.ts';
import { createServiceSender } from '../net/service-sender.ts';
import { createAiTool } from '../run/ai-tool.ts';
import { ask, type RequestRow, type StepSecret } from '../run/request-tool.ts';
import { aiStep, requestStep } from '../step.ts';
import { serviceOptions } from './service-options.ts';

const LIMIT_MS = 30_000;
/** A model takes longer, and may read a website first. */
const MODEL_LIMIT_MS = 90_000;

interface Tested {
  accountId: string;
  apiKeyId: string | null;
  /** Counts a test that the server's model answers. Throws `rate_limited`. */
  takeModelTest(): Promise<void>;
}

interface Answer {
  row: RequestRow;
  found: boolean;
  failed: boolean;
  sent: string | null;
}

/**
 * Sends the request or prompt of a draft for one row. Nothing is stored. Throws `validation_failed` for one that can't be sent,
 * `unprocessable` for a list or row without what it needs, `access_denied` without credits for the server's model, and
 * `not_found`.
 */
export async function testStep(
  deps: ToolDeps,
  { accountId, apiKeyId, takeModelTest }: Tested,
  input: InputOf<typeof LIST_STEP_CALLS.listStepTest>,
): Promise<StepTest> {
  const list = await requireList(deps, accountId, input.id);
  const values = await rowValues(deps, list, input.row);
  const { draft, secrets } = await draftSecrets(deps, { listId: list.id, accountId }, input.step);
  const stored = storedTemplates(draft, listFields(list));
  const wanted = stored.kind === 'tool' ? stored.tries[input.try] : undefined;
  const step = [requestStep, aiStep].find(({ type }) => type === wanted?.tool);
  const tool = step && wanted ? tryTool(wanted) : undefined;
  if (!step || !wanted || !tool)
    throw new CallError('validation_failed', 'Only requests and prompts can be tested.');
  if (tool.problem !== null) throw new CallError('validation_failed', tool.problem);
  const [item] = tool.items(values);
  if (item === undefined) throw new CallError('unprocessable', `${tool.missing}.`);
  if (needsServerModel(wanted)) {
    const { db } = deps.database;
    const account = await findGateAccount(db, deps.config, accountId);
    await requirePayer(db, deps, { account, apiKeyId }, { free: false });
    await takeModelTest();
  }
  const ms = step === aiStep ? MODEL_LIMIT_MS : LIMIT_MS;
  const limit = AbortSignal.timeout(ms);
  const signal = AbortSignal.any([deps.stopping, limit]);
  try {
    const answer = await (step === aiStep ? askModel : askService)(deps, item, {
      accountId,
      secrets,
      signal,
    });
    return await viewAnswer(deps, step, tool, answer);
  } catch (error) {
    if (!limit.aborted) throw error;
    throw new CallError('unprocessable', `The service didn’t answer within ${ms / 1000} seconds.`);
  }
}

function needsServerModel({ ai }: StepTry): boolean {
  return ai !== undefined && isServersModel(ai);
}

interface Asked {
  accountId: string;
  secrets: Record<string, StepSecret>;
  signal: AbortSignal;
}

async function askService(deps: ToolDeps, item: string, asked: Asked): Promise<Answer> {
  const sender = createServiceSender(serviceOptions(deps.config));
  try {
    const { accountId: owner, secrets, signal } = asked;
    const request = JSON.parse(item) as PreparedRequest;
    return { ...(await ask(sender, request, { secrets, owner, signal })), sent: null };
  } finally {
    await sender.close();
  }
}

async function askModel(
  deps: ToolDeps,
  item: string,
  { accountId, secrets, signal }: Asked,
): Promise<Answer> {
  let sent: string | null = null;
  const onSent = (prompt: string) => {
    sent = prompt;
  };
  const model = createAiTool(
    { ...serviceOptions(deps.config), onSent },
    {
      secrets: async () => secrets,
      accountModel: () => openAiKey(deps.database.db, deps.secrets, accountId),
      // A test is one request of no run.
      limits: { within: async (_limit, _most, send) => (await send()).answer },
    },
  );
  try {
    const items = [{ position: 0, input: item }];
    for await (const outcome of model.run(items, signal, { owner: accountId }))
      return { row: outcome.row, found: outcome.found, failed: outcome.failed, sent };
    signal.throwIfAborted();
    throw new Error('The model returned no result.');
  } finally {
    await model.close();
  }
}

/** What a person sees of an answer: nothing about people who opted out. */
async function viewAnswer(
  deps: ToolDeps,
  step: StepTool,
  { fields }: TryTool,
  { row: answered, found, failed, sent }: Answer,
): Promise<StepTest> {
  const [checked] = await withoutOptedOut(deps, step.type, [
    { input: '', row: JSON.stringify(answered), found, failed },
  ]);
  if (!checked || checked.optedOut)
    return { found: false, text: OPTED_OUT, values: {}, evidence: [], sent: null };
  const row = JSON.parse(checked.row) as RequestRow;
  const outputs = fields.map(({ field }) => ({ field, column: field }));
  return {
    found,
    text: row.explanation,
    values: outputValues({ outputs }, [{ tool: step.type, accepted: true, row }], () => step),
    evidence: row.evidence.map(({ text }) => text),
    sent: await shownPrompt(deps, step, sent),
  };
}

/** The prompt, unless the text of the website names someone who opted out. */
async function shownPrompt(deps: ToolDeps, step: StepTool, sent: string | null): Promise<string | null> {
  if (sent === null) return null;
  const [checked] = await withoutOptedOut(deps, step.type, [
    { input: '', row: JSON.stringify({ sent }), found: true, failed: false },
  ]);
  return checked?.optedOut === null ? sent : OPTED_OUT;
}

/** The values of a row, or of the first one. */
async function rowValues(
  deps: ToolDeps,
  list: Awaited<ReturnType<typeof requireList>>,
  row: number | undefined,
): Promise<Readonly<Record<string, string>>> {
  if (row !== undefined) {
    const { shown } = await checkRows(deps, list, await rowsById(deps.database.db, list.id, [row]));
    if (!shown[0]) throw new CallError('not_found');
    return shown[0].cells;
  }
  for await (const [first] of shownPages(deps, list, { search: '' })) if (first) return first.cells;
  throw new CallError('unprocessable', 'The list has no rows. Add one to test this with.');
}
