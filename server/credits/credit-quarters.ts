import { sql } from 'kysely';
import type { CreditDay } from '#contract/analytics.ts';
import { addDays, localDays } from '#engines/local-days/local-days.ts';
import type { Db, Tx } from '../platform/database/db.ts';

/**
 * Adds credits to the quarter of an hour of a spent ledger entry, in the entry's transaction: `now()` is the same for
 * both. A refund is negative. The account's row is locked.
 */
export async function addToQuarter(
  tx: Tx,
  accountId: string,
  spent: { amount: number; fromBalance: boolean },
): Promise<void> {
  const used = spent.fromBalance ? spent.amount : 0;
  await sql`
    insert into credit_quarters as q (account_id, quarter, used, included)
    values (
      ${accountId}::uuid, date_bin('15 minutes', now(), timestamptz '2000-01-01 00:00:00Z'),
      ${used}::bigint, ${spent.amount - used}::bigint
    )
    on conflict (account_id, quarter) do update
      set used = q.used + excluded.used, included = q.included + excluded.included
  `.execute(tx);
}

/**
 * The credits of each of the last `count` days in a time zone, oldest first. Reads one row for each quarter of an hour
 * with credits, by the primary key.
 */
export async function creditDays(
  db: Db,
  accountId: string,
  { count, timeZone, now }: { count: number; timeZone: string; now: Date },
): Promise<CreditDay[]> {
  const { formatDay, dayStart } = localDays(timeZone);
  const first = addDays(formatDay(now), 1 - count);
  const days = new Map<string, CreditDay>();
  for (let n = 0; n < count; n += 1) {
    const day = addDays(first, n);
    days.set(day, { day, used: 0, included: 0 });
  }
  const quarters = await db
    .selectFrom('credit_quarters')
    .select(['quarter', 'used', 'included'])
    .where('account_id', '=', accountId)
    .where('quarter', '>=', dayStart(first))
    .execute();
  for (const { quarter, used, included } of quarters) {
    const day = days.get(formatDay(quarter));
    if (!day) continue;
    day.used += Number(used);
    day.included += Number(included);
  }
  return [...days.values()];
}
