import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../platform/database/db.ts';
import { deleteInSteps } from '../platform/database/delete-steps.ts';
import type { NotExported, PersonalTable } from '../platform/personal-data.ts';

/** The exported columns of tables, by table, in their order. */
export async function exportedColumns(
  db: Db,
  tables: readonly Pick<PersonalTable, 'table' | 'omit'>[],
): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select table_name as name, array_agg(column_name::text order by ordinal_position) as columns
    from information_schema.columns where table_schema = current_schema()
      and table_name = any(${`{${tables.map(({ table }) => table).join(',')}}`}::text[])
    group by table_name
  `.execute(db);
  const all = new Map(rows.map(({ name, columns }) => [name, columns]));
  return new Map(
    tables.map(({ table, omit }) => [
      table,
      (all.get(table) ?? []).filter((column) => column !== 'account_id' && !omit.includes(column)),
    ]),
  );
}

/** A page of an account's rows in one table, ordered by key, after the key `after`. */
interface Page {
  columns: readonly string[];
  accountId: string;
  after: string | null;
  limit: number;
}

/** A page as rows. `json` is a JSON object. */
export async function ownRows(
  db: Db,
  table: PersonalTable,
  page: Page,
): Promise<{ key: string; json: string }[]> {
  const { rows } = await sql<{ key: string; json: string }>`
    select key::text as key, json from (${pageSql(table, page)}) page order by page.key
  `.execute(db);
  return rows;
}

/**
 * A page as one text, with `,\n` between the rows, and its last key. Faster than rows, of which an account can have
 * millions. Null without any.
 */
export async function ownRowsText(
  db: Db,
  table: PersonalTable,
  page: Page,
): Promise<{ text: string; count: number; last: string } | null> {
  const { rows } = await sql<{ text: string | null; count: number; last: string }>`
    select string_agg(json, E',\\n' order by key) as text, count(*)::integer as count,
      (array_agg(key::text order by key desc))[1] as last
    from (${pageSql(table, page)}) page
  `.execute(db);
  return rows.flatMap(({ text, ...rest }) => (text === null ? [] : { text, ...rest }))[0] ?? null;
}

function pageSql({ table, key: column }: PersonalTable, { columns, accountId, after, limit }: Page) {
  const key = sql.ref(column);
  const from = after === null ? sql`` : sql`and ${key} > ${after}`;
  const all = sql.join(columns.map((name) => sql.ref(`own.${name}`)));
  // Not to_jsonb without some fields, which takes twice the time.
  return sql`
    select ${key} as key, (select row_to_json(exported)::text from (select ${all}) exported) as json
    from ${sql.table(table)} own where account_id = ${accountId}::uuid ${from}
    order by ${key} limit ${limit}
  `;
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
