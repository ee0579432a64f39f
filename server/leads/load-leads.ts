import { randomUUID } from 'node:crypto';
import type { LeadDatabase } from '#contract/leads.ts';
import { isFormula } from '#engines/csv/write-csv.ts';
import type { Warehouse } from '../platform/warehouse/warehouse.ts';
import {
  addColumns,
  attachRows,
  columnsOf,
  copyDistinct,
  countDistinct,
  countRows,
  createRawTable,
  createTable,
  dropTable,
  exchangeTables,
  nextId,
  tableOf,
} from './lead-tables.ts';

export interface Loaded {
  /** leads that are new in the table */
  rows: number;
  /** left out, because the same lead is there already or stood before it */
  duplicates: number;
  /** taken out by `leaveOut` */
  leftOut: number;
}

/** Lines are sent in blocks of about this size. */
const BLOCK_BYTES = 4 * 1024 * 1024;

/**
 * Loads leads into a database: `replace` puts them in the place of all that is there, `append` adds those that are new. They go to
 * tables of their own first, so that readers see the old rows or the new ones, and a failure leaves the old. `rows` have a value for
 * each of `columns`. A dry run ends before readers would see anything. `leaveOut` takes rows out of a table that may not be shown: it
 * is asked right before they are, and of the database's own table right after.
 */
export async function loadLeads(
  warehouse: Warehouse,
  load: {
    database: LeadDatabase;
    mode: 'replace' | 'append';
    columns: readonly string[];
    rows: AsyncIterable<readonly string[]> | Iterable<readonly string[]>;
    dryRun?: boolean;
    leaveOut?: (table: string) => Promise<number>;
  },
): Promise<Loaded> {
  const { database, mode, columns, leaveOut = async () => 0 } = load;
  const live = tableOf(database);
  const mark = randomUUID().replaceAll('-', '').slice(0, 12);
  const raw = `${live}_raw_${mark}`;
  const next = `${live}_new_${mark}`;
  try {
    await createRawTable(warehouse, database, raw, columns);
    const sent = await sendRows(warehouse, raw, load, mode === 'append' ? await nextId(warehouse, live) : 0);
    if (load.dryRun) {
      return { ...(await countDistinct(warehouse, raw, mode === 'append' ? live : null)), leftOut: 0 };
    }
    if (mode === 'append') await addColumns(warehouse, live, columns);
    // Parts can only move between tables of the same columns in the same order.
    const all = mode === 'append' ? await columnsOf(warehouse, live) : [];
    if (mode === 'append') await copyShape(warehouse, live, next);
    else await createTable(warehouse, database, next, columns);
    await copyDistinct(
      warehouse,
      { from: raw, to: next, known: mode === 'append' ? live : null },
      mode === 'append' ? all.filter((column) => columns.includes(column)) : columns,
    );
    const distinct = await countRows(warehouse, next);
    const before = await leaveOut(next);
    if (mode === 'append') await attachRows(warehouse, next, live);
    else await exchangeTables(warehouse, next, live);
    const leftOut = before + (await leaveOut(live));
    return { rows: distinct - leftOut, duplicates: sent - distinct, leftOut };
  } finally {
    // After an exchange this is the old one.
    await dropTable(warehouse, raw).catch(() => {});
    await dropTable(warehouse, next).catch(() => {});
  }
}

async function copyShape(warehouse: Warehouse, from: string, to: string): Promise<void> {
  await warehouse.run({ sql: `CREATE TABLE ${to} AS ${from}` });
}

async function sendRows(
  warehouse: Warehouse,
  table: string,
  { columns, rows }: Pick<Parameters<typeof loadLeads>[1], 'columns' | 'rows'>,
  firstId: number,
): Promise<number> {
  const names = [...columns, 'lw_id', 'lw_formula'].map((column) => `\`${column}\``);
  let id = firstId;
  // One block is on its way while the next is written: two pieces of memory take turns.
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
    // Who waits for it learns of its failure; until then it is nobody's.
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
    line += `${id}\t${formula ? 1 : 0}\n`;
    id += 1;
    const most = line.length * UTF8_MOST;
    if (written + most > block.length && written > 0) await send();
    if (most > block.length) block = Buffer.allocUnsafe(most);
    written += block.write(line, written);
  }
  if (written > 0) await send();
  await sending;
  return id - firstId;
}

/** Bytes of one code unit. */
const UTF8_MOST = 3;
const UNSAFE = /[\\\t\n\r\0]/;

function cell(value: string): string {
  if (!value) return '';
  return UNSAFE.test(value) ? value.replace(/[\t\n\r\0]+/g, ' ').replaceAll('\\', '\\\\') : value;
}
