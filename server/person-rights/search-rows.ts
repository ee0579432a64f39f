import { type RawBuilder, sql } from 'kysely';
import { entryPattern } from '../opt-outs/entry-pattern.ts';
import type { OptOut } from '../opt-outs/opt-out-entry.ts';
import type { Db } from '../platform/database/db.ts';
import type { Tables } from '../platform/database/tables.ts';
import type { RowOwner, SearchedTable } from './searched-tables.ts';

/**
 * What one statement reads at most, besides the row that exceeds the bytes: so that none takes 100 ms. Others use the database in
 * between.
 */
const BYTES_PER_STEP = 512 * 1024;
export const MOST_STEP_ROWS = 2000;
/** Of JSON, only the compressed size is known without reading it. It takes about so many times that. */
const UNPACKED = 4;

/** A row that may name the person. */
export interface FoundRow {
  table: keyof Tables;
  /** its primary key, as text */
  keys: string[];
  /** its texts and JSON by column */
  values: Record<string, unknown>;
  accountId: string | null;
  within: string | null;
  at: string | null;
  /** the task, list or other row that it belongs to; null: none */
  owner: string | null;
  /** of its task: the tool */
  type: string | null;
}

/** The columns of a table that a search needs. */
export interface TableColumns {
  /** of its primary key, with their types */
  keys: { name: string; type: string }[];
  /** with text or JSON, or with bytes that are text */
  searched: { name: string; type: string }[];
}

const TEXT_TYPES: ReadonlySet<string> = new Set(['text', 'jsonb', 'json', 'text[]', 'character varying']);

/** Which columns a table has, so that a new column is searched without another word. */
export async function tableColumns(
  db: Db,
  table: string,
  { bytes = [] }: Pick<SearchedTable, 'bytes'>,
): Promise<TableColumns> {
  const { rows } = await sql<{ name: string; type: string; place: number | null }>`
    select a.attname as name, format_type(a.atttypid, null) as type,
      (select array_position(i.indkey::smallint[], a.attnum) from pg_index i
       where i.indrelid = a.attrelid and i.indisprimary) as place
    from pg_attribute a where a.attrelid = ${table}::regclass and a.attnum > 0 and not a.attisdropped
    order by a.attnum
  `.execute(db);
  const keys = rows.filter(({ place }) => place !== null).sort((a, b) => Number(a.place) - Number(b.place));
  if (keys.length === 0) throw new Error(`The table ${table} has no primary key to search it by.`);
  return { keys, searched: rows.filter(({ name, type }) => TEXT_TYPES.has(type) || bytes.includes(name)) };
}

interface Step {
  last: string[] | null;
  found: {
    keys: string[];
    values: Record<string, unknown>;
    account: string | null;
    within: string | null;
    at: string | null;
    owner: string | null;
    type: string | null;
  }[];
}

/**
 * The rows of a table that may name a person, or all, in small steps in the order of its key. Nothing that is there throughout is passed
 * over, whatever others write meanwhile.
 */
export async function* searchRows(
  db: Db,
  table: keyof Tables,
  declared: SearchedTable,
  person: readonly OptOut[] | 'anyone',
): AsyncGenerator<FoundRow> {
  const { keys, searched } = await tableColumns(db, table, declared);
  if (searched.length === 0) return;
  const key = (alias: string) => sql.join(keys.map(({ name }) => sql.ref(`${alias}.${name}`)));
  const keyTexts = sql`array[${sql.join(keys.map(({ name }) => sql`p.${sql.ref(name)}::text`))}]`;
  const text = sql.join(
    searched.map(({ name, type }) =>
      type === 'bytea' ? sql`convert_from(${sql.ref(name)}, 'UTF8')` : sql`${sql.ref(name)}::text`,
    ),
  );
  const values = sql.join(
    searched.flatMap(({ name, type }) => [
      sql.lit(name),
      type === 'bytea' ? sql`convert_from(p.${sql.ref(name)}, 'UTF8')` : sql`p.${sql.ref(name)}`,
    ]),
  );
  const { account, within, owner, type } = ownerSql(declared.owner);
  const at = declared.at ? sql`p.${sql.ref(declared.at)}` : sql`null`;
  const descending = sql.join(keys.map(({ name }) => sql`p.${sql.ref(name)} desc`));
  const bytes = sql.join(
    searched.map(({ name, type }) =>
      type === 'text' || type === 'bytea'
        ? sql`coalesce(octet_length(t.${sql.ref(name)}), 0)`
        : sql`coalesce(pg_column_size(t.${sql.ref(name)}), 0) * ${sql.lit(UNPACKED)}`,
    ),
    sql` + `,
  );
  for (let after: string[] | null = null; ; ) {
    const from: RawBuilder<unknown> = after
      ? sql`where (${key('t')}) > (${sql.join(after.map((value, index) => sql`${value}::${sql.raw(keys[index]?.type ?? 'text')}`))})`
      : sql``;
    // The sizes are added up first: the database doesn't read the texts of rows beyond.
    const { rows } = await sql<Step>`
      with p as materialized (
        select counted.*, lower(concat_ws(chr(10), ${text})) as searched_text from (
          select next_rows.*, sum(bytes_of_row) over (order by ${key('next_rows')}) - bytes_of_row as bytes_before from (
            select t.*, ${bytes} as bytes_of_row
            from ${sql.table(table)} t ${from} order by ${key('t')} limit ${MOST_STEP_ROWS}
          ) next_rows
        ) counted where bytes_before < ${BYTES_PER_STEP}
      )
      select (select ${keyTexts} from p order by ${descending} limit 1) as last,
        coalesce((select json_agg(json_build_object('keys', ${keyTexts}, 'values', json_build_object(${values}),
          'account', ${account}, 'within', ${within}, 'at', ${at}, 'owner', ${owner}, 'type', ${type}))
          from p where ${mayName(person)}), '[]'::json) as found
    `.execute(db);
    const step = rows[0];
    for (const { account: accountId, ...row } of step?.found ?? []) yield { table, accountId, ...row };
    if (!step?.last) return;
    after = step.last;
  }
}

function mayName(person: readonly OptOut[] | 'anyone'): RawBuilder<unknown> {
  if (person === 'anyone') return sql`true`;
  const each = person.map((entry) => {
    const { pattern, literal } = entryPattern(entry);
    if (literal === null) return sql`searched_text ~ ${pattern}`;
    // Looked for first: much faster than the expression.
    const plain =
      literal.without === '' ? sql`searched_text` : sql`translate(searched_text, ${literal.without}, '')`;
    const has = sql`strpos(${plain}, ${literal.text}) > 0`;
    const mayHave = literal.orElse
      ? sql`${has} or octet_length(searched_text) <> length(searched_text) or strpos(searched_text, '%20') > 0`
      : has;
    return sql`case when ${mayHave} then searched_text ~ ${pattern} else false end`;
  });
  return sql`(${sql.join(each, sql` or `)})`;
}

/** SQL for the account, the name and the id of what a row belongs to. */
function ownerSql({ of, by, key, account, name, type }: RowOwner) {
  if (of === undefined || by === undefined || key === undefined) {
    return {
      account: account === null ? sql`null` : sql`p.${sql.ref(account)}`,
      within: name === undefined ? sql`null` : sql`p.${sql.ref(name)}`,
      owner: sql`null`,
      type: sql`null`,
    };
  }
  const lookUp = (column: string) =>
    sql`(select o.${sql.ref(column)} from ${sql.table(of)} o where o.${sql.ref(key)} = p.${sql.ref(by)})`;
  return {
    account: account === null ? sql`null` : lookUp(account),
    within: name === undefined ? sql`null` : lookUp(name),
    owner: sql`p.${sql.ref(by)}`,
    type: type === undefined ? sql`null` : lookUp(type),
  };
}
