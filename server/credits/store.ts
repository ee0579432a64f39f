import { sql } from 'kysely';
import type { Db, Tx } from '../platform/db.ts';

/** One entry that counts, and the balance moved by its amount, in credits. */
export async function addEntry(tx: Tx, accountId: string, amount: number, reason: string): Promise<void> {
  await tx.insertInto('credit_entries').values({ account_id: accountId, amount, reason }).execute();
  await moveBalance(tx, accountId, amount);
}

/** One entry that leaves the balance alone, in credits. */
export async function addUncountedEntry(
  tx: Tx,
  accountId: string,
  amount: number,
  reason: string,
): Promise<void> {
  await tx
    .insertInto('credit_entries')
    .values({ account_id: accountId, amount, reason, from_balance: false })
    .execute();
}

/** One entry for each item; `charges` in credits above 0. */
export async function insertItemCharges(
  tx: Tx,
  entries: {
    accountId: string;
    taskId: string;
    reason: string;
    fromBalance: boolean;
    charges: readonly { position: number; amount: number }[];
  },
): Promise<void> {
  await sql`
    insert into credit_entries (account_id, amount, reason, from_balance, task_id, item_position)
    select ${entries.accountId}::uuid, -c.amount, ${entries.reason}, ${entries.fromBalance}, ${entries.taskId}::uuid, c.position
    from json_to_recordset(${JSON.stringify(entries.charges)}::text::json) as c (position integer, amount integer)
  `.execute(tx);
}

/** Adds `amount` credits, which may be negative; the database refuses a balance below 0. */
export async function moveBalance(tx: Tx, accountId: string, amount: number): Promise<void> {
  await tx
    .updateTable('accounts')
    .set(({ eb }) => ({ balance: eb('balance', '+', amount) }))
    .where('id', '=', accountId)
    .execute();
}

/** Entries of an account, latest first, with the item each was charged for. `before`: an entry's id, where a page ended. */
export function entriesPage(db: Db, accountId: string, page: { before: number | undefined; limit: number }) {
  const entries = db
    .selectFrom('credit_entries as e')
    .leftJoin('task_items as i', (join) =>
      join.onRef('i.task_id', '=', 'e.task_id').onRef('i.position', '=', 'e.item_position'),
    )
    .select(['e.id', 'e.created_at', 'e.amount', 'e.reason', 'e.from_balance', 'e.task_id', 'i.input'])
    .where('e.account_id', '=', accountId);
  const from = page.before === undefined ? entries : entries.where('e.id', '<', page.before);
  return from.orderBy('e.id', 'desc').limit(page.limit).execute();
}
