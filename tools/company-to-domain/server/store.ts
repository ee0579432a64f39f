import { sql } from 'kysely';
import type { Db } from '#server/platform/database/db.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import type { Logo } from '../run/ports.ts';

export type CompanyRecord = Tables['companies'];

/** A company as an import writes it. All of one import have the same time. */
export interface ImportedCompany extends CompanyRecord {
  /** the name without its legal form */
  short: string;
}

/**
 * Two companies of one import with the same key and domain, as one: nothing that only one of them has, its legal form
 * or its country, tells whose domain it is. `saveCompanies` does the same with those of other calls.
 */
export function mergedCompany(
  before: ImportedCompany | undefined,
  company: ImportedCompany,
): ImportedCompany {
  if (!before) return company;
  return {
    ...company,
    name: before.name === company.name ? company.name : company.short,
    country: before.country === company.country ? company.country : null,
  };
}

/** Rows of the operator's table for these keys. */
export async function findCompanies(
  db: Db,
  keys: readonly string[],
): Promise<Pick<CompanyRecord, 'key' | 'domain' | 'country' | 'name'>[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<Pick<CompanyRecord, 'key' | 'domain' | 'country' | 'name'>>`
    select key, domain, country, name from companies
    where key in (select json_array_elements_text(${JSON.stringify(keys)}::text::json))
    order by key, domain
  `.execute(db);
  return rows;
}

/** Adds or updates rows, one per key and domain, which occurs once. Returns how many are new. */
export async function saveCompanies(db: Db, records: readonly ImportedCompany[]): Promise<number> {
  if (records.length === 0) return 0;
  const { rows } = await sql<{ added: boolean }>`
    with given as (
      select * from json_to_recordset(${JSON.stringify(records)}::text::json)
        as r (key text, domain text, country text, name text, imported_at timestamptz, short text)
    )
    insert into companies (key, domain, country, name, imported_at)
    select key, domain, country, name, imported_at from given
    order by key, domain
    on conflict (key, domain) do update set
      country = case when companies.imported_at <> excluded.imported_at or companies.country = excluded.country
        then excluded.country end,
      name = case when companies.imported_at <> excluded.imported_at or companies.name = excluded.name
        then excluded.name
        else (select short from given g where g.key = excluded.key and g.domain = excluded.domain) end,
      imported_at = excluded.imported_at
    returning (xmax = 0) as added
  `.execute(db);
  return rows.filter(({ added }) => added).length;
}

export async function countCompanies(db: Db): Promise<{ rows: number; domains: number }> {
  const { rows } = await sql<{ rows: number; domains: number }>`
    select count(*)::integer as rows, count(distinct domain)::integer as domains from companies
  `.execute(db);
  return rows[0] ?? { rows: 0, domains: 0 };
}

/** About `most` rows of the operator's table, drawn by chance but always the same ones; all if it has fewer. */
export async function sampleCompanies(
  db: Db,
  most: number,
): Promise<Pick<CompanyRecord, 'name' | 'domain' | 'country'>[]> {
  const { rows: total } = await countCompanies(db);
  const percent = Math.min(100, (100 * most) / Math.max(1, total));
  const { rows } = await sql<Pick<CompanyRecord, 'name' | 'domain' | 'country'>>`
    select name, domain, country from companies tablesample bernoulli (${percent}) repeatable (1) limit ${most}
  `.execute(db);
  return rows;
}

/** Deletes all rows. Returns how many there were. */
export async function deleteCompanies(db: Db): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('companies').executeTakeFirst();
  return Number(numDeletedRows);
}

/** The address of a logo fetched after the given time. */
export async function logoUrl(db: Db, domain: string, after: Date): Promise<string | null> {
  const row = await db
    .selectFrom('company_logos')
    .select('url')
    .where('domain', '=', domain)
    .where('fetched_at', '>', after)
    .executeTakeFirst();
  return row?.url ?? null;
}

export async function findLogos(
  db: Db,
  domains: readonly string[],
): Promise<Pick<Tables['company_logos'], 'domain' | 'type' | 'bytes'>[]> {
  if (domains.length === 0) return [];
  return db
    .selectFrom('company_logos')
    .select(['domain', 'type', 'bytes'])
    .where('domain', 'in', domains)
    .execute();
}

export async function saveLogo(db: Db, { domain, url, type, bytes }: Logo, now: Date): Promise<void> {
  const content = { url, type, bytes, fetched_at: now };
  await db
    .insertInto('company_logos')
    .values({ domain, ...content })
    .onConflict((conflict) => conflict.column('domain').doUpdateSet(content))
    .execute();
}

/** Deletes the oldest logos beyond this size in total. */
export async function trimLogos(db: Db, maxBytes: number): Promise<void> {
  await sql`
    delete from company_logos where domain in (
      select domain from (
        select domain, sum(octet_length(bytes)) over (order by fetched_at desc, domain) as total from company_logos
      ) sized where total > ${maxBytes}
    )
  `.execute(db);
}
