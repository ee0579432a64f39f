import { sql } from 'kysely';
import type { LeadDatabase } from '#contract/leads.ts';
import type { Db, Tx } from '../platform/database/db.ts';
import { keysFromBytes, keysToBytes, type LeadKeys } from './lead-keys.ts';

/**
 * The leads that accounts paid for, as blocks of keys (docs/decisions/2026-11-23-exported-leads-as-blocks.md).
 * An account's blocks are added while its row is locked, so their ids grow in the order of the commits.
 */

/** Leads of one account in one database that are fresh at a time. */
export interface ExportedBy {
  accountId: string;
  database: LeadDatabase;
  now: Date;
}

/** A small block is replaced by one with the next leads too, up to this size, so that there are few blocks. */
const SMALL_BLOCK_BYTES = 64 * 1024;
/** Blocks read at once. Most have at most 400 kB. */
const STEP = 4;

/** Whether the account paid for any leads, and for any under their earlier keys. */
export async function findExported(db: Db, by: ExportedBy): Promise<{ any: boolean; earlier: boolean }> {
  const block = await freshBlocks(db, by)
    .select('has_earlier_keys')
    .orderBy('has_earlier_keys', 'desc')
    .limit(1)
    .executeTakeFirst();
  return { any: block !== undefined, earlier: block?.has_earlier_keys ?? false };
}

/** Reads the account's blocks with ids above `after`, in order. */
export async function* readBlocks(
  db: Db,
  by: ExportedBy,
  after: number,
): AsyncGenerator<{ id: number; keys: LeadKeys }> {
  for (let last = after; ; ) {
    const blocks = await freshBlocks(db, by)
      .select(['id', sql<string>`encode(keys, 'base64')`.as('keys')])
      .where('id', '>', last)
      .orderBy('id')
      .limit(STEP)
      .execute();
    for (const { id, keys } of blocks) yield { id, keys: keysFromBytes(Buffer.from(keys, 'base64')) };
    last = blocks.at(-1)?.id ?? last;
    if (blocks.length < STEP) return;
  }
}

/** Adds leads. Returns the id of their block, which is the account's last one. The account's row is locked. */
export async function addBlock(
  tx: Tx,
  { accountId, database }: Omit<ExportedBy, 'now'>,
  { keys, freshUntil, hasEarlierKeys }: { keys: LeadKeys; freshUntil: Date; hasEarlierKeys: boolean },
): Promise<number> {
  // PGlite converts bytes one by one, which takes longer than the export.
  const text = keysToBytes(keys).toString('base64');
  const { rows } = await sql<{ id: number }>`
    with small as (
      delete from exported_leads
      where id = (
        select id from exported_leads
        where account_id = ${accountId}::uuid and lead_database = ${database}
        order by id desc limit 1
      ) and fresh_until = ${freshUntil} and has_earlier_keys = ${hasEarlierKeys} and octet_length(keys) + ${keys.byteLength}::integer <= ${SMALL_BLOCK_BYTES}::integer
      returning keys
    )
    insert into exported_leads (account_id, lead_database, fresh_until, has_earlier_keys, keys)
    values (${accountId}::uuid, ${database}, ${freshUntil}, ${hasEarlierKeys}, coalesce((select keys from small), ''::bytea) || decode(${text}, 'base64'))
    returning id
  `.execute(tx);
  const [block] = rows;
  if (!block) throw new Error('The block of exported leads was not added.');
  return Number(block.id);
}

/** Deletes leads that are no longer fresh. */
export async function forgetOldLeads(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('exported_leads').where('fresh_until', '<=', now).execute();
}

function freshBlocks(db: Db, { accountId, database, now }: ExportedBy) {
  return db
    .selectFrom('exported_leads')
    .where('account_id', '=', accountId)
    .where('lead_database', '=', database)
    .where('fresh_until', '>', now);
}
