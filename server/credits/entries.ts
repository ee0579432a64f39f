import { sql } from 'kysely';
import type { Tx } from '../platform/database/db.ts';
import { addToQuarter } from './credit-quarters.ts';
import { addToLine } from './line-store.ts';

/**
 * Adds a ledger entry, in credits, with its line of the credit history. `spent`: a charge or its refund. The caller
 * updates the account's totals in the same transaction.
 */
export async function insertEntry(
  tx: Tx,
  accountId: string,
  entry: { amount: number; counted: boolean; spent: boolean; reason: string; exportId: string | null },
): Promise<void> {
  const { amount, counted, spent, reason, exportId } = entry;
  await tx
    .insertInto('credit_entries')
    .values({
      account_id: accountId,
      amount,
      reason,
      from_balance: counted,
      spent,
      export_id: exportId,
    })
    .execute();
  await addToLine(tx, accountId, { amount, counted, spent, reason, exportId, taskId: null });
  if (spent) await addToQuarter(tx, accountId, { amount: -amount, fromBalance: counted });
}

/** Adds an entry for each item, with the line of their task. `charges` are positive amounts of credits. */
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
  const { accountId, taskId, reason, fromBalance, charges } = entries;
  await sql`
    insert into credit_entries (account_id, amount, reason, from_balance, spent, task_id, item_position)
    select ${accountId}::uuid, -c.amount, ${reason}, ${fromBalance}, true, ${taskId}::uuid, c.position
    from json_to_recordset(${JSON.stringify(charges)}::text::json) as c (position integer, amount integer)
  `.execute(tx);
  const amount = charges.reduce((sum, charge) => sum + charge.amount, 0);
  await addToLine(tx, accountId, {
    amount: -amount,
    counted: fromBalance,
    spent: true,
    reason,
    exportId: null,
    taskId,
  });
  await addToQuarter(tx, accountId, { amount, fromBalance });
}
