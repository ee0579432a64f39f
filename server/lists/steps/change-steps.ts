import type { InputOf } from '#contract/call.ts';
import type { LIST_STEP_CALLS } from '#contract/calls/list-step-calls.ts';
import type { ListView } from '#contract/lists.ts';
import type { Deps } from '../../deps.ts';
import { runHeavy } from '../../platform/database/database-turns.ts';
import type { TaskTools } from '../../tasks/task-tool.ts';
import { changeList } from '../change-list.ts';
import { dropColumns } from '../deleted-columns.ts';
import { requireList, viewList } from '../lists.ts';
import { storeRefresh } from '../refresh-store.ts';
import { storeTable } from '../store.ts';
import { requireAiKey } from './ai-keys.ts';
import { deleteStep } from './delete-step.ts';
import { refreshFirst } from './refresh-list.ts';
import { requireLists } from './require-lists.ts';
import { saveStep } from './save-step.ts';
import { dropSecrets, keepSecrets } from './step-secrets.ts';
import { requireNoValues } from './taken-columns.ts';

type StepDeps = Deps & { taskTools: TaskTools };

/**
 * Adds a step to a list, or changes it, and computes its first rows with it; `startRefreshes` computes the others. Returns the list with it,
 * and its ID. Throws like `saveStep`, `not_found`, and `conflict` for values that would be replaced.
 */
export async function saveListStep(
  deps: StepDeps,
  accountId: string,
  input: InputOf<typeof LIST_STEP_CALLS.listStepSave>,
): Promise<{ list: ListView; step: string }> {
  const isNewTool = input.step.id === undefined && input.step.kind === 'tool';
  if (!input.replace) {
    const before = await requireList(deps, accountId, input.id);
    // Throws for a step that can't be saved either way.
    saveStep(before, input.step);
    await requireNoValues(deps, before, input.step);
  }
  const { list, result } = await changeList(deps, accountId, input.id, async (tx, found, { at }) => {
    await requireLists(tx, { id: found.id, accountId }, input.step);
    await requireAiKey(tx, accountId, input.step);
    const draft = await keepSecrets(tx, deps, { listId: found.id, accountId, at }, input.step);
    const { step, fields, steps } = saveStep(found, draft);
    await storeTable(tx, found.id, { fields, steps, at });
    // A new tool step has said nothing yet.
    if (!isNewTool) await storeRefresh(tx, found.id);
    await dropSecrets(tx, found.id, steps);
    return step.id;
  });
  if (isNewTool) return { list: viewList(deps, list), step: result };
  // One list of an account at a time.
  await deps.turns.run(accountId, () => runHeavy(accountId, () => refreshFirst(deps, accountId, list.id)));
  return { list: viewList(deps, await requireList(deps, accountId, list.id)), step: result };
}

/** Removes a step from a list. The values of its columns go with them, in the background. Throws like `deleteStep`, and `not_found`. */
export async function deleteListStep(
  deps: StepDeps,
  accountId: string,
  input: InputOf<typeof LIST_STEP_CALLS.listStepDelete>,
): Promise<ListView> {
  const { list } = await changeList(deps, accountId, input.id, async (tx, found, { at }) => {
    await dropColumns(tx, found, await deleteStep(tx, found, input, at));
  });
  if (list.refresh_after === null) return viewList(deps, list);
  await deps.turns.run(accountId, () => runHeavy(accountId, () => refreshFirst(deps, accountId, list.id)));
  return viewList(deps, await requireList(deps, accountId, list.id));
}
