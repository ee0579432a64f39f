import { setImmediate as nextTurn } from 'node:timers/promises';
import { chargedBefore, hasCharged, itemDigest } from '../credits/charged-items.ts';
import type { Deps } from '../deps.ts';
import type { Db, Tx } from '../platform/db.ts';
import { pendingPages } from './item-store.ts';
import type { TaskTool } from './task-tool.ts';

const ITEMS_PER_STEP = 500;

type Tool = Pick<TaskTool, 'definition' | 'itemKey'>;

/** Whether the account paid for any items of this tool and gets them for free. */
export function hasFreeItems(db: Db, accountId: string, tool: Tool, now: Date): Promise<boolean> {
  return hasCharged(db, accountId, { kind: tool.definition.task.type, now });
}

/** How many of the items, each counted once however it is written, the account paid for and gets for free. */
export async function countRepeats(
  { database: { db }, clock }: Pick<Deps, 'database' | 'clock'>,
  accountId: string,
  tool: Tool,
  items: readonly string[],
): Promise<number> {
  const now = new Date(clock.now());
  if (!(await hasFreeItems(db, accountId, tool, now))) return 0;
  const free = new Set<string>();
  for (let from = 0; from < items.length; from += ITEMS_PER_STEP) {
    const step = items.slice(from, from + ITEMS_PER_STEP);
    for (const digest of (await freeOf(db, accountId, tool, step, now)).free) free.add(digest);
    await nextTurn();
  }
  return free.size;
}

/** The items that the account would pay for: it didn't before, or the answer is no longer fresh. */
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
    const { free, digests } = await freeOf(db, accountId, tool, step, now);
    unpaid.push(...step.filter((_, at) => !free.has(digests[at] ?? '')));
    await nextTurn();
  }
  return unpaid;
}

/** Whether everything that is left of a task is free. Stops at the first item that isn't. */
export async function isRestFree(
  tx: Tx,
  accountId: string,
  tool: Tool,
  taskId: string,
  now: Date,
): Promise<boolean> {
  if (!(await hasFreeItems(tx, accountId, tool, now))) return false;
  for await (const items of pendingPages(tx, taskId, ITEMS_PER_STEP)) {
    const inputs = items.map(({ input }) => input);
    const { free, digests } = await freeOf(tx, accountId, tool, inputs, now);
    if (digests.some((digest) => !free.has(digest))) return false;
  }
  return true;
}

/** The digests of the items, in their order, and which of them are free. */
async function freeOf(
  db: Db,
  accountId: string,
  { definition, itemKey }: Tool,
  items: readonly string[],
  now: Date,
): Promise<{ digests: string[]; free: Set<string> }> {
  const digests = items.map((item) => itemDigest(itemKey(item)));
  const kind = definition.task.type;
  return { digests, free: await chargedBefore(db, accountId, { kind, digests: [...new Set(digests)], now }) };
}
