import { sql } from 'kysely';
import type { Db, Tx } from '../platform/database/db.ts';

/** What was reported about a domain's addresses. */
export interface DomainReports {
  sent: number;
  bounced: number;
}

/** Addresses that bounced, until a time. A soft bounce doesn't replace a hard one. Writes in order, which prevents deadlocks. */
export async function storeBounced(
  tx: Tx,
  bounced: readonly { key: string; kind: 'hard' | 'soft'; until: Date }[],
  now: Date,
): Promise<void> {
  if (bounced.length === 0) return;
  await sql`
    insert into bounced_addresses as b (address_digest, kind, until)
    select key, kind, until from json_to_recordset(${JSON.stringify(bounced)}::text::json)
      as r (key text, kind text, until timestamptz)
    order by key
    on conflict (address_digest) do update set kind = excluded.kind, until = excluded.until
    where excluded.kind = 'hard' or b.kind = 'soft' or b.until <= ${now}::timestamptz
  `.execute(tx);
}

/** The kinds of those that bounced. */
export async function findBounced(
  db: Db,
  keys: readonly string[],
  now: Date,
): Promise<Map<string, 'hard' | 'soft'>> {
  if (keys.length === 0) return new Map();
  const { rows } = await sql<{ address_digest: string; kind: 'hard' | 'soft' }>`
    select address_digest, kind from bounced_addresses
    where address_digest in (select json_array_elements_text(${JSON.stringify(keys)}::text::json))
      and until > ${now}::timestamptz
  `.execute(db);
  return new Map(rows.map(({ address_digest, kind }) => [address_digest, kind]));
}

/** Adds to the counts of domains. */
export async function addToDomains(
  tx: Tx,
  counts: ReadonlyMap<string, DomainReports>,
  now: Date,
): Promise<void> {
  if (counts.size === 0) return;
  const list = [...counts].map(([domain, { sent, bounced }]) => ({ domain, sent, bounced }));
  await sql`
    insert into bounce_domains as d (domain, sent, bounced, updated_at)
    select domain, sent, bounced, ${now}::timestamptz from json_to_recordset(${JSON.stringify(list)}::text::json)
      as r (domain text, sent integer, bounced integer)
    order by domain
    on conflict (domain) do update set
      sent = d.sent + excluded.sent, bounced = d.bounced + excluded.bounced, updated_at = excluded.updated_at
  `.execute(tx);
}

export async function findDomainReports(
  db: Db,
  domains: readonly string[],
): Promise<Map<string, DomainReports>> {
  const { rows } = await sql<DomainReports & { domain: string }>`
    select domain, sent, bounced from bounce_domains
    where domain in (select json_array_elements_text(${JSON.stringify(domains)}::text::json))
  `.execute(db);
  return new Map(rows.map(({ domain, sent, bounced }) => [domain, { sent, bounced }]));
}

export async function forgetBounced(db: Db, now: Date, domainsBefore: Date): Promise<void> {
  await db.deleteFrom('bounced_addresses').where('until', '<=', now).execute();
  await db.deleteFrom('bounce_domains').where('updated_at', '<=', domainsBefore).execute();
}
