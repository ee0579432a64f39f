import { setImmediate as nextTurn } from 'node:timers/promises';
import { chargedBefore, hasCharged, itemDigest } from '../credits/charged-items.ts';
import type { Deps } from '../deps.ts';
import type { TaskTool } from './task-tool.ts';

const ITEMS_PER_STEP = 500;

/** How many of the items, each counted once however it is written, the account paid for and gets for free. */
export async function countRepeats(
  { database: { db }, clock }: Pick<Deps, 'database' | 'clock'>,
  accountId: string,
  { definition, itemKey }: Pick<TaskTool, 'definition' | 'itemKey'>,
  items: readonly string[],
): Promise<number> {
  const kind = definition.task.type;
  const now = new Date(clock.now());
  if (!(await hasCharged(db, accountId, { kind, now }))) return 0;
  const seen = new Set<string>();
  let repeats = 0;
  for (let from = 0; from < items.length; from += ITEMS_PER_STEP) {
    const digests = items
      .slice(from, from + ITEMS_PER_STEP)
      .map((item) => itemDigest(itemKey(item)))
      .filter((digest) => !seen.has(digest));
    for (const digest of digests) seen.add(digest);
    repeats += (await chargedBefore(db, accountId, { kind, digests, now })).size;
    await nextTurn();
  }
  return repeats;
}
