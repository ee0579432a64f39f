import { sql } from 'kysely';
import type { Db } from '../platform/db.ts';
import type { PersonalTable } from '../platform/personal-data.ts';

/**
 * A page of an account's rows in one table, ordered by key, after the key `after`. `json` is a JSON object.
 */
export async function ownRows(
  db: Db,
  { table, key: column, omit }: PersonalTable,
  accountId: string,
  page: { after: string | null; limit: number },
): Promise<{ key: string; json: string }[]> {
  const key = sql.ref(column);
  const from = page.after === null ? sql`` : sql`and ${key} > ${page.after}`;
  const omitted = sql.lit(`{${['account_id', ...omit].join(',')}}`);
  const { rows } = await sql<{ key: string; json: string }>`
    select ${key}::text as key, (to_jsonb(own) - ${omitted}::text[])::text as json
    from ${sql.table(table)} own where account_id = ${accountId}::uuid ${from}
    order by ${key} limit ${page.limit}
  `.execute(db);
  return rows;
}
