import { z } from 'zod';
import { OperatorError } from '../platform/operator-error.ts';
import type { Warehouse } from '../platform/warehouse/warehouse.ts';

/**
 * The comment on tables that Leadwell created. Servers with several copies of a table (ClickHouse Cloud, replicated
 * databases) change the engine of the statement that created it, so that the engine alone doesn't say whose it is.
 */
const OWN_COMMENT = 'Created by Leadwell';
/** Tables whose rows Leadwell can exchange, move and delete as a whole. */
const ENGINES = /^(Shared|Replicated)?MergeTree$/;
/** Its tables have the same rows on every server of a cluster, if their own engine is replicated, too. */
const REPLICATED_DATABASE = 'Replicated';

/** A table with rows that Leadwell can't change, because its engine keeps them elsewhere, or because it belongs to others. */
export class ForeignTableError extends OperatorError {
  override readonly name = 'ForeignTableError';
  readonly table: string;
  readonly engine: string;

  constructor(table: string, engine: string, reason: string) {
    super(
      `The table ${table} has the engine ${engine}${reason}. Leadwell can change only tables with the engine MergeTree, and those that it created. Nothing in this table was changed. Rename it, or set CLICKHOUSE_URL to a server without it.`,
    );
    this.table = table;
    this.engine = engine;
  }
}

/**
 * Throws ForeignTableError if a table exists with another engine, such as Distributed or Merge, if it is replicated and
 * Leadwell didn't create it, or if its rows stay on one server of a replicated database. Exchanging or dropping one of
 * these would lose the rows behind it, or change only one of its copies.
 */
export async function requireOwnTable(warehouse: Warehouse, table: string): Promise<void> {
  const found = await describeTable(warehouse, table);
  if (!found) return;
  const { engine, reason } = found;
  if (reason !== null) throw new ForeignTableError(table, engine, reason);
}

/** Whether a table exists and Leadwell can change it. */
export async function isOwnTable(warehouse: Warehouse, table: string): Promise<boolean> {
  return (await describeTable(warehouse, table))?.reason === null;
}

const Described = z.object({ engine: z.string(), comment: z.string(), database_engine: z.string() });

/** The engine of a table, and why it isn't ours; null if it is. undefined: there is no such table. */
async function describeTable(
  warehouse: Warehouse,
  table: string,
): Promise<{ engine: string; reason: string | null } | undefined> {
  const [database = '', name = ''] = table.split('.');
  const sql = `SELECT engine, comment, (SELECT any(engine) FROM system.databases WHERE name = {database:String}) AS database_engine
FROM system.tables WHERE database = {database:String} AND name = {name:String}`;
  const [row] = await warehouse.rows({ sql, params: { database, name } }, Described);
  if (!row) return undefined;
  const { engine, comment, database_engine } = row;
  return { engine, reason: whyForeign(engine, comment, database_engine) };
}

function whyForeign(engine: string, comment: string, databaseEngine: string): string | null {
  if (!ENGINES.test(engine)) return '';
  if (engine !== 'MergeTree') return comment === OWN_COMMENT ? null : ' and was created by someone else';
  return databaseEngine === REPLICATED_DATABASE
    ? ' in a replicated database, so that its rows are on one server only'
    : null;
}

/**
 * The engine clause of a new table, for the `kind` MergeTree or ReplacingMergeTree. In a replicated database, it is
 * replicated too: otherwise, each server would have other rows.
 */
export async function newTableEngine(
  warehouse: Warehouse,
  kind: 'MergeTree' | 'ReplacingMergeTree' = 'MergeTree',
): Promise<string> {
  if (warehouse.embedded) return kind;
  const sql = "SELECT any(engine) AS engine FROM system.databases WHERE name = 'leads'";
  const [row] = await warehouse.rows({ sql }, z.object({ engine: z.string() }));
  return row?.engine === REPLICATED_DATABASE ? `Replicated${kind}` : kind;
}

/** The end of the statement that creates a lead table. */
export const OWN_COMMENT_SQL = `COMMENT '${OWN_COMMENT}'`;
