import { z } from 'zod';
import type { LeadDatabase } from '#contract/leads.ts';
import { LOAD_SECONDS, type Warehouse } from '../platform/warehouse/warehouse.ts';
import { LEAD_DATABASE_SHAPES } from './databases.ts';
import { addColumns, columnsOf, identity, nameParts } from './lead-tables.ts';
import { columnSql, searchColumns } from './search-columns.ts';

/**
 * Makes a table ready for the rows of an append: adds its `columns`, has searches for phones and keywords read them, and gives all
 * rows keys as new rows have them.
 */
export async function addAppendedColumns(
  warehouse: Warehouse,
  database: LeadDatabase,
  table: string,
  columns: readonly string[],
): Promise<void> {
  const shape = LEAD_DATABASE_SHAPES[database];
  await addColumns(warehouse, table, columns);
  const searched = searchColumns(shape, await columnsOf(warehouse, table));
  const changed = searched.filter(({ name }) => name === 'lw_find_phone' || name === 'lw_find_keyword');
  // The rows of the table have nothing in the added columns, so what is stored of them stays right.
  const modified = changed.map((column) => `MODIFY COLUMN ${columnSql(column)}`);
  await warehouse.run({ sql: `ALTER TABLE ${table} ${modified.join(', ')}` });
  if (await keysHaveTitles(warehouse, table, shape.sources.title)) return;
  await warehouse.run({
    sql: `ALTER TABLE ${table} MODIFY COLUMN lw_key UInt64 MATERIALIZED ${identity(shape)}`,
  });
  await warehouse.run({ sql: `ALTER TABLE ${table} MATERIALIZE COLUMN lw_key` }, { seconds: LOAD_SECONDS });
}

/** Whether the keys of a table tell people with the same name and company apart by their titles. */
async function keysHaveTitles(warehouse: Warehouse, table: string, title: string): Promise<boolean> {
  const rows = await warehouse.rows(
    {
      sql: `SELECT match(default_expression, concat('\\\\b', {title:String}, '\\\\b')) AS titled FROM system.columns
WHERE database = {database:String} AND table = {name:String} AND name = 'lw_key'`,
      params: { ...nameParts(table), title },
    },
    z.object({ titled: z.coerce.boolean() }),
  );
  return rows[0]?.titled ?? false;
}
