import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Tx } from '#server/platform/database/db.ts';
import type { Tables } from '#server/platform/database/tables.ts';

export type AddressRecord = Tables['email_addresses'];
export type PatternRecord = Tables['email_patterns'];

/** Maximum patterns read per domain. More add no information. */
const PATTERNS_READ = 200;

/** Whether domains accept mail for every mailbox, for the domains where this is known. */
export async function findCatchAll(
  db: Db,
  domains: readonly string[],
  now: Date,
): Promise<Map<string, boolean>> {
  const { rows } = await sql<{ domain: string; catch_all: boolean }>`
    select domain, catch_all from email_domains
    where domain in (select json_array_elements_text(${JSON.stringify(domains)}::text::json)) and until > ${now}
  `.execute(db);
  return new Map(rows.map(({ domain, catch_all }) => [domain, catch_all]));
}

/** How many known addresses of each domain have each pattern. */
export async function countPatterns(
  db: Db,
  domains: readonly string[],
): Promise<Map<string, Record<string, number>>> {
  const { rows } = await sql<{ domain: string; pattern: string; count: number }>`
    select requested.domain, known.pattern, count(*)::integer as count
    from json_array_elements_text(${JSON.stringify(domains)}::text::json) as requested (domain)
    cross join lateral (
      select pattern from email_patterns p where p.domain = requested.domain limit ${PATTERNS_READ}
    ) known
    group by requested.domain, known.pattern
  `.execute(db);
  const counts = new Map<string, Record<string, number>>();
  for (const { domain, pattern, count } of rows) {
    const of = counts.get(domain) ?? {};
    of[pattern] = count;
    counts.set(domain, of);
  }
  return counts;
}

export async function knownAddresses(
  db: Db,
  addresses: readonly string[],
  now: Date,
): Promise<AddressRecord[]> {
  const { rows } = await sql<AddressRecord>`
    select * from email_addresses
    where address in (select json_array_elements_text(${JSON.stringify(addresses)}::text::json))
      and until > ${now}
  `.execute(db);
  return rows;
}

/** Saves or replaces verdicts, one per address. Writes in address order, which prevents deadlocks. */
export async function saveAddresses(tx: Tx, records: readonly AddressRecord[]): Promise<void> {
  if (records.length === 0) return;
  await sql`
    insert into email_addresses (address, status, reason, mail_host, until)
    select address, status, reason, mail_host, until
    from json_to_recordset(${JSON.stringify(records)}::text::json)
      as r (address text, status text, reason text, mail_host text, until timestamptz)
    order by address
    on conflict (address) do update
      set status = excluded.status, reason = excluded.reason, mail_host = excluded.mail_host, until = excluded.until
  `.execute(tx);
}

export async function saveDomains(tx: Tx, records: readonly Tables['email_domains'][]): Promise<void> {
  if (records.length === 0) return;
  await sql`
    insert into email_domains (domain, catch_all, until)
    select domain, catch_all, until
    from json_to_recordset(${JSON.stringify(records)}::text::json)
      as r (domain text, catch_all boolean, until timestamptz)
    order by domain
    on conflict (domain) do update set catch_all = excluded.catch_all, until = excluded.until
  `.execute(tx);
}

/** Counts each address once per domain, and notes which domains we learned about. */
export async function savePatterns(tx: Tx, records: readonly PatternRecord[], now: Date): Promise<void> {
  if (records.length === 0) return;
  await sql`
    with added as (
      insert into email_patterns (domain, digest, pattern)
      select domain, digest, pattern
      from json_to_recordset(${JSON.stringify(records)}::text::json) as r (domain text, digest text, pattern text)
      order by domain, digest
      on conflict (domain, digest) do nothing
      returning domain
    )
    insert into email_learned_domains as d (domain, learned_at, learned)
    select domain, ${now}::timestamptz, count(*)::integer from added group by domain order by domain
    on conflict (domain) do update set learned_at = excluded.learned_at, learned = d.learned + excluded.learned
  `.execute(tx);
}

/** Saved addresses after the given one, in order. */
export async function addressesAfter(db: Db, after: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('email_addresses')
    .select('address')
    .where('address', '>', after)
    .orderBy('address')
    .limit(limit)
    .execute();
  return rows.map(({ address }) => address);
}

/** Deletes the verdicts and pattern counts of addresses. */
export async function deleteAddresses(db: Db, addresses: readonly string[]): Promise<void> {
  if (addresses.length === 0) return;
  const digests = addresses.map(addressDigest);
  await db.deleteFrom('email_addresses').where('address', 'in', addresses).execute();
  await db
    .deleteFrom('email_patterns')
    .where('domain', 'in', [
      ...new Set(addresses.map((address) => address.slice(address.lastIndexOf('@') + 1))),
    ])
    .where('digest', 'in', digests)
    .execute();
}

/** Identifies an address without storing it. */
export function addressDigest(address: string): string {
  return createHash('sha256').update(address).digest('base64url').slice(0, 22);
}

/** Deletes expired verdicts. */
export async function deleteExpired(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('email_addresses').where('until', '<=', now).execute();
  await db.deleteFrom('email_domains').where('until', '<=', now).execute();
}
