import type { Db } from '../platform/database/db.ts';

/** When the plan of these accounts ends, because its subscription was canceled. An account that has it for another reason is missing. */
export async function endingPlans(db: Db, accountIds: readonly string[]): Promise<ReadonlyMap<string, Date>> {
  const rows = await db
    .selectFrom('entitlements')
    .select(({ fn }) => ['account_id', fn.max('period_ends_at').as('ends_at')])
    .where('account_id', 'in', accountIds)
    .where('has_access', '=', true)
    .groupBy('account_id')
    .having(({ fn }) => fn.agg<boolean>('bool_and', ['cancels_at_period_end']), '=', true)
    .execute();
  return new Map(
    rows.flatMap(({ account_id, ends_at }) => (ends_at ? [[account_id, ends_at] as const] : [])),
  );
}
