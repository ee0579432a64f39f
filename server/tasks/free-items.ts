import { setImmediate as nextTurn } from 'node:timers/promises';
import { chargedBefore, hasCharged, itemDigest } from '../credits/charged-items.ts';
import type { Deps } from '../deps.ts';
import type { Db } from '../platform/database/db.ts';
import { pendingPages } from './item-store.ts';
import type { TaskTool } from './task-tool.ts';

const ITEMS_PER_STEP = 500;

type SampledTool = Pick<TaskTool, 'definition' | 'itemKey'>;
type Tool = SampledTool & Pick<TaskTool, 'formerItemKey' | 'isFree'>;

/** Whether the account paid for any items of this tool and gets them for free. */
export function hasFreeItems(db: Db, accountId: string, tool: Tool, now: Date): Promise<boolean> {
  return hasCharged(db, accountId, { kind: tool.definition.task.type, now });
}

/**
 * How many of the items are free: `repeats` because the account paid for them, `free` with those that never cost
 * anything. Both are 0 for an account that paid for nothing, whose lists need credits to start, unless the list is a
 * `sample`.
 */
export async function countFree(
  { database: { db }, clock }: Pick<Deps, 'database' | 'clock'>,
  accountId: string,
  tool: Tool,
  items: readonly string[],
): Promise<{ repeats: number; free: number; sample: boolean }> {
  const now = new Date(clock.now());
  const counts = { repeats: 0, free: 0, sample: isSampleList(tool, items) };
  if (!counts.sample && !(await hasFreeItems(db, accountId, tool, now))) return counts;
  for (let from = 0; from < items.length; from += ITEMS_PER_STEP) {
    const step = items.slice(from, from + ITEMS_PER_STEP);
    const { isRepeat, isFree } = await findFree(db, accountId, tool, step, now);
    counts.repeats += isRepeat.filter(Boolean).length;
    counts.free += isFree.filter(Boolean).length;
    await nextTurn();
  }
  return counts;
}

/** The items that may cost a credit: the account didn't pay for them, or the answer is no longer fresh. */
export async function unpaidItems(
  db: Db,
  accountId: string,
  tool: Tool,
  items: readonly string[],
  now: Date,
): Promise<readonly string[]> {
  if (!(await hasFreeItems(db, accountId, tool, now))) return items;
  const unpaid: string[] = [];
  for (let from = 0; from < items.length; from += ITEMS_PER_STEP) {
    const step = items.slice(from, from + ITEMS_PER_STEP);
    const { isFree } = await findFree(db, accountId, tool, step, now);
    unpaid.push(...step.filter((_, index) => !isFree[index]));
    await nextTurn();
  }
  return unpaid;
}

/** Whether the next `count` items of a task, or all that are left, are free. Stops at the first item that isn't. */
export async function isRestFree(
  db: Db,
  accountId: string,
  tool: Tool,
  taskId: string,
  now: Date,
  count = Number.POSITIVE_INFINITY,
): Promise<boolean> {
  if (sampleKeys(tool).size === 0 && !(await hasFreeItems(db, accountId, tool, now))) return false;
  let checked = 0;
  for await (const items of pendingPages(db, taskId, Math.min(count, ITEMS_PER_STEP))) {
    const inputs = items.map(({ input }) => input);
    const { isFree } = await findFree(db, accountId, tool, inputs, now);
    if (isFree.includes(false)) return false;
    checked += items.length;
    if (checked >= count) return true;
  }
  return true;
}

/** Which of the items are free, in their order. */
async function findFree(
  db: Db,
  accountId: string,
  tool: Tool,
  items: readonly string[],
  now: Date,
): Promise<{ isRepeat: boolean[]; isFree: boolean[] }> {
  const { definition, itemKey } = tool;
  const keys = items.map(itemKey);
  const samples = sampleKeys(tool);
  const digests = items.map((item) => paidKeys(tool, item).map(itemDigest));
  const kind = definition.task.type;
  const paid = await chargedBefore(db, accountId, { kind, digests: [...new Set(digests.flat())], now });
  const isRepeat = digests.map((ofItem) => ofItem.some((digest) => paid.has(digest)));
  const isFree = items.map(
    (item, index) =>
      isRepeat[index] === true || samples.has(keys[index] ?? '') || tool.isFree?.(item) === true,
  );
  return { isRepeat, isFree };
}

/** The keys that an item may have been paid for under. */
export function paidKeys(
  { itemKey, formerItemKey }: Pick<TaskTool, 'itemKey' | 'formerItemKey'>,
  input: string,
): string[] {
  return [itemKey(input), ...(formerItemKey ? [formerItemKey(input)] : [])];
}

/** The keys of the items in the tool's sample, which are free. */
export function sampleKeys({ definition, itemKey }: SampledTool): ReadonlySet<string> {
  return new Set((definition.task.sample ?? []).map(itemKey));
}

/** Whether a list has only items of the tool's sample, however they are written. Every account may run it. */
export function isSampleList(tool: SampledTool, inputs: readonly string[]): boolean {
  const keys = sampleKeys(tool);
  return (
    inputs.length > 0 && inputs.length <= keys.size && inputs.every((item) => keys.has(tool.itemKey(item)))
  );
}
