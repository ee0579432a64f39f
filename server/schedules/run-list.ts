import { CallError } from '#contract/errors.ts';
import type { SavedView } from '#contract/list-views.ts';
import { requireList } from '../lists/lists.ts';
import type { ScheduleDeps } from './work.ts';

export type RunList = Awaited<ReturnType<typeof requireList>>;

/** The list of a run; undefined if it is gone. */
export async function findRunList(
  deps: ScheduleDeps,
  accountId: string,
  id: string,
): Promise<RunList | undefined> {
  try {
    return await requireList(deps, accountId, id);
  } catch (error) {
    if (error instanceof CallError && error.code === 'not_found') return undefined;
    throw error;
  }
}

/** The list of a run. Throws `not_found`, as the owner of the schedule reads it. */
export async function requireRunList(deps: ScheduleDeps, accountId: string, id: string): Promise<RunList> {
  const list = await findRunList(deps, accountId, id);
  if (!list) throw new CallError('not_found', 'Its list was deleted.');
  return list;
}

/** The rows of a list that a run is about: those of its view, or all. Throws `not_found` if the view is gone. */
export function rowsOfRun(
  list: RunList,
  view: string | undefined,
): { search: string; where: SavedView['where'] | undefined } {
  if (view === undefined) return { search: '', where: undefined };
  const shown = list.views.find(({ name }) => name === view);
  if (!shown) throw new CallError('not_found', `Its view “${view}” was deleted.`);
  return { search: shown.search, where: shown.where };
}
