import type { Db } from '../platform/db.ts';

/** Entries of an account, latest first. `before` is the id of the last entry on the previous page. */
export function entriesPage(db: Db, accountId: string, page: { before: number | undefined; limit: number }) {
  const entries = db
    .selectFrom('credit_entries')
    .select(['id', 'created_at', 'amount', 'reason', 'from_balance', 'task_id', 'item_position'])
    .where('account_id', '=', accountId);
  const from = page.before === undefined ? entries : entries.where('id', '<', page.before);
  return from.orderBy('id', 'desc').limit(page.limit).execute();
}
