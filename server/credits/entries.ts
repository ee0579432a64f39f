import { sql } from 'kysely';
import type { Tx } from '../platform/db.ts';
import { addToCreditDay } from './credit-days.ts';

/**
 * Adds a ledger entry, in credits. `spent`: a charge or its refund. The caller updates the account's totals in
 * the same transaction.
 */
export async function insertEntry(
  tx: Tx,
  accountId: string,
  entry: { amount: number; counted: boolean; spent: boolean; reason: string },
): Promise<void> {
  await tx
    .insertInto('credit_entries')
    .values({
      account_id: accountId,
      amount: entry.amount,
      reason: entry.reason,
      from_balance: entry.counted,
      spent: entry.spent,
    })
    .execute();
  if (entry.spent) await addToCreditDay(tx, accountId, { amount: -entry.amount, fromBalance: entry.counted });
}

/** Adds an entry for each item. `charges` are positive amounts of credits. */
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
    insert into credit_entries (account_id, amount, reason, from_balance, spent, task_id, item_position)
    select ${entries.accountId}::uuid, -c.amount, ${entries.reason}, ${entries.fromBalance}, true, ${entries.taskId}::uuid, c.position
    from json_to_recordset(${JSON.stringify(entries.charges)}::text::json) as c (position integer, amount integer)
  `.execute(tx);
  const amount = entries.charges.reduce((sum, charge) => sum + charge.amount, 0);
  await addToCreditDay(tx, entries.accountId, { amount, fromBalance: entries.fromBalance });
}
