import { type Selectable, sql } from 'kysely';
import type { PeopleSourceName } from '#contract/people-orders.ts';
import type { Db, Tx } from '../platform/database/db.ts';
import type { Tables } from '../platform/database/tables.ts';

export type PeopleRun = Selectable<Tables['people_runs']>;

export async function insertRun(
  tx: Tx,
  run: { orderId: string; accountId: string; source: PeopleSourceName; at: Date },
): Promise<void> {
  await tx
    .insertInto('people_runs')
    .values({ order_id: run.orderId, account_id: run.accountId, source: run.source, created_at: run.at })
    .execute();
}

export async function findRuns(db: Db, orderIds: readonly string[]): Promise<Map<string, PeopleRun>> {
  if (orderIds.length === 0) return new Map();
  const rows = await db.selectFrom('people_runs').selectAll().where('order_id', 'in', orderIds).execute();
  return new Map(rows.map((row) => [row.order_id, row]));
}

/**
 * The run, its row locked until the transaction ends. The rows of its account and order are locked before it.
 */
export function lockRun(tx: Tx, orderId: string): Promise<PeopleRun | undefined> {
  return tx
    .selectFrom('people_runs')
    .selectAll()
    .where('order_id', '=', orderId)
    .forUpdate()
    .executeTakeFirst();
}

/** Whether another run of the account is active. The account's row is locked. */
export async function hasOtherRunning(tx: Tx, accountId: string, orderId: string): Promise<boolean> {
  const other = await tx
    .selectFrom('people_runs')
    .select('order_id')
    .where('account_id', '=', accountId)
    .where('status', '=', 'running')
    .where('order_id', '!=', orderId)
    .executeTakeFirst();
  return other !== undefined;
}

/** Orders of an account whose run has not ended. */
export async function openRuns(tx: Tx, accountId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('people_runs')
    .select('order_id')
    .where('account_id', '=', accountId)
    .where('status', 'in', ['waiting', 'running'])
    .orderBy('order_id')
    .execute();
  return rows.map(({ order_id }) => order_id);
}

export async function updateRun(
  tx: Tx,
  orderId: string,
  change: {
    status?: PeopleRun['status'];
    holder?: string | null;
    version?: string;
    columns?: readonly string[];
    cursor?: string | null;
    chunks?: number;
    records?: number;
    failures?: number;
    error?: string | null;
    ended_at?: Date;
  },
): Promise<void> {
  const { columns, ...rest } = change;
  await tx
    .updateTable('people_runs')
    .set({ ...rest, ...(columns ? { columns: JSON.stringify(columns) } : {}) })
    .where('order_id', '=', orderId)
    .execute();
}

export async function insertChunk(
  tx: Tx,
  chunk: { orderId: string; seq: number; records: number; keys: readonly string[]; csv: Buffer },
): Promise<void> {
  await tx
    .insertInto('people_run_chunks')
    .values({
      order_id: chunk.orderId,
      seq: chunk.seq,
      records: chunk.records,
      keys: [...chunk.keys],
      csv: chunk.csv,
    })
    .execute();
}

/** The keys of a run's records, if its source has keys. */
export async function runKeys(db: Db, orderId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('people_run_chunks')
    .select('keys')
    .where('order_id', '=', orderId)
    .execute();
  return rows.flatMap(({ keys }) => keys);
}

export async function findChunk(db: Db, orderId: string, seq: number): Promise<Uint8Array | null> {
  const row = await db
    .selectFrom('people_run_chunks')
    .select('csv')
    .where('order_id', '=', orderId)
    .where('seq', '=', seq)
    .executeTakeFirst();
  return row?.csv ?? null;
}

/** Replaces the rows of a chunk. Its count stays what was paid for. */
export async function replaceChunk(
  db: Db,
  { orderId, seq, csv }: { orderId: string; seq: number; csv: Buffer },
): Promise<void> {
  await db
    .updateTable('people_run_chunks')
    .set({ csv })
    .where('order_id', '=', orderId)
    .where('seq', '=', seq)
    .execute();
}

export async function deleteChunks(tx: Tx, orderId: string): Promise<void> {
  await tx.deleteFrom('people_run_chunks').where('order_id', '=', orderId).execute();
}

/** Every industry with its ID. */
export async function findTags(db: Db): Promise<{ id: string; industry: string }[]> {
  return db.selectFrom('industry_tags').select(['id', 'industry']).orderBy('id').execute();
}

/** Adds tags or updates the industry of existing ones. Returns how many were new. */
export async function saveTags(
  db: Db,
  tags: readonly { id: string; industry: string }[],
  now: Date,
): Promise<number> {
  if (tags.length === 0) return 0;
  const { rows } = await sql<{ added: boolean }>`
    insert into industry_tags (id, industry, updated_at)
    select t.id, t.industry, ${now}::timestamptz
    from json_to_recordset(${JSON.stringify(tags)}::text::json) as t (id text, industry text)
    on conflict (id) do update set industry = excluded.industry, updated_at = excluded.updated_at
    returning xmax = 0 as added
  `.execute(db);
  return rows.filter(({ added }) => added).length;
}
