import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Db, transaction } from '../platform/database/db.ts';

/** `email_sha256`, `phone_sha256`: of a list that has only hashes of them. */
export type OptOutKind = 'email' | 'domain' | 'profile' | 'phone' | 'email_sha256' | 'phone_sha256';
/** `phone_form`: another way to write a phone on the list. */
export type StoredKind = OptOutKind | 'phone_form';

/**
 * Adds new hashes, at `now` or later: after all that were added before, so that a sweep that has seen the newest entry has seen
 * all. Returns those that were new.
 */
export async function insertOptOuts(
  db: Db,
  entries: readonly { hash: string; kind: StoredKind }[],
  now: Date,
): Promise<Set<string>> {
  if (entries.length === 0) return new Set();
  return transaction(db, async (tx) => {
    // The entries of a transaction that ends later are the newer ones.
    await sql`select pg_advisory_xact_lock(hashtextextended('opt-outs', 0))`.execute(tx);
    const { rows } = await sql<{ hash: string }>`
      insert into opt_outs (hash, kind, created_at)
      select e.hash, e.kind,
        greatest(${now}::timestamptz, (select max(created_at) + interval '1 millisecond' from opt_outs))
      from json_to_recordset(${JSON.stringify(entries)}::text::json) as e (hash text, kind text)
      on conflict (hash) do nothing returning hash
    `.execute(tx);
    return new Set(rows.map(({ hash }) => hash));
  });
}

/** Deletes hashes. Returns those that existed. */
export async function deleteOptOuts(db: Db, hashes: readonly string[]): Promise<Set<string>> {
  if (hashes.length === 0) return new Set();
  const rows = await db.deleteFrom('opt_outs').where('hash', 'in', hashes).returning('hash').execute();
  return new Set(rows.map(({ hash }) => hash));
}

/** Returns the hashes that are on the list. */
export async function findOptOuts(db: Db, hashes: readonly string[]): Promise<Set<string>> {
  if (hashes.length === 0) return new Set();
  // One value instead of a thousand: it is built, sent and planned much faster. Hashes are base64url.
  const { rows } = await sql<{ hash: string }>`
    select hash from opt_outs where hash = any(${`{${hashes.join(',')}}`}::text[])
  `.execute(db);
  return new Set(rows.map(({ hash }) => hash));
}

/** Entries that one statement reads. */
const READ_AT_ONCE = 1000;

/** All hashes on the list, with their kind and the time when each was added. Read in steps. */
export async function allOptOuts(db: Db): Promise<Map<string, { kind: StoredKind; addedAt: Date }>> {
  const all = new Map<string, { kind: StoredKind; addedAt: Date }>();
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('opt_outs')
      .select(['hash', 'kind', 'created_at'])
      .where('hash', '>', after)
      .orderBy('hash')
      .limit(READ_AT_ONCE)
      .execute();
    for (const { hash, kind, created_at } of rows) all.set(hash, { kind, addedAt: created_at });
    const last = rows.at(-1);
    if (!last || rows.length < READ_AT_ONCE) return all;
    after = last.hash;
    await nextTurn();
  }
}

/** When hashes were added. Leaves out those that aren't on the list. */
export async function optOutTimes(db: Db, hashes: readonly string[]): Promise<Map<string, Date>> {
  if (hashes.length === 0) return new Map();
  const rows = await db
    .selectFrom('opt_outs')
    .select(['hash', 'created_at'])
    .where('hash', 'in', hashes)
    .execute();
  return new Map(rows.map(({ hash, created_at }) => [hash, created_at]));
}

/** Whether anyone was added at a time or later. */
export async function hasOptOutsSince(db: Db, since: Date): Promise<boolean> {
  const row = await db
    .selectFrom('opt_outs')
    .select('hash')
    .where('created_at', '>=', since)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** What a list has: any entries, phones in any form, and hashes of emails or phones. */
export interface ListContents {
  any: boolean;
  phones: boolean;
  hashes: boolean;
}

/** What the list has. Reads one of each at most. */
export async function listContents(db: Db): Promise<ListContents> {
  const { rows } = await sql<ListContents & { hashed_phones: boolean }>`
    select exists (select 1 from opt_outs) as any, exists (select 1 from opt_outs where kind = 'phone') as phones,
      exists (select 1 from opt_outs where kind in ('email_sha256', 'phone_sha256')) as hashes,
      exists (select 1 from opt_outs where kind = 'phone_sha256') as hashed_phones
  `.execute(db);
  const { any = false, phones = false, hashes = false, hashed_phones = false } = rows[0] ?? {};
  return { any, phones: phones || hashed_phones, hashes };
}

/**
 * Returns a text that changes with the list. The count alone isn't enough, since entries can also be removed. With `before`,
 * only entries that were added before that time count.
 */
export async function optOutsVersion(db: Db, before: Date | null): Promise<string> {
  let all = db
    .selectFrom('opt_outs')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max('created_at').as('newest')]);
  if (before !== null) all = all.where('created_at', '<', before);
  const { count, newest } = await all.executeTakeFirstOrThrow();
  return `${count} ${newest === null ? '' : new Date(newest).toISOString()}`;
}
