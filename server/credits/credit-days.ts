import { sql } from 'kysely';
import type { CreditDay } from '#contract/analytics.ts';
import type { Db, Tx } from '../platform/db.ts';

/**
 * Adds credits to the day of a spent ledger entry, in the entry's transaction: `now()` is the same for both. A refund
 * is negative. The account's row is locked.
 */
export async function addToCreditDay(
  tx: Tx,
  accountId: string,
  spent: { amount: number; fromBalance: boolean },
): Promise<void> {
  const used = spent.fromBalance ? spent.amount : 0;
  await sql`
    insert into credit_days as d (account_id, day, used, included)
    values (${accountId}::uuid, (now() at time zone 'utc')::date, ${used}::bigint, ${spent.amount - used}::bigint)
    on conflict (account_id, day) do update
      set used = d.used + excluded.used, included = d.included + excluded.included
  `.execute(tx);
}

/** The credits of each of the last `count` UTC days, oldest first. Reads one row per day by the primary key. */
export async function creditDays(db: Db, accountId: string, count: number): Promise<CreditDay[]> {
  const { rows } = await sql<{ day: string; used: string | number; included: string | number }>`
    with calendar as (
      select (now() at time zone 'utc')::date - n as day from generate_series(0, ${count - 1}::integer) n
    )
    select to_char(c.day, 'YYYY-MM-DD') as day, coalesce(d.used, 0) as used, coalesce(d.included, 0) as included
    from calendar c left join credit_days d on d.account_id = ${accountId}::uuid and d.day = c.day
    order by c.day
  `.execute(db);
  return rows.map(({ day, used, included }) => ({ day, used: Number(used), included: Number(included) }));
}
