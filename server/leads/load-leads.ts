import type { LeadDatabase } from '#contract/leads.ts';
import { isFormula } from '#engines/csv/write-csv.ts';
import { LEFT_OUT_COLUMN } from '#engines/lead-query/lead-table.ts';
import { LOAD_SECONDS, type Warehouse } from '../platform/warehouse/warehouse.ts';
import { LEAD_DATABASE_SHAPES } from './databases.ts';
import {
  copyDistinct,
  countDistinct,
  type DuplicateLead,
  duplicateLeads,
  type RowOrigin,
} from './distinct-leads.ts';
import { identity, titlesAreInKeys } from './key-sql.ts';
import {
  addColumns,
  attachRows,
  createRawTable,
  createTable,
  exchangeTables,
  leadTable,
} from './lead-tables.ts';
import { requireOwnTable } from './own-table.ts';
import { dropWorkTable, openWorkTable } from './own-work-tables.ts';
import { changeRows } from './row-counts.ts';
import { columnSql, searchColumns } from './search-columns.ts';
import { countRows, leadColumns, nextId } from './table-facts.ts';

export interface Loaded {
  /** new leads in the table */
  rows: number;
  /** rows skipped because the same lead is already in the table or earlier in the file */
  duplicates: number;
  /** rows deleted by `removeRows` */
  removed: number;
}

/** The approximate size of the blocks sent to the warehouse. */
const BLOCK_BYTES = 4 * 1024 * 1024;

/**
 * Loads leads into a database: `replace` replaces all leads, `append` adds new ones. Rows are loaded into
 * temporary tables first, so that a failure leaves the old leads unchanged. Each row has a value for each of
 * `columns`. A dry run stops before readers see any change. `removeRows` deletes opted-out rows from a table
 * and returns their number; it runs on the new table just before it goes live, and on the live table just
 * after. Throws ForeignTableError if the live table isn't one that Leadwell can replace.
 */
export async function loadLeads(
  warehouse: Warehouse,
  load: {
    database: LeadDatabase;
    mode: 'replace' | 'append';
    columns: readonly string[];
    rows: AsyncIterable<readonly string[]> | Iterable<readonly string[]>;
    dryRun?: boolean;
    /** where the rows are from; none for sample leads */
    origin?: RowOrigin;
    removeRows?: (table: string) => Promise<number>;
    /** the line of the row that was taken last from `rows`; by default its place among them */
    line?: () => number;
    /** Takes the rows that are skipped, before readers see any change. */
    onDuplicates?: (duplicates: AsyncIterable<DuplicateLead>) => Promise<void>;
    /** Runs just before readers see the rows. */
    goesLive?: () => Promise<void>;
    /** rows deduplicated at once; only tests set it */
    stepRows?: number;
  },
): Promise<Loaded> {
  const { database, mode, columns, removeRows = async () => 0 } = load;
  const live = leadTable(database);
  await requireOwnTable(warehouse, live);
  const raw = openWorkTable(`leads.${database}_raw`);
  const next = openWorkTable(`leads.${database}_new`);
  try {
    await createRawTable(warehouse, database, raw, columns);
    const sent = await sendRows(warehouse, raw, load, mode === 'append' ? await nextId(warehouse, live) : 0);
    const known = mode === 'append' ? live : null;
    if (mode === 'append' && !load.dryRun) await addAppendedColumns(warehouse, database, live, columns);
    const compared = { from: raw, known, stepRows: load.stepRows };
    await load.onDuplicates?.(duplicateLeads(warehouse, compared, columns));
    if (load.dryRun) {
      return { ...(await countDistinct(warehouse, raw, known)), removed: 0 };
    }
    // Partitions can move only between tables with the same columns in the same order.
    const all = mode === 'append' ? await leadColumns(warehouse, live) : [];
    if (mode === 'append') await copyShape(warehouse, live, next);
    else await createTable(warehouse, database, next, columns);
    await copyDistinct(
      warehouse,
      { ...compared, to: next },
      mode === 'append' ? all.filter((column) => columns.includes(column)) : columns,
      load.origin,
    );
    const distinct = await countRows(warehouse, next);
    const before = await removeRows(next);
    await load.goesLive?.();
    const removed = await changeRows(warehouse, live, async () => {
      if (mode === 'append') await attachRows(warehouse, next, live);
      else await exchangeTables(warehouse, next, live);
      return before + (await removeRows(live));
    });
    return { rows: distinct - removed, duplicates: sent - distinct, removed };
  } finally {
    // After an exchange, `next` is the old table.
    await dropWorkTable(warehouse, raw).catch(() => {});
    await dropWorkTable(warehouse, next).catch(() => {});
  }
}

async function copyShape(warehouse: Warehouse, from: string, to: string): Promise<void> {
  await warehouse.run({ sql: `CREATE TABLE ${to} AS ${from}` });
}

async function sendRows(
  warehouse: Warehouse,
  table: string,
  { columns, rows, line: readLine }: Pick<Parameters<typeof loadLeads>[1], 'columns' | 'rows' | 'line'>,
  firstId: number,
): Promise<number> {
  const names = [...columns, 'lw_id', 'lw_formulas', 'lw_line'].map((column) => `\`${column}\``);
  let id = firstId;
  // Two buffers alternate: one is sent while the other is filled.
  let block = Buffer.allocUnsafe(BLOCK_BYTES);
  let other = Buffer.allocUnsafe(BLOCK_BYTES);
  let written = 0;
  let sending = Promise.resolve();
  const send = async () => {
    const full = block.subarray(0, written);
    await sending;
    [block, other] = [other, block];
    written = 0;
    sending = warehouse.insertLines(table, names, full);
    // The next send awaits the result.
    sending.catch(() => {});
  };
  for await (const row of rows) {
    let line = '';
    let formula = false;
    for (const value of row) {
      const text = cell(value);
      line += `${text}\t`;
      formula ||= isFormula(text);
    }
    const place = readLine ? readLine() : id - firstId + 1;
    line += `${id}\t${formula ? 1 : 0}\t${place}\n`;
    id += 1;
    const maxBytes = line.length * UTF8_MAX_BYTES;
    if (written + maxBytes > block.length && written > 0) await send();
    if (maxBytes > block.length) block = Buffer.allocUnsafe(maxBytes);
    written += block.write(line, written);
  }
  if (written > 0) await send();
  await sending;
  return id - firstId;
}

/** The most bytes that one UTF-16 code unit takes in UTF-8. */
const UTF8_MAX_BYTES = 3;
const UNSAFE = /[\\\t\n\r\0]/;

function cell(value: string): string {
  if (!value) return '';
  return UNSAFE.test(value) ? value.replace(/[\t\n\r\0]+/g, ' ').replaceAll('\\', '\\\\') : value;
}

/** The columns for searches that read columns an import adds. */
const READ_ADDED: ReadonlySet<string> = new Set(['lw_find_phone', 'lw_find_keyword', LEFT_OUT_COLUMN]);

/**
 * Makes a table ready for the rows of an append: adds its `columns`, has searches for phones and keywords and exclusion lists read
 * them, and gives all rows keys as new rows have them.
 */
async function addAppendedColumns(
  warehouse: Warehouse,
  database: LeadDatabase,
  table: string,
  columns: readonly string[],
): Promise<void> {
  const shape = LEAD_DATABASE_SHAPES[database];
  await addColumns(warehouse, table, columns);
  const searched = searchColumns(shape, await leadColumns(warehouse, table));
  const changed = searched.filter(({ name }) => READ_ADDED.has(name));
  // The rows of the table have nothing in the added columns, so what is stored of them stays right.
  const modified = changed.map((column) => `MODIFY COLUMN ${columnSql(column)}`);
  await warehouse.run({ sql: `ALTER TABLE ${table} ${modified.join(', ')}` });
  if (await titlesAreInKeys(warehouse, table, shape)) return;
  await warehouse.run({
    sql: `ALTER TABLE ${table} MODIFY COLUMN lw_key UInt64 MATERIALIZED ${identity(shape)}`,
  });
  await warehouse.run({ sql: `ALTER TABLE ${table} MATERIALIZE COLUMN lw_key` }, { seconds: LOAD_SECONDS });
}
