import { CallError } from '#contract/errors.ts';
import { requireList } from '../lists/lists.ts';
import type { ScheduleDeps } from './work.ts';

/** The list of a run; undefined if it is gone. */
export async function findRunList(deps: ScheduleDeps, accountId: string, id: string) {
  try {
    return await requireList(deps, accountId, id);
  } catch (error) {
    if (error instanceof CallError && error.code === 'not_found') return undefined;
    throw error;
  }
}
