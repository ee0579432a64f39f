import type { LeadDatabase } from '#contract/leads.ts';
import type { Db, Tx } from '../platform/database/db.ts';

/** Adds an export. One with `delivered` has ended with all its leads. */
export async function insertExport(
  tx: Tx,
  row: {
    accountId: string;
    database: LeadDatabase;
    leads: number;
    repeats: number;
    fromBalance: boolean;
    free: boolean;
    apiKeyId: string | null;
    now: Date;
    delivered: boolean;
  },
): Promise<string> {
  const { id } = await tx
    .insertInto('lead_exports')
    .values({
      account_id: row.accountId,
      lead_database: row.database,
      leads: row.leads,
      repeats: row.repeats,
      from_balance: row.fromBalance,
      free: row.free,
      api_key_id: row.apiKeyId,
      created_at: row.now,
      touched_at: row.now,
      sent: row.delivered ? row.leads : 0,
      repeats_sent: row.delivered ? row.repeats : 0,
      ended_at: row.delivered ? row.now : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The number of an account's exports that have not ended. */
export async function countOpenExports(tx: Tx, accountId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('lead_exports')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Leads sent so far. */
export interface SentCount {
  sent: number;
  /** those of them that were free */
  repeats_sent: number;
}

/** Saves the progress of an export, whose row is locked. */
export async function saveExportProgress(tx: Tx, id: string, sent: SentCount, now: Date): Promise<void> {
  await tx
    .updateTable('lead_exports')
    .set({ ...sent, touched_at: now })
    .where('id', '=', id)
    .execute();
}

/** The account id of an export, which never changes; undefined if the export doesn't exist. */
export async function findExportOwner(tx: Tx, id: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('lead_exports')
    .select('account_id')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.account_id;
}

/** Locks an open export's row; undefined if it has ended. Lock its account first. */
export function lockOpenExport(tx: Tx, id: string) {
  return tx
    .selectFrom('lead_exports')
    .selectAll()
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

/** Ends an export, whose row is locked. */
export async function endExport(tx: Tx, id: string, sent: SentCount, now: Date): Promise<void> {
  await tx
    .updateTable('lead_exports')
    .set({ ...sent, ended_at: now })
    .where('id', '=', id)
    .execute();
}

/** Ids of at most `limit` open exports without progress since `before`, in order, after the id `after`. */
export async function listAbandonedExports(
  db: Db,
  before: Date,
  { after, limit }: { after: string | null; limit: number },
): Promise<string[]> {
  let query = db
    .selectFrom('lead_exports')
    .select('id')
    .where('ended_at', 'is', null)
    .where('touched_at', '<', before);
  if (after !== null) query = query.where('id', '>', after);
  const rows = await query.orderBy('id').limit(limit).execute();
  return rows.map(({ id }) => id);
}
