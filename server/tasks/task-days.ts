import { sql } from 'kysely';
import type { ContactCounts, ToolCounts } from '#contract/analytics.ts';
import type { TaskType } from '#contract/tasks.ts';
import type { Db, Tx } from '../platform/database/db.ts';

/** What a settled batch adds to its day. */
export interface SettledCounts extends ContactCounts {
  processed: number;
  found: number;
  failed: number;
}

/** Counts a batch on the current UTC day, in the transaction that settles it. The account's row is locked. */
export async function addToTaskDay(
  tx: Tx,
  accountId: string,
  type: TaskType,
  { processed, found, failed, emails, phones, people }: SettledCounts,
): Promise<void> {
  await sql`
    insert into task_days as d (account_id, day, type, processed, found, failed, emails, phones, people)
    values (
      ${accountId}::uuid, (now() at time zone 'utc')::date, ${type},
      ${processed}::bigint, ${found}::bigint, ${failed}::bigint,
      ${emails}::bigint, ${phones}::bigint, ${people}::bigint
    )
    on conflict (account_id, day, type) do update set
      processed = d.processed + excluded.processed,
      found = d.found + excluded.found,
      failed = d.failed + excluded.failed,
      emails = d.emails + excluded.emails,
      phones = d.phones + excluded.phones,
      people = d.people + excluded.people
  `.execute(tx);
}

/**
 * Counts by tool since a UTC day, YYYY-MM-DD, most items first. Reads one row per day and tool by the primary key,
 * however many items there were.
 */
export async function toolCounts(
  db: Db,
  accountId: string,
  since: string,
): Promise<{ tools: ToolCounts[]; contacts: ContactCounts }> {
  const { rows } = await sql<{ type: string } & Record<keyof SettledCounts, string | number>>`
    select type, sum(processed) as processed, sum(found) as found, sum(failed) as failed,
      sum(emails) as emails, sum(phones) as phones, sum(people) as people
    from task_days where account_id = ${accountId}::uuid and day >= ${since}::date
    group by type order by sum(processed) desc, type
  `.execute(db);
  const total = (name: keyof ContactCounts) => rows.reduce((sum, row) => sum + Number(row[name]), 0);
  return {
    tools: rows.map(({ type, processed, found, failed }) => ({
      type,
      processed: Number(processed),
      found: Number(found),
      failed: Number(failed),
    })),
    contacts: { emails: total('emails'), phones: total('phones'), people: total('people') },
  };
}
