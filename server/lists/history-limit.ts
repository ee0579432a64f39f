import { setImmediate as nextTurn } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { isUnlimited } from '#contract/access.ts';
import { UNDO_DAYS } from '#contract/list-runs.ts';
import { findGateAccount, lockGateAccount } from '../accounts/account.ts';
import type { Deps } from '../deps.ts';
import { type Db, type Tx, transaction } from '../platform/database/db.ts';
import { listLimits } from './list-limits.ts';

/** Accounts looked at in one statement. */
const ACCOUNTS_PER_PART = 500;
/** Changes, or hours, forgotten in one statement. */
const FORGOTTEN_PER_PART = 500;

/** A change, how many more bytes of replaced values it keeps, and when it was made if not now. */
export interface KeptValues {
  id: number;
  bytes: number;
  at?: Date;
}

/** Notes that a list keeps more replaced values. */
export async function countKept(
  tx: Tx,
  listId: string,
  kept: readonly KeptValues[],
  at: Date,
): Promise<void> {
  if (kept.every(({ bytes }) => bytes <= 0)) return;
  const changes = JSON.stringify(kept.map((change) => ({ at, ...change })));
  await addSizes(
    tx,
    listId,
    sql`json_to_recordset(${changes}::text::json) as h (id bigint, bytes bigint, at timestamptz)`,
  );
}

/** Notes that rows of a list came back with their changes. */
export async function countRows(tx: Tx, listId: string, rows: readonly number[]): Promise<void> {
  await addSizes(tx, listId, sql`${changesOf(rows)} h`);
}

/** Notes that rows of a list are about to be deleted with their changes. */
export async function uncountRows(tx: Tx, listId: string, rows: readonly number[]): Promise<void> {
  await sql`
    update list_history_sizes s set bytes = greatest(0, s.bytes - gone.bytes)
    from (
      select date_trunc('hour', at) as hour, sum(bytes) as bytes from ${changesOf(rows)} h group by 1
    ) gone
    where s.account_id = (select account_id from lists where id = ${listId}::uuid) and s.hour = gone.hour
  `.execute(tx);
}

/** Adds the bytes of changes `h` of a list to those of the hours in which they were made. */
async function addSizes(tx: Tx, listId: string, changes: RawBuilder<unknown>): Promise<void> {
  await sql`
    insert into list_history_sizes as s (account_id, hour, bytes, last_id)
    select l.account_id, date_trunc('hour', h.at), sum(h.bytes), max(h.id)
    from lists l, ${changes} where l.id = ${listId}::uuid
    group by 1, 2
    on conflict (account_id, hour) do update set
      bytes = s.bytes + excluded.bytes, last_id = greatest(s.last_id, excluded.last_id)
  `.execute(tx);
}

function changesOf(rows: readonly number[]): RawBuilder<unknown> {
  return sql`(
    select id, at, octet_length(before::text) + coalesce(octet_length(cell::text), 0) as bytes from list_history
    where row_id = any(${`{${rows}}`}::text::bigint[])
  )`;
}

/**
 * Forgets the oldest changes of each account whose replaced values fill more than its lists may: all that are older than those that it
 * keeps, so that an undo of these sees what was changed after them.
 */
export async function forgetBeyondLimits(
  { config, database: { db } }: Pick<Deps, 'config' | 'database'>,
  stopping?: AbortSignal,
): Promise<void> {
  const least = Math.min(...[true, false].map((paid) => listLimits(config, { paid }).bytes));
  for (let after: string | null = null; !stopping?.aborted; ) {
    const accounts = await keptBytes(db, after);
    for (const { id, bytes } of accounts) {
      if (bytes <= least) continue;
      const account = await findGateAccount(db, config, id);
      const most = listLimits(config, { paid: account !== null && isUnlimited(account) }).bytes;
      // Locked, so that no import changes these rows, and no other server deletes them.
      const forgetSome = () =>
        transaction(db, async (tx) => {
          await lockGateAccount(tx, config, id);
          return forgetOldestBeyond(tx, id, most);
        });
      while (!stopping?.aborted && (await forgetSome())) await nextTurn();
    }
    const last = accounts.at(-1);
    if (!last || accounts.length < ACCOUNTS_PER_PART) return;
    after = last.id;
  }
}

/** Forgets the sizes of hours whose changes are too old to be undone, some at a time. Returns whether there may be more. */
export async function forgetOldSizes(db: Db, now: Date): Promise<boolean> {
  const before = new Date(now.getTime() - UNDO_DAYS * 86_400_000);
  const { numAffectedRows = 0n } = await sql`
    delete from list_history_sizes where (account_id, hour) in (
      select account_id, hour from list_history_sizes where hour < ${before} order by hour limit ${FORGOTTEN_PER_PART}
    )
  `.execute(db);
  return Number(numAffectedRows) === FORGOTTEN_PER_PART;
}

/** What the next accounts keep. */
async function keptBytes(db: Db, after: string | null): Promise<{ id: string; bytes: number }[]> {
  const { rows } = await sql<{ id: string; bytes: string }>`
    select account_id as id, sum(bytes)::bigint as bytes from list_history_sizes
    where ${after}::uuid is null or account_id > ${after}::uuid
    group by account_id order by account_id limit ${ACCOUNTS_PER_PART}
  `.execute(db);
  return rows.map(({ id, bytes }) => ({ id, bytes: Number(bytes) }));
}

/** Forgets some changes of the oldest hour of an account that keeps more bytes than `most`. Returns whether it did. */
async function forgetOldestBeyond(tx: Tx, accountId: string, most: number): Promise<boolean> {
  const { rows } = await sql<{ hour: Date; last_id: number }>`
    select hour, last_id from list_history_sizes where account_id = ${accountId}::uuid
      and (select sum(bytes) from list_history_sizes where account_id = ${accountId}::uuid) > ${most}
    order by hour limit 1
  `.execute(tx);
  const [oldest] = rows;
  if (!oldest) return false;
  const { numAffectedRows = 0n } = await sql`
    delete from list_history where id in (
      select h.id from lists l join list_history h on h.list_id = l.id
      where l.account_id = ${accountId}::uuid and h.id <= ${oldest.last_id}::bigint limit ${FORGOTTEN_PER_PART}
    )
  `.execute(tx);
  // An hour that got more changes meanwhile stays for the next part.
  if (Number(numAffectedRows) < FORGOTTEN_PER_PART)
    await sql`
      delete from list_history_sizes
      where account_id = ${accountId}::uuid and hour = ${oldest.hour} and last_id = ${oldest.last_id}::bigint
    `.execute(tx);
  return true;
}
