import { sql } from 'kysely';
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

export type OptOutKind = 'email' | 'domain' | 'profile';

/** Adds hashes that are new; returns how many were. */
export async function insertOptOuts(
  db: Db,
  entries: readonly { hash: string; kind: OptOutKind }[],
  now: Date,
): Promise<number> {
  if (entries.length === 0) return 0;
  const { rows } = await sql<{ hash: string }>`
    insert into opt_outs (hash, kind, created_at)
    select e.hash, e.kind, ${now}::timestamptz
    from json_to_recordset(${JSON.stringify(entries)}::text::json) as e (hash text, kind text)
    on conflict (hash) do nothing returning hash
  `.execute(db);
  return rows.length;
}

/** Deletes hashes; returns those that were there. */
export async function deleteOptOuts(db: Db, hashes: readonly string[]): Promise<Set<string>> {
  if (hashes.length === 0) return new Set();
  const rows = await db.deleteFrom('opt_outs').where('hash', 'in', hashes).returning('hash').execute();
  return new Set(rows.map(({ hash }) => hash));
}

/** Which of the hashes are on the list. */
export async function findOptOuts(db: Db, hashes: readonly string[]): Promise<Set<string>> {
  if (hashes.length === 0) return new Set();
  const rows = await db.selectFrom('opt_outs').select('hash').where('hash', 'in', hashes).execute();
  return new Set(rows.map(({ hash }) => hash));
}

/** Every hash of the list. */
export async function allOptOuts(db: Db): Promise<Set<string>> {
  const rows = await db.selectFrom('opt_outs').select('hash').execute();
  return new Set(rows.map(({ hash }) => hash));
}
