import { isUnlimited } from '#contract/access.ts';
import { CallError } from '#contract/errors.ts';
import type { StartSave } from '#contract/start-save.ts';
import type { TaskSave } from '#contract/task-save.ts';
import type { TaskOptions, TaskType } from '#contract/tasks.ts';
import { findGateAccount } from '../accounts/account.ts';
import { perPersonOf } from '../tasks/person-lines.ts';
import type { TaskRecord } from '../tasks/task-tool.ts';
import { assertListsFit, listLimits } from './list-limits.ts';
import { assertNameFree } from './list-name.ts';
import type { ListDeps } from './lists.ts';
import { targetOf } from './save-task.ts';
import { filledBy, findList, findListByName } from './store.ts';

/**
 * The same for a task with rows of an earlier one: to the list that this one saved to, or was to. null if nothing is to be saved: it
 * saved nowhere, its list is gone, or another list has the name by now. Nor if its list got the failed rows, too, and they have
 * columns of their own (`hasOwnColumns`): they aren't recognized there, and would be in it twice.
 */
export async function prepareSaveAgain(
  deps: ListDeps,
  {
    account_id: accountId,
    type,
    options,
    save,
  }: Pick<TaskRecord, 'account_id' | 'type' | 'options' | 'save'>,
  { hasOwnColumns }: { hasOwnColumns: boolean },
): Promise<TaskSave | null> {
  if (!save || (hasOwnColumns && save.rows === 'all' && save.per !== 'person')) return null;
  const { listId, rows, per, perCompany } = save;
  const list = listId === null ? undefined : await findList(deps.database.db, accountId, listId);
  if (listId !== null && !list) return null;
  const saveTo = { name: list?.name ?? save.name, rows, per, perCompany };
  try {
    return await prepareSave(deps, accountId, { type, options }, saveTo);
  } catch (error) {
    // Its rows run again all the same.
    if (error instanceof CallError && error.status < 500) return null;
    throw error;
  }
}

/**
 * What a start call wants saved when its task ends, with the list if there is one. Throws what saving would be refused with
 * then, as far as it is known now, so that no one pays for results first: `conflict` if a list of another source has the
 * name, `quota_exceeded` if the account can have no other list, `validation_failed` for people of a task that looks for none.
 */
export async function prepareSave(
  { database: { db }, config, taskTools }: ListDeps,
  accountId: string,
  { type, options }: { type: TaskType; options: TaskOptions },
  saveTo: StartSave,
): Promise<TaskSave> {
  const tool = taskTools.get(type);
  if (!tool) throw new CallError('not_found');
  if (perPersonOf(tool, saveTo.per) && !tool.definition.task.hasPeople?.(options)) {
    throw new CallError(
      'validation_failed',
      'This task would find no people to save. Start it with “Also find people”, or leave out “per”.',
    );
  }
  const target = targetOf(accountId, type, saveTo);
  await assertNameFree(db, target);
  const list = await findListByName(db, target);
  if (!list) {
    const account = await findGateAccount(db, config, accountId);
    const max = listLimits(config, { paid: account !== null && isUnlimited(account) });
    assertListsFit(await filledBy(db, accountId), { lists: 1, rows: 0, bytes: 0 }, max);
  }
  const nothing = { added: 0, updated: 0, refused: 0, tooLarge: 0 };
  return { ...saveTo, listId: list?.id ?? null, state: 'waiting', ...nothing, problem: null };
}
