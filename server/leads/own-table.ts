import { z } from 'zod';
import { OperatorError } from '../platform/operator-error.ts';
import type { Warehouse } from '../platform/warehouse/warehouse.ts';

/** The only table engine whose rows Leadwell can exchange, move and delete as a whole. */
export const OWN_ENGINE = 'MergeTree';

/** A table with rows that Leadwell can't change, because its engine keeps them elsewhere or copies them. */
export class ForeignTableError extends OperatorError {
  override readonly name = 'ForeignTableError';
  readonly table: string;
  readonly engine: string;

  constructor(table: string, engine: string) {
    super(
      `The table ${table} has the engine ${engine}. Leadwell can change only tables with the engine ${OWN_ENGINE}. Nothing in this table was changed. Rename it, or set CLICKHOUSE_URL to a server without it.`,
    );
    this.table = table;
    this.engine = engine;
  }
}

/**
 * Throws ForeignTableError if a table exists with another engine, such as Distributed, Merge or
 * ReplicatedMergeTree. Exchanging or dropping one of these would lose the rows behind it, or change only one
 * of its copies.
 */
export async function requireOwnTable(warehouse: Warehouse, table: string): Promise<void> {
  const [database = '', name = ''] = table.split('.');
  const engine = await tableEngine(warehouse, { database, name });
  if (engine !== undefined && engine !== OWN_ENGINE) throw new ForeignTableError(table, engine);
}

/** The engine of a table; undefined if it doesn't exist. */
export async function tableEngine(
  warehouse: Warehouse,
  params: { database: string; name: string },
): Promise<string | undefined> {
  const sql = 'SELECT engine FROM system.tables WHERE database = {database:String} AND name = {name:String}';
  const rows = await warehouse.rows({ sql, params }, z.object({ engine: z.string() }));
  return rows[0]?.engine;
}
