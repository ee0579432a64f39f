import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../platform/database/db.ts';
import { deleteInSteps } from '../platform/database/delete-steps.ts';
import type { NotExported, PersonalTable } from '../platform/personal-data.ts';

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

/** Deletes an account's rows in a table that can have many, in steps: first their parts, then the rows. */
export async function deleteOwnRows(
  db: Db,
  { table, many }: PersonalTable | NotExported,
  accountId: string,
): Promise<void> {
  const own = sql`select * from ${sql.table(table)} where account_id = ${accountId}::uuid`;
  for (const part of many?.parts ?? [])
    await deleteInSteps((limit) =>
      deleteByPlace(
        db,
        part.table,
        sql`join (${own}) own on own.${sql.ref(part.key)} = one.${sql.ref(part.column)}`,
        limit,
      ),
    );
  await deleteInSteps((limit) => deleteByPlace(db, table, sql`where account_id = ${accountId}::uuid`, limit));
}

/** Deletes up to `limit` of the rows that `which` joins or filters, whatever their key is. Returns their number. */
async function deleteByPlace(
  db: Db,
  table: PersonalTable['table'],
  which: RawBuilder<unknown>,
  limit: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where ctid = any (array(
      select one.ctid from ${sql.table(table)} one ${which} limit ${limit}
    ))
  `.execute(db);
  return Number(numAffectedRows ?? 0);
}
