import type { Db } from '../platform/database/db.ts';

/** The leads that an account exported since a time, without sample leads. Reads its exports by index. */
export async function countLeadsSent(db: Db, accountId: string, since: Date): Promise<number> {
  const { leads } = await db
    .selectFrom('lead_exports')
    .where('account_id', '=', accountId)
    .where('created_at', '>=', since)
    .where('free', '=', false)
    .select(({ fn }) => fn.sum<string | number | null>('sent').as('leads'))
    .executeTakeFirstOrThrow();
  return Number(leads ?? 0);
}
