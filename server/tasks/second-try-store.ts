import { sql } from 'kysely';
import type { TaskOptions, TaskStatus } from '#contract/tasks.ts';
import type { Db, Tx } from '../platform/database/db.ts';
import type { TaskRecord } from './store.ts';

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
export interface ReplacedResult {
  position: number;
  outcome: string | null;
  bytes: number;
}

/**
 * Replaces results of a task without data by others that were found. Leaves out items that were found or deleted
 * meanwhile. `outcomeField`: the row field with the outcome.
 */
export async function replaceMissing(
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
    returning i.position, before.outcome, before.bytes
  `.execute(tx);
  return rows;
}

/** Adds to the counters of a task whose row is locked. */
export async function addFoundLater(
  tx: Tx,
  task: Pick<TaskRecord, 'id'>,
  more: { found: number; bytes: number; outcomes: Readonly<Record<string, number>> },
): Promise<void> {
  await tx
    .updateTable('tasks')
    .set(({ eb }) => ({
      found: eb('found', '+', more.found),
      found_later: eb('found_later', '+', more.found),
      row_bytes: eb('row_bytes', '+', more.bytes),
      outcomes: JSON.stringify(more.outcomes),
    }))
    .where('id', '=', task.id)
    .execute();
}
