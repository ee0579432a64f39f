import { sql } from 'kysely';
import type { TaskType } from '#contract/tasks.ts';
import type { Db, Tx } from '../platform/db.ts';

/** An item without a result yet. */
export interface PendingItem {
  position: number;
  input: string;
}

/** A settled item as it is stored; `row` is JSON text, `charge` in credits. */
export interface SettledItem {
  position: number;
  row: string;
  found: boolean;
  failed: boolean;
  charge: number;
}

export async function insertItems(
  db: Db,
  taskId: string,
  items: readonly { position: number; shard: number; input: string }[],
): Promise<void> {
  await sql`
    insert into task_items (task_id, position, shard, input)
    select ${taskId}::uuid, i.position, i.shard, i.input
    from json_to_recordset(${JSON.stringify(items)}::text::json) as i (position integer, shard integer, input text)
  `.execute(db);
}

export function pendingItems(db: Db, taskId: string, shard: number): Promise<PendingItem[]> {
  return db
    .selectFrom('task_items')
    .select(['position', 'input'])
    .where('task_id', '=', taskId)
    .where('shard', '=', shard)
    .where('status', '=', 'pending')
    .orderBy('position')
    .execute();
}

/** The items of a task without a result, in pages of `size`. */
export async function* pendingPages(db: Db, taskId: string, size: number): AsyncGenerator<PendingItem[]> {
  for (let after = -1; ; ) {
    const page: PendingItem[] = await db
      .selectFrom('task_items')
      .select(['position', 'input'])
      .where('task_id', '=', taskId)
      .where('status', '=', 'pending')
      .where('position', '>', after)
      .orderBy('position')
      .limit(size)
      .execute();
    if (page.length > 0) yield page;
    const last = page.at(-1);
    if (!last || page.length < size) return;
    after = last.position;
  }
}

/**
 * All shards of a task without settled items. Reads only the last item, since shards are numbered in order.
 */
export async function freshShards(tx: Tx, taskId: string): Promise<number[]> {
  const last = await tx
    .selectFrom('task_items')
    .select('shard')
    .where('task_id', '=', taskId)
    .where('status', '=', 'pending')
    .orderBy('shard', 'desc')
    .limit(1)
    .executeTakeFirst();
  return Array.from({ length: (last?.shard ?? -1) + 1 }, (_, shard) => shard);
}

/** The shards with pending items, in order. */
export async function pendingShards(tx: Tx, taskId: string): Promise<number[]> {
  const rows = await tx
    .selectFrom('task_items')
    .select('shard')
    .distinct()
    .where('task_id', '=', taskId)
    .where('status', '=', 'pending')
    .orderBy('shard')
    .execute();
  return rows.map(({ shard }) => shard);
}

/** Locks the items that are still pending, in position order. */
export function lockPending(tx: Tx, taskId: string, positions: readonly number[]): Promise<PendingItem[]> {
  return tx
    .selectFrom('task_items')
    .select(['position', 'input'])
    .where('task_id', '=', taskId)
    .where('position', 'in', positions)
    .where('status', '=', 'pending')
    .orderBy('position')
    .forUpdate()
    .execute();
}

export async function storeSettled(
  tx: Tx,
  taskId: string,
  items: readonly SettledItem[],
  at: Date,
): Promise<void> {
  const list = items.map(
    ({ position, row, found, failed, charge }) =>
      `{"position":${position},"row":${row},"found":${found},"failed":${failed},"charge":${charge}}`,
  );
  await sql`
    update task_items i
    set status = 'settled', row = s.row, found = s.found, failed = s.failed, charge = s.charge, settled_at = ${at}
    from json_to_recordset(${`[${list.join(',')}]`}::text::json)
      as s (position integer, row jsonb, found boolean, failed boolean, charge integer)
    where i.task_id = ${taskId}::uuid and i.position = s.position
  `.execute(tx);
}

/** A settled item as it is read; `row` is JSON text, which a reply can contain without parsing it. */
export interface SettledRow {
  position: number;
  input: string;
  charge: number;
  found: boolean;
  failed: boolean;
  row: string;
}

/** A settled item as it is stored, with the type of its task. */
export type StoredRow = SettledRow & { type: TaskType; settled_at: Date | null };

/**
 * The settled rows after a position, in position order. `without` names row fields to omit. They may name people who
 * opted out: give out rows with settled-rows.ts instead.
 */
export function storedRows(
  db: Db,
  taskId: string,
  page: { after: number; limit: number; without?: readonly string[] },
): Promise<StoredRow[]> {
  const row = page.without?.length
    ? sql<string>`(task_items.row - ${`{${page.without.join(',')}}`}::text[])::text`
    : sql<string>`task_items.row::text`;
  return db
    .selectFrom('task_items')
    .innerJoin('tasks', 'tasks.id', 'task_items.task_id')
    .select(['position', 'input', 'charge', 'task_items.found', 'task_items.failed', 'type', 'settled_at'])
    .select(row.as('row'))
    .where('task_id', '=', taskId)
    .where('task_items.status', '=', 'settled')
    .where('position', '>', page.after)
    .orderBy('position')
    .limit(page.limit)
    .execute();
}

/** The failed items of a task, in order. */
export function failedItems(db: Db, taskId: string): Promise<PendingItem[]> {
  return db
    .selectFrom('task_items')
    .select(['position', 'input'])
    .where('task_id', '=', taskId)
    .where('status', '=', 'settled')
    .where('failed', '=', true)
    .orderBy('position')
    .execute();
}
