import { taskDefinition } from '#tools/tools.ts';
import { chargeItems, spendable } from '../accounts/ledger.ts';
import { transaction } from '../platform/db.ts';
import { lockPending, storeSettled } from './item-store.ts';
import { openShardQueue } from './shards/shard-queue.ts';
import { addSettled, ownerOf } from './store.ts';
import { endRun, lockAccountAndTask, type RunDeps } from './task-run.ts';

/** One worked item on its way to the store; `row` is JSON text that the database takes. */
export interface WorkedItem {
  position: number;
  row: string;
  found: boolean;
  failed: boolean;
  billable: boolean;
  /** what it came to, in a word of its tool that is counted for the task */
  outcome?: string | undefined;
}

/** Worked items of one run of one task. */
export interface Batch {
  taskId: string;
  runNo: number;
  items: readonly WorkedItem[];
}

/**
 * Stores a batch with its charges in one transaction (docs/deviations.md 12): account, task and items are locked in this order;
 * a batch of a run that is over is dropped uncharged; items settled before are ignored; our own failures are free; of the
 * billable ones as many are stored and charged as the balance pays, and when it does not pay for all, the task ends and the
 * others stay pending. Answers whether the run goes on.
 */
export async function settleBatch(deps: RunDeps, batch: Batch): Promise<{ running: boolean }> {
  const shards = await openShardQueue(deps);
  const accountId = await ownerOf(deps.database.db, batch.taskId);
  if (!accountId) return { running: false };
  return transaction(deps.database.db, async (tx) => {
    const locked = await lockAccountAndTask(tx, deps, accountId, batch.taskId);
    if (!locked) return { running: false };
    const { account, task } = locked;
    if (task.status !== 'processing' || task.run_no !== batch.runNo) return { running: false };

    const worked = new Map(batch.items.map((item) => [item.position, item]));
    const pending = await lockPending(tx, task.id, [...worked.keys()]);
    const { creditsPerItem, itemLabel } = taskDefinition(task.type);
    let credits = spendable(account);
    let unpaid = 0;
    const settled = pending.flatMap(({ position, input }) => {
      const item = worked.get(position);
      if (!item) return [];
      const charge = item.billable ? creditsPerItem : 0;
      if (charge > credits) {
        unpaid += 1;
        return [];
      }
      credits -= charge;
      return [{ ...item, input, charge }];
    });

    const last = settled.at(-1);
    if (last) {
      const charges = settled.filter(({ charge }) => charge > 0);
      await storeSettled(tx, task.id, settled, new Date(deps.clock.now()));
      await chargeItems(
        tx,
        account,
        task,
        charges.map(({ position, charge }) => ({ position, amount: charge })),
      );
      await addSettled(tx, task, {
        processed: settled.length,
        found: settled.filter(({ found }) => found).length,
        failed: settled.filter(({ failed }) => failed).length,
        charged: charges.reduce((sum, { charge }) => sum + charge, 0),
        currentItem: itemLabel(last.input),
        outcomes: settled.flatMap(({ outcome }) => (outcome === undefined ? [] : [outcome])),
      });
    }
    // The account as it is now: tasks that wait behind this one may find nothing left to pay with.
    const now = { ...account, credits: account.credits === 'unlimited' ? account.credits : credits };
    if (unpaid > 0) {
      await endRun(tx, deps, shards, now, task.id, { status: 'cancelled', stopReason: 'credits' });
      return { running: false };
    }
    if (task.processed + settled.length === task.total) {
      await endRun(tx, deps, shards, now, task.id, { status: 'completed', stopReason: null });
      return { running: false };
    }
    return { running: true };
  });
}
