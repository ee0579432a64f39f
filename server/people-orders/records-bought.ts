import type { Db } from '../platform/database/db.ts';

/** The records that an account bought since a time. Reads its runs by index. */
export async function countRecordsBought(db: Db, accountId: string, since: Date): Promise<number> {
  const { records } = await db
    .selectFrom('people_runs')
    .where('account_id', '=', accountId)
    .where('created_at', '>=', since)
    .select(({ fn }) => fn.sum<string | number | null>('records').as('records'))
    .executeTakeFirstOrThrow();
  return Number(records ?? 0);
}
