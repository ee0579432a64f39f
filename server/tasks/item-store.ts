import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../platform/database/db.ts';

/** An item, without its result. */
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
  /** another try can't change the failure */
  final?: boolean | undefined;
  charge: number;
}

export async function insertItems(
  db: Db,
  taskId: string,
  items: readonly {
    position: number;
    shard: number;
    input: string;
    own_keys?: readonly string[] | undefined;
  }[],
): Promise<void> {
  await sql`
    insert into task_items (task_id, position, shard, input, own_keys)
    select ${taskId}::uuid, i.position, i.shard, i.input, i.own_keys
    from json_to_recordset(${JSON.stringify(items)}::text::json) 
      as i (position integer, shard integer, input text, own_keys text[])
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

const ITEMS_PER_PAGE = 500;

/** All items of a task with their positions, in order, in pages. */
export async function* itemPages(db: Db, taskId: string): AsyncGenerator<PendingItem[]> {
  for (let after = -1; ; ) {
    const page: PendingItem[] = await db
      .selectFrom('task_items')
      .select(['position', 'input'])
      .where('task_id', '=', taskId)
      .where('position', '>', after)
      .orderBy('position')
      .limit(ITEMS_PER_PAGE)
      .execute();
    if (page.length > 0) yield page;
    const last = page.at(-1);
    if (!last || page.length < ITEMS_PER_PAGE) return;
    after = last.position;
  }
}

/** The items of a task at these positions, in order, read in steps. */
export async function itemsAt(db: Db, taskId: string, positions: readonly number[]): Promise<PendingItem[]> {
  const items: PendingItem[] = [];
  for (let from = 0; from < positions.length; from += ITEMS_PER_PAGE) {
    const step = await db
      .selectFrom('task_items')
      .select(['position', 'input'])
      .where('task_id', '=', taskId)
      .where('position', 'in', positions.slice(from, from + ITEMS_PER_PAGE))
      .orderBy('position')
      .execute();
    for (const item of step) items.push(item);
  }
  return items;
}

/** The next shards with pending items after a shard, in order. Looks up each one, however many items there are. */
export async function pendingShards(
  tx: Tx,
  taskId: string,
  page: { after: number; limit: number },
): Promise<number[]> {
  const next = (after: RawBuilder<unknown>) => sql`(
    select shard from task_items
    where task_id = ${taskId}::uuid and status = 'pending' and shard > ${after} order by shard limit 1
  )`;
  const { rows } = await sql<{ shard: number }>`
    with recursive found (shard) as (
      select ${next(sql`${page.after}::integer`)}
      union all
      select ${next(sql`found.shard`)} from found where found.shard is not null
    )
    select shard from found where shard is not null limit ${page.limit}
  `.execute(tx);
  return rows.map(({ shard }) => shard);
}

/**
 * Locks the items that are still pending, in position order. Without statistics, the embedded database would read all pending
 * items of the task by their own index, so the condition is in a form that this index doesn't answer.
 */
export function lockPending(tx: Tx, taskId: string, positions: readonly number[]): Promise<PendingItem[]> {
  return tx
    .selectFrom('task_items')
    .select(['position', 'input'])
    .where('task_id', '=', taskId)
    .where('position', 'in', positions)
    .where(sql<boolean>`(status = 'pending') is not false`)
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
    ({ position, row, found, failed, final = false, charge }) =>
      `{"position":${position},"row":${row},"found":${found},"failed":${failed},"final":${failed && final},"charge":${charge}}`,
  );
  await sql`
    update task_items i
    set status = 'settled', row = s.row, found = s.found, failed = s.failed, final = s.final, charge = s.charge, settled_at = ${at}
    from json_to_recordset(${`[${list.join(',')}]`}::text::json)
      as s (position integer, row jsonb, found boolean, failed boolean, final boolean, charge integer)
    where i.task_id = ${taskId}::uuid and i.position = s.position
  `.execute(tx);
}

/** The keys that the start call gave items of a task, by position. None of items without any. Read in steps. */
export async function ownKeysAt(
  db: Db,
  taskId: string,
  positions: readonly number[],
): Promise<Map<number, string[]>> {
  const found = new Map<number, string[]>();
  for (let from = 0; from < positions.length; from += ITEMS_PER_PAGE) {
    const step = await db
      .selectFrom('task_items')
      .select(['position', 'own_keys'])
      .where('task_id', '=', taskId)
      .where('position', 'in', positions.slice(from, from + ITEMS_PER_PAGE))
      .where('own_keys', 'is not', null)
      .execute();
    for (const { position, own_keys } of step) if (own_keys) found.set(position, own_keys);
  }
  return found;
}

/** Positions that one statement looks at. */
const POSITIONS_AT_ONCE = 500;

/** The failed items of a task with `total` items that can succeed in another try, in order, read in steps. */
export async function retryableItems(db: Db, taskId: string, total: number): Promise<PendingItem[]> {
  const items: PendingItem[] = [];
  for (let from = 0; from < total; from += POSITIONS_AT_ONCE) {
    const step = await db
      .selectFrom('task_items')
      .select(['position', 'input'])
      .where('task_id', '=', taskId)
      .where('position', '>=', from)
      .where('position', '<', from + POSITIONS_AT_ONCE)
      .where('status', '=', 'settled')
      .where('failed', '=', true)
      .where('final', '=', false)
      .orderBy('position')
      .execute();
    for (const item of step) items.push(item);
  }
  return items;
}
