import { type GateAccount, isUnlimited, spendable } from '#contract/access.ts';
import type { ContactCounts } from '#contract/analytics.ts';
import type { TaskType } from '#contract/tasks.ts';
import { taskDefinition } from '#tools/index/tools.ts';
import { contactsIn } from '#tools/list-tool/row-text.ts';
import { chargeItems } from '../accounts/ledger.ts';
import { spendBudget } from '../api-keys/budget.ts';
import { lockCredits } from '../api-keys/payer.ts';
import { didOptOutSince } from '../opt-outs/opt-outs.ts';
import { transaction } from '../platform/database/db.ts';
import { rememberAddresses } from './given-answers.ts';
import { chargeKey, itemCharges, paidBefore, rememberPaid } from './item-charges.ts';
import { lockPending, storeSettled } from './item-store.ts';
import { optedOutRow, withoutOptedOut } from './opted-out-rows.ts';
import { countSettled, type SettledItems } from './settled-metrics.ts';
import { openShardQueue } from './shards/shard-queue.ts';
import { findOwner, type TaskRecord } from './store.ts';
import { addToTaskDay } from './task-days.ts';
import { endRun, lockAccountAndTask, type RunDeps, taskTool } from './task-run.ts';
import type { RanOut } from './task-tool.ts';
import { addSettled } from './work-store.ts';
import type { CheckedItem, WorkedItem } from './worked-item.ts';

/** Results of one run of one task. */
export interface Batch {
  taskId: string;
  runNo: number;
  items: readonly WorkedItem[];
}

/** How often results are checked for people who opt out meanwhile. */
export const CHECKS_MAX = 3;

/**
 * Stores a batch with its charges in one transaction (docs/deviations.md 12), without people who opted out. Locks account, task and items,
 * in this order. Drops a batch of an ended run, uncharged, and ignores items that are settled already. Our
 * own failures are free, and so are items of the tool's sample, and an item that the account paid for before while the answer is fresh. If the balance, or the budget of the task's API key, doesn't cover all billable items,
 * stores and charges those it covers and ends the task; the others stay pending. Returns whether the run continues. `checks`: how often
 * it looked for people who opted out.
 */
export async function settleBatch(deps: RunDeps, batch: Batch, checks = 1): Promise<{ running: boolean }> {
  const shards = await openShardQueue(deps);
  const owner = await findOwner(deps.database.db, batch.taskId);
  if (!owner) return { running: false };
  const { accountId } = owner;
  const tool = taskTool(deps, owner.type);
  const checkedAt = new Date(deps.clock.now());
  const items = await (tool.keeper
    ? tool.keeper.check(deps, batch.items)
    : checkedItems(deps, owner.type, batch.items));
  let counted: SettledItems | null = null;
  const result = await transaction(deps.database.db, async (tx) => {
    const locked = await lockAccountAndTask(tx, deps, accountId, batch.taskId);
    if (!locked) return { running: false };
    const { account, task } = locked;
    if (task.status !== 'processing' || task.run_no !== batch.runNo) return { running: false };
    // While a long list of entries is imported, the later sweep finds the rest.
    if (checks < CHECKS_MAX && (await didOptOutSince(tx, checkedAt))) return null;

    const worked = new Map(items.map((item) => [item.position, item]));
    const pending = await lockPending(tx, task.id, [...worked.keys()]);
    const { itemLabel } = taskDefinition(task.type);
    const now = new Date(deps.clock.now());
    const lost = (await tool.keeper?.withoutPlace(tx, task, pending)) ?? new Map<number, WorkedItem>();
    const results = pending.flatMap(({ position, input }) => {
      const given = worked.get(position);
      if (!given) return [];
      const item = lost.get(position) ?? settledItem(given, task.type, input);
      return [{ item, input, charges: itemCharges(deps, task.type, item, input, now) }];
    });
    const paid = await paidBefore(
      tx,
      accountId,
      results.flatMap(({ charges }) => charges),
      now,
    );
    const ofPayer = await lockCredits(tx, { account, apiKeyId: task.api_key_id }, now);
    const ofCap = capLeft(task);
    let credits = Math.min(ofPayer.least, ofCap);
    let unpaid = 0;
    const settled = results.flatMap(({ item, input, charges }) => {
      const isRepeat = charges.length > 0 && charges.every((charge) => paid.has(chargeKey(charge)));
      const due = new Map(
        charges
          .filter((each) => !paid.has(chargeKey(each)) && !each.isSample)
          .map((each) => [chargeKey(each), each]),
      );
      const charge = [...due.values()].reduce((sum, { amount }) => sum + amount, 0);
      if (charge > credits) {
        unpaid += 1;
        return [];
      }
      credits -= charge;
      for (const key of due.keys()) paid.add(key);
      return [{ ...item, input, due: [...due.values()], charge, isRepeat }];
    });

    const total = settled.reduce((sum, { charge }) => sum + charge, 0);
    counted = { items: settled, credits: total };
    const last = settled.at(-1);
    if (last) {
      const charges = settled.filter(({ charge }) => charge > 0);
      const isIncluded = isUnlimited(account);
      const stored = isIncluded ? settled.map((item) => ({ ...item, charge: 0 })) : settled;
      const kept = await tool.keeper?.keep(
        tx,
        task,
        settled
          .filter(({ position }) => !lost.has(position))
          .map((item) => ({ ...item, due: item.due.map(({ charge, amount }) => ({ ...charge, amount })) })),
        now,
      );
      await storeSettled(
        tx,
        task.id,
        stored.map((item) => ({ ...item, row: kept?.get(item.position) ?? item.row })),
        now,
      );
      await tool.secondTries?.watch(tx, task.id, settled, now);
      await chargeItems(
        tx,
        account,
        task,
        charges.map(({ position, charge }) => ({ position, amount: charge })),
      );
      await spendBudget(tx, task.api_key_id, total, now);
      await rememberPaid(
        tx,
        accountId,
        settled.flatMap(({ due }) => due),
      );
      const payer = { accountId, apiKeyId: task.api_key_id };
      await rememberAddresses(tx, deps, { ...payer, type: task.type, isIncluded }, settled, now);
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
      const out = ranOut(payer, { ofCap: ofCap - total, ofKey: ofPayer.ofKey - total });
      await tool.keeper?.ranOut(tx, task.id, out, now);
      await endRun(tx, deps, shards, payer, task.id, { status: 'cancelled', stopReason: out.reason });
      return { running: false };
    }
    if (task.processed + settled.length === task.total) {
      await endRun(tx, deps, shards, payer, task.id, { status: 'completed', stopReason: null });
      return { running: false };
    }
    return { running: true };
  });
  if (result === null) return settleBatch(deps, batch, checks + 1);
  if (counted) countSettled(owner.type, counted);
  return result;
}

/** The credits that a task can still spend of its cap. */
function capLeft({ cap, credits_used, credits_included }: TaskRecord): number {
  return cap === null ? Number.POSITIVE_INFINITY : Math.max(0, cap - credits_used - credits_included);
}

/** What wasn't enough for the next item: the cap of the task, the credits of the account, or the budget of the key. */
function ranOut(payer: GateAccount, { ofCap, ofKey }: { ofCap: number; ofKey: number }): RanOut {
  const credits = spendable(payer);
  if (ofCap <= Math.min(credits, ofKey)) return { reason: 'cap', left: ofCap };
  return credits <= ofKey ? { reason: 'credits', left: credits } : { reason: 'budget', left: ofKey };
}

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
