import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../platform/database/db.ts';
import type { Tables } from '../platform/database/tables.ts';
import type { Filter, Operator, RestQuery } from './query.ts';
import type { ColumnType, RestTable, StoredColumn, StoredValues } from './table.ts';

const SQL_OPERATORS: Record<Operator, RawBuilder<unknown>> = {
  eq: sql`=`,
  neq: sql`<>`,
  gt: sql`>`,
  gte: sql`>=`,
  lt: sql`<`,
  lte: sql`<=`,
};
const IS: Record<'null' | 'not_null' | 'true' | 'false', RawBuilder<unknown>> = {
  null: sql`is null`,
  not_null: sql`is not null`,
  true: sql`is true`,
  false: sql`is false`,
};
/** Casts of parameters, so that their types don't depend on the driver. */
const SQL_TYPES: Record<ColumnType, RawBuilder<unknown>> = {
  uuid: sql`uuid`,
  text: sql`text`,
  integer: sql`int8`,
  boolean: sql`boolean`,
  timestamp: sql`timestamptz`,
  json: sql`jsonb`,
};

/** Finds the caller's rows that match a query, with the stored columns it needs by their database names. */
export async function findRows(
  db: Db,
  table: RestTable & { from: keyof Tables },
  query: RestQuery,
  accountId: string,
): Promise<StoredValues[]> {
  const needed = new Set(
    query.select.flatMap(({ column }) => (column.kind === 'stored' ? [column.from] : column.needs)),
  );
  const columns = sql.join(
    [...needed].map((name) => {
      const expression = table.expressions?.[name];
      return expression ? sql`${expression} as ${sql.id(name)}` : sql.ref(name);
    }),
  );
  const { rows } = await sql<StoredValues>`
    select ${columns} from ${sql.table(table.from)} where ${condition(table, query.filters, accountId)}
    order by ${order(table, query)} limit ${query.limit}::int8 offset ${query.offset}::int8`.execute(db);
  return rows;
}

/** Counts the caller's rows that match the filters of a query, regardless of its page. */
export async function countRows(
  db: Db,
  table: RestTable & { from: keyof Tables },
  query: RestQuery,
  accountId: string,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from ${sql.table(table.from)} where ${condition(table, query.filters, accountId)}`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

function condition(table: RestTable, filters: readonly Filter[], accountId: string): RawBuilder<unknown> {
  const owned = sql`${sql.ref(table.owner)} = ${accountId}::uuid`;
  return sql.join([owned, ...filters.map(filterSql)], sql` and `);
}

function filterSql(filter: Filter): RawBuilder<unknown> {
  if (filter.operator === 'contains') throw new Error('A search is run before the rows are read.');
  const column = sql.ref(filter.column.from);
  const type = SQL_TYPES[filter.column.type];
  switch (filter.operator) {
    case 'in': {
      if (filter.values.length === 0) return sql`false`;
      return sql`${column} in (${sql.join(filter.values.map((value) => sql`${value}::${type}`))})`;
    }
    case 'found':
      return sql`${column} in (
        select value::uuid from json_array_elements_text(${JSON.stringify(filter.keys)}::text::json))`;
    case 'is':
      return sql`${column} ${IS[filter.value]}`;
    default:
      return sql`${column} ${SQL_OPERATORS[filter.operator]} ${filter.value}::${type}`;
  }
}

function order(table: RestTable, query: RestQuery): RawBuilder<unknown> {
  const key = table.columns[table.key];
  const last: StoredColumn[] = key?.kind === 'stored' ? [key] : [];
  return sql.join([
    ...query.order.map(({ column, descending, nulls }) => {
      const direction = descending ? sql`desc` : sql`asc`;
      const nullsAt = nulls === 'first' ? sql`nulls first` : nulls === 'last' ? sql`nulls last` : sql``;
      return sql`${sql.ref(column.from)} ${direction} ${nullsAt}`;
    }),
    ...last.map((column) => sql.ref(column.from)),
  ]);
}
