import { isUnlimited, spendable } from '#contract/access.ts';
import type { ContactCounts } from '#contract/analytics.ts';
import { ANSWER_FRESH_DAYS } from '#contract/limits.ts';
import type { TaskType } from '#contract/tasks.ts';
import { taskDefinition } from '#tools/index/tools.ts';
import { contactsIn } from '#tools/list-tool/row-text.ts';
import { chargeItems } from '../accounts/ledger.ts';
import { spendBudget } from '../api-keys/budget.ts';
import { lockCredits } from '../api-keys/payer.ts';
import { chargedBefore, itemDigest, rememberCharged } from '../credits/charged-items.ts';
import { transaction } from '../platform/database/db.ts';
import { sampleKeys } from './free-items.ts';
import { lockPending, storeSettled } from './item-store.ts';
import { optedOutRow, withoutOptedOut } from './opted-out-rows.ts';
import { openShardQueue } from './shards/shard-queue.ts';
import { addSettled, findOwner } from './store.ts';
import { addToTaskDay } from './task-days.ts';
import { endRun, lockAccountAndTask, type RunDeps, taskTool } from './task-run.ts';

/** The result of one item, ready to store; `row` is JSON text that the database accepts. */
export interface WorkedItem {
  position: number;
  row: string;
  found: boolean;
  failed: boolean;
  billable: boolean;
  /** another try can't change the failure; default: false */
  final?: boolean | undefined;
  /** a label of the tool that the task counts */
  outcome?: string | undefined;
  /** in the row, for the dashboard; default: none */
  contacts?: ContactCounts;
}

const DAY_MS = 86_400_000;

/** Results of one run of one task. */
export interface Batch {
  taskId: string;
  runNo: number;
  items: readonly WorkedItem[];
}

/**
 * Stores a batch with its charges in one transaction (docs/deviations.md 12), without people who opted out. Locks account, task and items,
 * in this order. Drops a batch of an ended run, uncharged, and ignores items that are settled already. Our
 * own failures are free, and so are items of the tool's sample, and an item that the account paid for before while the answer is fresh. If the balance, or the budget of the task's API key, doesn't cover all billable items,
 * stores and charges those it covers and ends the task; the others stay pending. Returns whether the run continues.
 */
export async function settleBatch(deps: RunDeps, batch: Batch): Promise<{ running: boolean }> {
  const shards = await openShardQueue(deps);
  const owner = await findOwner(deps.database.db, batch.taskId);
  if (!owner) return { running: false };
  const { accountId } = owner;
  const items = await checkedItems(deps, owner.type, batch.items);
  return transaction(deps.database.db, async (tx) => {
    const locked = await lockAccountAndTask(tx, deps, accountId, batch.taskId);
    if (!locked) return { running: false };
    const { account, task } = locked;
    if (task.status !== 'processing' || task.run_no !== batch.runNo) return { running: false };

    const worked = new Map(items.map((item) => [item.position, item]));
    const pending = await lockPending(tx, task.id, [...worked.keys()]);
    const { creditsPerItem, itemLabel, freshDays = () => ANSWER_FRESH_DAYS } = taskDefinition(task.type);
    const now = new Date(deps.clock.now());
    const tool = taskTool(deps, task.type);
    const samples = sampleKeys(tool);
    const digests = new Map(
      pending.map(({ position, input }) => [position, itemDigest(tool.itemKey(input))] as const),
    );
    const paid = await chargedBefore(tx, accountId, { kind: task.type, digests: [...digests.values()], now });
    let { least: credits } = await lockCredits(tx, { account, apiKeyId: task.api_key_id }, now);
    let unpaid = 0;
    const settled = pending.flatMap(({ position, input }) => {
      const given = worked.get(position);
      if (!given) return [];
      const item = settledItem(given, task.type, input);
      const digest = digests.get(position) ?? '';
      const isRepeat = item.billable && paid.has(digest);
      const isFree = isRepeat || samples.has(tool.itemKey(input));
      const charge = item.billable && !isFree ? creditsPerItem : 0;
      if (charge > credits) {
        unpaid += 1;
        return [];
      }
      credits -= charge;
      if (charge > 0) paid.add(digest);
      return [{ ...item, input, digest, charge, isRepeat }];
    });

    const total = settled.reduce((sum, { charge }) => sum + charge, 0);
    const last = settled.at(-1);
    if (last) {
      const charges = settled.filter(({ charge }) => charge > 0);
      const isIncluded = isUnlimited(account);
      const stored = isIncluded ? settled.map((item) => ({ ...item, charge: 0 })) : settled;
      await storeSettled(tx, task.id, stored, now);
      await tool.secondTries?.watch(tx, task.id, settled, now);
      await chargeItems(
        tx,
        account,
        task,
        charges.map(({ position, charge }) => ({ position, amount: charge })),
      );
      await spendBudget(tx, task.api_key_id, total, now);
      await rememberCharged(
        tx,
        accountId,
        task.type,
        charges.map(({ digest, outcome }) => ({
          digest,
          freshUntil: new Date(now.getTime() + freshDays(outcome) * DAY_MS),
        })),
      );
      const counts = {
        processed: settled.length,
        found: settled.filter(({ found }) => found).length,
        failed: settled.filter(({ failed }) => failed).length,
      };
      const failedFinally = settled.filter(({ failed, final }) => failed && final).length;
      const countContacts = (kind: keyof ContactCounts) =>
        // Those of a repeat were counted when it was paid for.
        settled.reduce((sum, { contacts, isRepeat }) => sum + (isRepeat ? 0 : (contacts?.[kind] ?? 0)), 0);
      await addToTaskDay(tx, accountId, task.type, {
        ...counts,
        emails: countContacts('emails'),
        phones: countContacts('phones'),
        people: countContacts('people'),
      });
      await addSettled(tx, task, {
        ...counts,
        failedFinally,
        charged: isIncluded ? 0 : total,
        included: isIncluded ? total : 0,
        repeats: settled.filter(({ isRepeat }) => isRepeat).length,
        currentItem: itemLabel(last.input),
        bytes: settled.reduce((sum, { row }) => sum + Buffer.byteLength(row), 0),
        outcomes: settled.flatMap(({ outcome }) => (outcome === undefined ? [] : [outcome])),
      });
    }
    // Queued tasks start only if the reduced balance can pay for them.
    const left = account.credits === 'unlimited' ? account.credits : account.credits - total;
    const payer = { ...account, credits: left };
    if (unpaid > 0) {
      const stopReason = spendable(payer) < creditsPerItem ? 'credits' : 'budget';
      await endRun(tx, deps, shards, payer, task.id, { status: 'cancelled', stopReason });
      return { running: false };
    }
    if (task.processed + settled.length === task.total) {
      await endRun(tx, deps, shards, payer, task.id, { status: 'completed', stopReason: null });
      return { running: false };
    }
    return { running: true };
  });
}

/** An item to settle. `isRefused`: its result is about someone who opted out. */
export type CheckedItem = WorkedItem & { isRefused: boolean };

/** The items without contacts that opted out. */
export async function checkedItems(
  deps: RunDeps,
  type: TaskType,
  items: readonly WorkedItem[],
): Promise<CheckedItem[]> {
  const { contactFields } = taskDefinition(type);
  const checked = await withoutOptedOut(
    deps,
    type,
    items.map((item) => ({ ...item, input: '' })),
  );
  return checked.map(({ optedOut, input: _, ...item }, index) => {
    if (optedOut === null) return { ...item, isRefused: false };
    if (optedOut === 'row') return { ...(items[index] ?? item), isRefused: true };
    return { ...item, contacts: contactsIn(JSON.parse(item.row), contactFields), isRefused: false };
  });
}

/** The result of an item, or, for free, the row that says that its person or company opted out. */
function settledItem(item: CheckedItem, type: TaskType, input: string): WorkedItem {
  if (!item.isRefused) return item;
  const { row, outcome } = optedOutRow(type, input);
  const { position, failed } = item;
  return { position, row: JSON.stringify(row), outcome, found: false, failed, final: true, billable: false };
}
