import { LIST_STEP_CALLS } from '#contract/calls/list-step-calls.ts';
import type { ListView } from '#contract/lists.ts';
import { STEP_TOOLS } from '#tools/index/step-tools.ts';
import { newStep } from '../../../kit/lists/step-draft.ts';
import { invoke } from '../../../lib/calls.ts';

/** The tool that reads websites and finds emails on them. */
const TOOL = STEP_TOOLS.find(
  ({ roles, fields }) =>
    roles.some(({ role, required }) => role === 'website' && required) &&
    fields.some(({ type }) => type === 'email'),
);

/** Adds a step to a list of businesses that gets emails from their websites, unless it has one. Throws CallError. */
export async function addEmailStep(list: ListView): Promise<void> {
  const has = list.steps.some(
    (step) => step.kind === 'tool' && step.tries.some(({ tool }) => tool === TOOL?.type),
  );
  if (!TOOL || has) return;
  await invoke(LIST_STEP_CALLS.listStepSave, {
    id: list.id,
    step: { ...newStep(TOOL, list), name: 'Get emails' },
  });
}
