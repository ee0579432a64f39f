import type { Excludes } from '#contract/list-exclusions.ts';
import type { ListView } from '#contract/lists.ts';
import { changeAndView, type ListDeps } from '../lists.ts';
import { storeExcludes } from '../store.ts';

/** Makes a list an exclusion list; null for an ordinary one again. */
export function setExclusion(
  deps: ListDeps,
  accountId: string,
  { id, excludes }: { id: string; excludes: Excludes | null },
): Promise<ListView> {
  return changeAndView(deps, accountId, id, (tx) => storeExcludes(tx, id, excludes));
}
