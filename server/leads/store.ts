import type { LeadDatabase } from '#contract/leads.ts';
import type { Db, Tx } from '../platform/db.ts';

export async function insertExport(
  tx: Tx,
  row: { accountId: string; database: LeadDatabase; leads: number; fromBalance: boolean; now: Date },
): Promise<string> {
  const { id } = await tx
    .insertInto('lead_exports')
    .values({
      account_id: row.accountId,
      lead_database: row.database,
      leads: row.leads,
      from_balance: row.fromBalance,
      created_at: row.now,
      touched_at: row.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Notes how many leads are sent by now. False: the export was ended meanwhile. */
export async function touchExport(db: Db, id: string, sent: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('lead_exports')
    .set({ sent, touched_at: now })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Whose an export is; undefined when there is none. An export never changes hands. */
export async function ownerOfExport(tx: Tx, id: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('lead_exports')
    .select('account_id')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.account_id;
}

/** The export with its row locked; undefined when it has ended. Lock its account before. */
export function lockOpenExport(tx: Tx, id: string) {
  return tx
    .selectFrom('lead_exports')
    .selectAll()
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

/** Ends an export that is open. */
export async function endExport(db: Db | Tx, id: string, sent: number, now: Date): Promise<void> {
  await db
    .updateTable('lead_exports')
    .set({ sent, ended_at: now })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute();
}

/** Exports that stand still since `before`. */
export async function brokenOffExports(db: Db, before: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('lead_exports')
    .select('id')
    .where('ended_at', 'is', null)
    .where('touched_at', '<', before)
    .limit(100)
    .execute();
  return rows.map(({ id }) => id);
}
