import { sql } from 'kysely';
import type { BounceCounts, BounceDay } from '#contract/bounces.ts';
import type { Db, Tx } from '../platform/database/db.ts';
import { deleteInSteps } from '../platform/database/delete-steps.ts';

/** Remembers events. Returns those that are new. */
export async function claimEvents(
  tx: Tx,
  accountId: string,
  keys: readonly string[],
  now: Date,
): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const { rows } = await sql<{ event_digest: string }>`
    insert into bounce_events (account_id, event_digest, at)
    select ${accountId}::uuid, k.key, ${now}::timestamptz
    from json_array_elements_text(${JSON.stringify(keys)}::text::json) as k (key)
    order by k.key
    on conflict do nothing
    returning event_digest
  `.execute(tx);
  return new Set(rows.map(({ event_digest }) => event_digest));
}

/** Adds to the counts of an account on the UTC day. The account's row is locked. */
export async function addToBounceDay(
  tx: Tx,
  accountId: string,
  counts: BounceCounts,
  now: Date,
): Promise<void> {
  const day = now.toISOString().slice(0, 10);
  await tx
    .insertInto('bounce_days')
    .values({ account_id: accountId, day, ...counts })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'day']).doUpdateSet(({ eb, ref }) => {
        const add = (name: keyof BounceCounts) => eb(ref(`bounce_days.${name}`), '+', counts[name]);
        return {
          hard: add('hard'),
          soft: add('soft'),
          policy: add('policy'),
          complaint: add('complaint'),
          other: add('other'),
          delivered: add('delivered'),
          uncounted: add('uncounted'),
          returned: add('returned'),
        };
      }),
    )
    .execute();
}

/** The days of an account since one, YYYY-MM-DD, latest first. */
export async function findBounceDays(db: Db, accountId: string, since: string): Promise<BounceDay[]> {
  const { rows } = await sql<BounceDay>`
    select to_char(day, 'YYYY-MM-DD') as day, hard, soft, policy, complaint, other, delivered, uncounted, returned
    from bounce_days where account_id = ${accountId}::uuid and day >= ${since}::date order by day desc
  `.execute(db);
  return rows;
}

/** Forgets events that arrived before a time, in steps. */
export function forgetEvents(db: Db, before: Date): Promise<void> {
  return deleteInSteps(async (limit) => {
    const { numAffectedRows } = await sql`
      delete from bounce_events where ctid = any (array(
        select ctid from bounce_events where at <= ${before} order by at limit ${limit}
      ))
    `.execute(db);
    return Number(numAffectedRows ?? 0);
  });
}
