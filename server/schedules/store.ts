import { type Selectable, sql } from 'kysely';
import type { ScheduledWork } from '#contract/schedules.ts';
import type { Db, Tx } from '../platform/database/db.ts';
import type { Tables } from '../platform/database/tables.ts';

export type ScheduleRecord = Selectable<Tables['schedules']>;

/** A schedule without the items of a tool, which can have megabytes; `items`: how many. */
export type ScheduleSummary = ScheduleRecord & { items: number };

/** The schedules of an account, latest first. */
export function findSchedules(db: Db, accountId: string): Promise<ScheduleSummary[]> {
  return db
    .selectFrom('schedules')
    .select([
      'id',
      'account_id',
      'name',
      'list_id',
      'cap',
      'every',
      'day',
      'hour',
      'time_zone',
      'mails',
      'api_key_id',
      'next_at',
      'paused_at',
      'paused_reason',
      'created_at',
    ])
    .select(sql<ScheduledWork>`work - 'items'`.as('work'))
    .select(sql<number>`coalesce(jsonb_array_length(work -> 'items'), 0)`.as('items'))
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
}

/** A schedule of an account. In a transaction, `lock` keeps its row until the end. */
export function findSchedule(
  db: Db,
  accountId: string,
  id: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<ScheduleRecord | undefined> {
  const schedule = db
    .selectFrom('schedules')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId);
  return (lock ? schedule.forUpdate() : schedule).executeTakeFirst();
}

/** Makes others that create schedules of the account wait until the transaction ends. */
export async function lockSchedulesOf(tx: Tx, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`schedules ${accountId}`}, 0))`.execute(tx);
}

export async function countSchedules(tx: Tx, accountId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('schedules')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertSchedule(
  tx: Tx,
  {
    work,
    ...schedule
  }: Omit<ScheduleRecord, 'id' | 'work' | 'paused_at' | 'paused_reason'> & {
    work: ScheduledWork;
  },
): Promise<string> {
  const { id } = await tx
    .insertInto('schedules')
    .values({ ...schedule, work: JSON.stringify(work) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateSchedule(
  tx: Tx,
  id: string,
  {
    work,
    ...change
  }: Partial<Omit<ScheduleRecord, 'id' | 'account_id' | 'work' | 'created_at' | 'api_key_id'>> & {
    work?: ScheduledWork;
  },
): Promise<void> {
  const set = { ...change, ...(work && { work: JSON.stringify(work) }) };
  if (Object.keys(set).length === 0) return;
  await tx.updateTable('schedules').set(set).where('id', '=', id).execute();
}

const ACCESS_ENDED =
  'It was paused when all access to your account was ended, because someone else may have made it. Check what it does before you let it go on.';

/**
 * Pauses all schedules of an account, because someone else may have made them. One that was paused before is paused again if a run waits
 * to start, so that it doesn't.
 */
export async function pauseSchedules(db: Db, accountId: string, now: Date): Promise<void> {
  await db
    .updateTable('schedules')
    .set({ paused_at: now, paused_reason: ACCESS_ENDED })
    .where('account_id', '=', accountId)
    .where(({ eb, exists, or, selectFrom }) =>
      or([
        eb('paused_at', 'is', null),
        exists(
          selectFrom('schedule_runs')
            .select('schedule_runs.id')
            .whereRef('schedule_runs.schedule_id', '=', 'schedules.id')
            .where('state', '=', 'starting'),
        ),
      ]),
    )
    .execute();
}

export async function deleteScheduleRow(db: Db, accountId: string, id: string): Promise<void> {
  await db.deleteFrom('schedules').where('id', '=', id).where('account_id', '=', accountId).execute();
}

/** Schedules that are due, the longest waiting first. Others that look at the same time get other ones. */
export function lockDue(tx: Tx, now: Date, limit: number): Promise<ScheduleRecord[]> {
  return tx
    .selectFrom('schedules')
    .selectAll()
    .where('next_at', '<=', now)
    .where('paused_at', 'is', null)
    .orderBy('next_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
}
