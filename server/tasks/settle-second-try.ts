import { isRunning } from '#contract/tasks.ts';
import { taskDefinition } from '#tools/tools.ts';
import { transaction } from '../platform/database/db.ts';
import { addFoundLater, replaceMissing } from './second-try-store.ts';
import { type Batch, checkedItems } from './settle-batch.ts';
import { findOwner } from './store.ts';
import { addToTaskDay } from './task-days.ts';
import { lockAccountAndTask, type RunDeps, taskTool } from './task-run.ts';

/** The number of a batch's run if its items are tried again after the task ended. Runs have numbers from 1. */
export const SECOND_TRY_RUN = 0;

/**
 * Stores what second tries of a finished task found, free of charge, without people who opted out, and ends these
 * tries in the same transaction. A result that wasn't found again stays as it was. Ignores tries that have ended, and those of a
 * task that runs again: they are repeated.
 */
export async function settleSecondTry(deps: RunDeps, batch: Batch): Promise<void> {
  const { db } = deps.database;
  const owner = await findOwner(db, batch.taskId);
  const tries = owner && taskTool(deps, owner.type).secondTries;
  if (!tries) return;
  const items = await checkedItems(deps, owner.type, batch.items);
  await transaction(db, async (tx) => {
    const locked = await lockAccountAndTask(tx, deps, owner.accountId, batch.taskId);
    if (!locked || isRunning(locked.task.status) || locked.task.rows_deleted_at) return;
    const { task } = locked;
    const at = new Date(deps.clock.now());
    const open = new Set(
      await tries.finish(
        tx,
        task.id,
        items.map(({ position }) => position),
        at,
      ),
    );
    const found = items.filter((item) => open.has(item.position) && item.found && !item.isRefused);
    const outcomeField = taskDefinition(task.type).filter?.status?.field ?? '';
    const replaced = found.length === 0 ? [] : await replaceMissing(tx, task.id, found, { outcomeField, at });
    if (replaced.length === 0) return;
    const before = new Map(replaced.map((each) => [each.position, each]));
    const outcomes = { ...task.outcomes };
    const counts = { emails: 0, phones: 0, people: 0 };
    let bytes = 0;
    for (const { position, row, outcome, contacts } of found) {
      const was = before.get(position);
      if (!was) continue;
      bytes += Buffer.byteLength(row) - was.bytes;
      if (was.outcome !== null) outcomes[was.outcome] = Math.max(0, (outcomes[was.outcome] ?? 0) - 1);
      if (outcome !== undefined) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      counts.emails += contacts?.emails ?? 0;
      counts.phones += contacts?.phones ?? 0;
      counts.people += contacts?.people ?? 0;
    }
    await addFoundLater(tx, task, { found: replaced.length, bytes, outcomes });
    await addToTaskDay(tx, owner.accountId, task.type, {
      processed: 0,
      found: replaced.length,
      failed: 0,
      ...counts,
    });
  });
}
