import type { Db } from '../platform/database/db.ts';

/** When the oldest account was created; null if there is none. */
export async function firstAccountAt(db: Db): Promise<Date | null> {
  const row = await db
    .selectFrom('accounts')
    .select((select) => select.fn.min('created_at').as('since'))
    .executeTakeFirst();
  return row?.since ?? null;
}
