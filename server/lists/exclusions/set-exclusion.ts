import { CallError } from '#contract/errors.ts';
import { EXCLUSION_LISTS_MAX, type Excludes } from '#contract/list-exclusions.ts';
import type { ListView } from '#contract/lists.ts';
import type { Tx } from '../../platform/database/db.ts';
import { changeAndView, type ListDeps } from '../lists.ts';
import { accountLists, storeExcludes } from '../store.ts';

/**
 * Makes a list an exclusion list; null for an ordinary one again. Throws `quota_exceeded` for one more than a table or a lead search
 * leaves out by itself.
 */
export function setExclusion(
  deps: ListDeps,
  accountId: string,
  { id, excludes }: { id: string; excludes: Excludes | null },
): Promise<ListView> {
  return changeAndView(deps, accountId, id, async (tx) => {
    await storeExclusion(tx, accountId, { id, excludes });
  });
}

/** Does that in a transaction that has locked the account's row. Throws like `setExclusion`. */
export async function storeExclusion(
  tx: Tx,
  accountId: string,
  { id, excludes }: { id: string; excludes: Excludes | null },
): Promise<void> {
  if (excludes !== null) {
    const others = (await accountLists(tx, accountId)).filter(
      (list) => list.excludes !== null && list.id !== id,
    );
    if (others.length >= EXCLUSION_LISTS_MAX)
      throw new CallError(
        'quota_exceeded',
        `You have ${EXCLUSION_LISTS_MAX} exclusion lists, the most that can be used at once. Add these rows to one of them, or make one an ordinary list first.`,
      );
  }
  await storeExcludes(tx, id, excludes);
}
