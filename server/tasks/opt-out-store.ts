import { sql } from 'kysely';
import type { ContactCounts } from '#contract/analytics.ts';
import type { Db, Tx } from '../platform/database/db.ts';
import type { StoredRow } from './stored-rows.ts';

/** The first task with an ID after `after` that has a list; undefined for the end. */
export async function nextListedTask(db: Db, after: string | null): Promise<string | undefined> {
  const lists = db.selectFrom('task_lists').select('id').orderBy('id').limit(1);
  const list = await (after === null ? lists : lists.where('id', '>', after)).executeTakeFirst();
  return list?.id;
}

/** The inputs of a task's items after a position, with or without a result. */
export function itemInputs(
  db: Db,
  taskId: string,
  page: { after: number; limit: number },
): Promise<{ position: number; input: string }[]> {
  return db
    .selectFrom('task_items')
    .select(['position', 'input'])
    .where('task_id', '=', taskId)
    .where('position', '>', page.after)
    .orderBy('position')
    .limit(page.limit)
    .execute();
}

/** Replaces the inputs of items. Their own keys, which can name a person, go too, and so does the name of a task that is its first item. */
export async function replaceInputs(
  db: Db,
  taskId: string,
  items: readonly { position: number; input: string }[],
): Promise<void> {
  await sql`
    update task_items i set input = r.input, own_keys = null
    from json_to_recordset(${JSON.stringify(items)}::text::json) as r (position integer, input text)
    where i.task_id = ${taskId}::uuid and i.position = r.position
  `.execute(db);
  if (items.some(({ position }) => position === 0))
    await db.updateTable('tasks').set({ first_item: null }).where('id', '=', taskId).execute();
}

const POSITIONS_AT_ONCE = 5000;

/** The inputs that start with a text, by the positions of their items. Read in steps. */
export async function sweptInputs(db: Db, taskId: string, start: string): Promise<Map<number, string>> {
  const found = new Map<number, string>();
  for (let after = -1; ; ) {
    const rows = await db
      .selectFrom('task_items')
      .select([
        'position',
        sql<string | null>`case when starts_with(input, ${start}) then input end`.as('input'),
      ])
      .where('task_id', '=', taskId)
      .where('position', '>', after)
      .orderBy('position')
      .limit(POSITIONS_AT_ONCE)
      .execute();
    for (const { position, input } of rows) if (input !== null) found.set(position, input);
    const last = rows.at(-1);
    if (!last || rows.length < POSITIONS_AT_ONCE) return found;
    after = last.position;
  }
}

/** What a sweep changes of a stored result; `row` is JSON text as storedRows gives it. */
export type LockedRow = Pick<StoredRow, 'position' | 'row' | 'found' | 'failed' | 'settled_at'>;

/** Locks the settled items at these positions and returns them by position. The task is locked. */
export async function lockSettled(
  tx: Tx,
  taskId: string,
  positions: readonly number[],
): Promise<Map<number, LockedRow>> {
  const rows = await tx
    .selectFrom('task_items')
    .select(['position', 'found', 'failed', 'settled_at'])
    .select(sql<string>`coalesce(row::text, 'null')`.as('row'))
    .where('task_id', '=', taskId)
    .where('position', 'in', positions)
    .where('status', '=', 'settled')
    .orderBy('position')
    .forUpdate()
    .execute();
  return new Map(rows.map((row) => [row.position, row]));
}

/** Replaces stored results. */
export async function replaceRows(
  tx: Tx,
  taskId: string,
  rows: readonly Pick<StoredRow, 'position' | 'row' | 'found'>[],
): Promise<void> {
  const list = rows.map(
    ({ position, row, found }) => `{"position":${position},"row":${row},"found":${found}}`,
  );
  await sql`
    update task_items i set row = r.row, found = r.found
    from json_to_recordset(${`[${list.join(',')}]`}::text::json)
      as r (position integer, row jsonb, found boolean)
    where i.task_id = ${taskId}::uuid and i.position = r.position and i.status = 'settled'
  `.execute(tx);
}

/** Marks failed rows as those that another try can't change. Returns how many weren't yet. The task is locked. */
export async function makeFinal(tx: Tx, taskId: string, positions: readonly number[]): Promise<number> {
  if (positions.length === 0) return 0;
  const { numUpdatedRows } = await tx
    .updateTable('task_items')
    .set({ final: true })
    .where('task_id', '=', taskId)
    .where('position', 'in', positions)
    .where('failed', '=', true)
    .where('final', '=', false)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** What rows no longer count for. */
export type FewerCounts = ContactCounts & { found: number };

/** Changes the counters of a task, whose row is locked. `outcomes` are the new ones. */
export async function lessFound(
  tx: Tx,
  taskId: string,
  { fewer, final, outcomes }: { fewer: number; final: number; outcomes: Readonly<Record<string, number>> },
): Promise<void> {
  await tx
    .updateTable('tasks')
    .set(({ eb }) => ({
      found: sql<number>`greatest(found - ${fewer}::integer, 0)`,
      failed_finally: eb('failed_finally', '+', final),
      outcomes: JSON.stringify(outcomes),
    }))
    .where('id', '=', taskId)
    .execute();
}

/** Subtracts from the counters of the day on which rows were settled. */
export async function lessOnDay(
  tx: Tx,
  of: { accountId: string; type: string; at: Date },
  { found, emails, phones, people }: FewerCounts,
): Promise<void> {
  await sql`
    update task_days set found = greatest(found - ${found}::bigint, 0),
      emails = greatest(emails - ${emails}::bigint, 0), phones = greatest(phones - ${phones}::bigint, 0),
      people = greatest(people - ${people}::bigint, 0)
    where account_id = ${of.accountId}::uuid and type = ${of.type}
      and day = (${of.at}::timestamptz at time zone 'utc')::date
  `.execute(tx);
}

/** Takes the names off a task: the one that its owner gave it, that of its first item, and that of the item in work. */
export async function forgetTaskNames(db: Db, taskId: string): Promise<void> {
  const names = { name: null, first_item: null, current_item: null };
  await db.updateTable('tasks').set(names).where('id', '=', taskId).execute();
  await db
    .updateTable('task_search_texts')
    .set({ name: '', items: '' })
    .where('task_id', '=', taskId)
    .execute();
}
