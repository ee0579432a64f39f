import { sql } from 'kysely';
import { isRunning, type TaskOptions, type TaskStatus } from '#contract/tasks.ts';
import { taskDefinition } from '#tools/index/tools.ts';
import { didOptOutSince } from '../opt-outs/opt-outs.ts';
import { type Db, type Tx, transaction } from '../platform/database/db.ts';
import { rememberAddresses } from './given-answers.ts';
import { type Batch, CHECKS_MAX, checkedItems } from './settle-batch.ts';
import { findOwner, type TaskRecord } from './store.ts';
import { addToTaskDay } from './task-days.ts';
import { lockAccountAndTask, type RunDeps, taskTool } from './task-run.ts';

/** The number of a batch's run if its items are tried again after the task ended. Runs have numbers from 1. */
export const SECOND_TRY_RUN = 0;
/** A save reads all rows of its task, so it waits until no second try of the task has found anything for so long. */
const SAVE_AFTER_MS = 60_000;

/**
 * Stores what second tries of a finished task found, free of charge, without people who opted out, and ends these
 * tries in the same transaction. A result that wasn't found again stays as it was. Ignores tries that have ended, and those of a
 * task that runs again: they are repeated. `checks`: how often it looked for people who opted out.
 */
export async function settleSecondTry(deps: RunDeps, batch: Batch, checks = 1): Promise<void> {
  const { db } = deps.database;
  const owner = await findOwner(db, batch.taskId);
  const tries = owner && taskTool(deps, owner.type).secondTries;
  if (!tries) return;
  const checkedAt = new Date(deps.clock.now());
  const items = await checkedItems(deps, owner.type, batch.items);
  const isChecked = await transaction(db, async (tx) => {
    const locked = await lockAccountAndTask(tx, deps, owner.accountId, batch.taskId);
    if (!locked || isRunning(locked.task.status) || locked.task.rows_deleted_at) return true;
    if (checks < CHECKS_MAX && (await didOptOutSince(tx, checkedAt))) return false;
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
    if (replaced.length === 0) return true;
    const before = new Map(replaced.map((row) => [row.position, row]));
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
    await addFoundLater(tx, task, { found: replaced.length, bytes, outcomes, at });
    const given = found.flatMap((item) => {
      const input = before.get(item.position)?.input;
      return input === undefined ? [] : [{ ...item, input, due: [] }];
    });
    const { accountId } = owner;
    const payer = { accountId, apiKeyId: task.api_key_id, type: task.type, isIncluded: false };
    await rememberAddresses(tx, deps, payer, given, at);
    await addToTaskDay(tx, owner.accountId, task.type, {
      processed: 0,
      found: replaced.length,
      failed: 0,
      ...counts,
    });
    return true;
  });
  if (!isChecked) await settleSecondTry(deps, batch, checks + 1);
}

/** A settled item with its task. */
export interface ItemOfTask {
  task_id: string;
  position: number;
  account_id: string;
  status: TaskStatus;
  finished_at: Date | null;
  options: TaskOptions;
  input: string;
  row: Record<string, unknown>;
}

/** Settled items of any tasks whose rows aren't deleted. */
export async function itemsOfTasks(
  db: Db,
  items: readonly { task_id: string; position: number }[],
): Promise<ItemOfTask[]> {
  const list = items.map(({ task_id, position }) => ({ task_id, position }));
  const { rows } = await sql<ItemOfTask>`
    select i.task_id, i.position, t.account_id, t.status, t.finished_at, t.options, i.input, i.row
    from json_to_recordset(${JSON.stringify(list)}::text::json) as w (task_id uuid, position integer)
    join tasks t on t.id = w.task_id
    join task_items i on i.task_id = w.task_id and i.position = w.position
    where t.rows_deleted_at is null and i.status = 'settled'
  `.execute(db);
  return rows;
}

/** What a result was before. */
interface ReplacedResult {
  position: number;
  input: string;
  outcome: string | null;
  bytes: number;
}

/**
 * Replaces results of a task without data by others that were found. Leaves out items that were found or deleted
 * meanwhile. `outcomeField`: the row field with the outcome.
 */
async function replaceMissing(
  tx: Tx,
  taskId: string,
  found: readonly { position: number; row: string }[],
  { outcomeField, at }: { outcomeField: string; at: Date },
): Promise<ReplacedResult[]> {
  const list = found.map(({ position, row }) => `{"position":${position},"row":${row}}`).join(',');
  const { rows } = await sql<ReplacedResult>`
    with given as (
      select * from json_to_recordset(${`[${list}]`}::text::json) as g (position integer, row jsonb)
    ), before as (
      select i.position, i.row ->> ${outcomeField} as outcome, octet_length(i.row::text) as bytes
      from task_items i
      where i.task_id = ${taskId}::uuid and i.position in (select position from given)
        and i.status = 'settled' and not i.found and not i.failed
    )
    update task_items i set row = given.row, found = true, settled_at = ${at}
    from given join before on before.position = given.position
    where i.task_id = ${taskId}::uuid and i.position = given.position
    returning i.position, i.input, before.outcome, before.bytes
  `.execute(tx);
  return rows;
}

/** Adds to the counters of a task whose row is locked. */
async function addFoundLater(
  tx: Tx,
  task: Pick<TaskRecord, 'id' | 'save' | 'save_since'>,
  more: { found: number; bytes: number; outcomes: Readonly<Record<string, number>>; at: Date },
): Promise<void> {
  await tx
    .updateTable('tasks')
    .set(({ eb }) => ({
      found: eb('found', '+', more.found),
      found_later: eb('found_later', '+', more.found),
      row_bytes: eb('row_bytes', '+', more.bytes),
      outcomes: JSON.stringify(more.outcomes),
      ...(task.save && task.save.state !== 'failed' && saveLater(task, more.at)),
    }))
    .where('id', '=', task.id)
    .execute();
}

/** Has what was found saved to the list of its task, too. Of results that were saved before, only what is newer. */
function saveLater({ save, save_since }: Pick<TaskRecord, 'save' | 'save_since'>, at: Date) {
  const save_at = new Date(at.getTime() + SAVE_AFTER_MS);
  if (save?.state !== 'done' || save_since) return { save_at };
  const { added, updated, refused, tooLarge } = save;
  const withEarlier = JSON.stringify({ ...save, earlier: { added, updated, refused, tooLarge } });
  return { save_at, save_since: at, save: withEarlier };
}
