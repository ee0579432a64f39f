import type { InputOf } from '#contract/call.ts';
import type { LIST_STEP_CALLS, StepTest } from '#contract/calls/list-step-calls.ts';
import { CallError } from '#contract/errors.ts';
import type { PreparedRequest } from '#engines/list-steps/prepare-request.ts';
import { listFields } from '#server/lists/list-fields.ts';
import { requireList } from '#server/lists/lists.ts';
import { rowsById } from '#server/lists/row-steps.ts';
import { checkRows, shownPages } from '#server/lists/shown-rows.ts';
import { draftSecrets } from '#server/lists/steps/step-secrets.ts';
import { storedTemplates } from '#server/lists/steps/stored-templates.ts';
import { OPTED_OUT } from '#server/opt-outs/contact-check.ts';
import { withoutOptedOut } from '#server/tasks/opted-out-rows.ts';
import { tryTool } from '../../index/step-tools.ts';
import { outputValues } from '../../list-tool/output-values.ts';
import type { ToolDeps } from '../../server-tool.ts';
import { createServiceSender } from '../net/service-sender.ts';
import { ask, type RequestRow } from '../run/request-tool.ts';
import { requestStep } from '../step.ts';
import { serviceOptions } from './service-options.ts';

const LIMIT_MS = 30_000;

/**
 * Sends the request of a draft for one row. Nothing is stored. Throws `validation_failed` for a request that can't be sent,
 * `unprocessable` for a list or row without what it needs, and `not_found`.
 */
export async function testStep(
  deps: ToolDeps,
  accountId: string,
  input: InputOf<typeof LIST_STEP_CALLS.listStepTest>,
): Promise<StepTest> {
  const list = await requireList(deps, accountId, input.id);
  const values = await rowValues(deps, list, input.row);
  const { draft, secrets } = await draftSecrets(deps, { listId: list.id, accountId }, input.step);
  const stored = storedTemplates(draft, listFields(list));
  const wanted = stored.kind === 'tool' ? stored.tries[input.try] : undefined;
  const tool = wanted?.tool === requestStep.type ? tryTool(wanted) : undefined;
  if (!tool) throw new CallError('validation_failed', 'Only a request to another service can be tested.');
  if (tool.problem !== null) throw new CallError('validation_failed', tool.problem);
  const [item] = tool.items(values);
  if (item === undefined) throw new CallError('unprocessable', `${tool.missing}.`);
  const sender = createServiceSender(serviceOptions(deps.config));
  const limit = AbortSignal.timeout(LIMIT_MS);
  try {
    const request = JSON.parse(item) as PreparedRequest;
    const outcome = await ask(sender, request, {
      secrets,
      owner: accountId,
      signal: AbortSignal.any([deps.stopping, limit]),
    });
    const { found, failed } = outcome;
    const [checked] = await withoutOptedOut(deps, requestStep.type, [
      { input: '', row: JSON.stringify(outcome.row), found, failed },
    ]);
    if (!checked || checked.optedOut) return { found: false, text: OPTED_OUT, values: {}, evidence: [] };
    const row = JSON.parse(checked.row) as RequestRow;
    const outputs = tool.fields.map(({ field }) => ({ field, column: field }));
    const answer = { tool: requestStep.type, accepted: true, row };
    return {
      found,
      text: row.explanation,
      values: outputValues({ outputs }, [answer], () => requestStep),
      evidence: row.evidence.map(({ text }) => text),
    };
  } catch (error) {
    if (!limit.aborted) throw error;
    throw new CallError('unprocessable', `The service didn’t answer within ${LIMIT_MS / 1000} seconds.`);
  } finally {
    await sender.close();
  }
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
