import { z } from 'zod';
import { LEAD_DATABASES, type LeadDatabase } from '#contract/leads.ts';
import { quoted } from '#engines/lead-query/lead-table.ts';
import { entryPattern } from '../opt-outs/entry-pattern.ts';
import type { OptOut } from '../opt-outs/opt-out-entry.ts';
import { LOAD_SECONDS, type Warehouse } from '../platform/warehouse/warehouse.ts';
import { allPhoneColumns, LEAD_DATABASE_SHAPES, type LeadDatabaseShape } from './databases.ts';
import { earlierIdentity } from './key-sql.ts';
import { leadTable } from './lead-tables.ts';
import { importedColumns } from './opted-out-rows.ts';
import { LOADING } from './places/place-load.ts';
import { allTableColumns } from './table-facts.ts';

/** A lead that may be the person. */
export interface FoundLead {
  database: LeadDatabase;
  /** its key, and the one that it had in earlier versions, as decimal numbers */
  keys: string[];
  /** its cells that aren't empty, by column */
  cells: Record<string, string>;
  /** the tag of its import (row-origins.ts); null: its table has none */
  importId: string | null;
  /** when it was collected first from its source, in seconds since the epoch; 0: it doesn't say */
  collected: number;
}

/** A table with leads. */
export interface LeadTable {
  database: LeadDatabase;
  table: string;
  /** its text columns */
  columns: string[];
  /** whether its rows say which import they are from */
  hasOrigins: boolean;
  /** whether it is live; otherwise, an import is filling it */
  isLive: boolean;
}

const Row = z.record(z.string(), z.string());
/** More than one person has. A phone of a company can have so many. */
const MOST_LEADS = 20_000;

/** Every table with leads, also one that an import is filling. */
export async function leadTables(warehouse: Warehouse): Promise<LeadTable[]> {
  const all = [
    ...LEAD_DATABASES.map((database) => ({ database, table: leadTable(database) })),
    { database: 'local_businesses' as const, table: LOADING },
  ];
  const found = [];
  for (const { database, table } of all) {
    const all = await allTableColumns(warehouse, table);
    const columns = all.filter((column) => !column.startsWith('lw_'));
    const hasOrigins = all.includes('lw_import') && all.includes('lw_collected');
    if (columns.length > 0) found.push({ database, table, columns, hasOrigins, isLive: table !== LOADING });
  }
  return found;
}

/** The columns of a table that can name a person: those of the database, and all that came with an import. */
export function namingColumns(
  shape: LeadDatabaseShape,
  columns: readonly string[],
): { emails: string[]; profiles: string[]; phones: string[] } {
  const { emails, profile } = shape;
  const existing = new Set(columns);
  const imported = importedColumns(shape, columns);
  const some = (names: readonly string[]) => [...names.filter((name) => existing.has(name)), ...imported];
  return { emails: some(emails), profiles: some([profile]), phones: some(allPhoneColumns(shape, [])) };
}

/** The leads in one table that may name a person, in one pass of the engine over its columns. */
export async function findLeads(
  warehouse: Warehouse,
  { database, table, columns, hasOrigins }: LeadTable,
  person: readonly OptOut[],
): Promise<FoundLead[]> {
  const shape = LEAD_DATABASE_SHAPES[database];
  const naming = namingColumns(shape, columns);
  const columnsOf: Partial<Record<OptOut['kind'], string[]>> = {
    email: naming.emails,
    profile: naming.profiles,
    phone: naming.phones,
  };
  const params: Record<string, string> = {};
  const conditions = person.flatMap((entry, index) => {
    const cells = (columnsOf[entry.kind] ?? []).map(quoted);
    if (cells.length === 0) return [];
    const { pattern, literal } = entryPattern(entry);
    params[`pattern${index}`] = pattern;
    const exact = `match(lower(concatWithSeparator('\\n', ${cells.join(', ')}, '')), {pattern${index}:String})`;
    if (literal === null) return [{ exact, likely: [exact] }];
    params[`literal${index}`] = literal.text;
    const likely = cells.flatMap((cell) => {
      const text = `lower(${cell})`;
      const plain = literal.without === '' ? text : `translate(${text}, '${literal.without}', '')`;
      const has = `position(${plain}, {literal${index}:String}) > 0`;
      return literal.orElse
        ? [has, `lengthUTF8(${cell}) != length(${cell})`, `position(${cell}, '%20') > 0`]
        : [has];
    });
    return [{ exact, likely }];
  });
  if (conditions.length === 0) return [];
  const likely = [...new Set(conditions.flatMap((condition) => condition.likely))];
  const origin = hasOrigins
    ? 'lw_import, toString(toUnixTimestamp(lw_collected)) AS lw_collected'
    : "'' AS lw_import, '0' AS lw_collected";
  const sql = `SELECT toString(lw_key) AS lw_key, toString(${earlierIdentity(shape)}) AS lw_earlier_key, ${origin}, ${columns.map(quoted).join(', ')}
FROM ${table} WHERE ${anyOf(likely)} AND (${conditions.map(({ exact }) => exact).join(' OR ')}) LIMIT ${MOST_LEADS}`;
  const rows = await warehouse.rows({ sql, params }, Row, { work: 'load', seconds: LOAD_SECONDS });
  return rows.map(({ lw_key = '', lw_earlier_key = '', lw_import = '', lw_collected, ...cells }) => ({
    database,
    keys: [...new Set([lw_key, lw_earlier_key])],
    cells: Object.fromEntries(Object.entries(cells).filter(([, text]) => text !== '')),
    importId: hasOrigins ? lw_import : null,
    collected: Number(lw_collected),
  }));
}

/**
 * Whether any condition is true. Of an OR, the engine copies the rows that are left before each condition, which takes longer than
 * these conditions. It adds up whole columns.
 */
function anyOf(conditions: readonly string[]): string {
  return `(${conditions.map((condition) => `(${condition})`).join(' + ')}) > 0`;
}

const Key = z.object({ key: z.string() });

/**
 * The keys that a lead with an address or a profile has, in the usual ways to write them. An export remembers only keys, and the
 * lead itself may be gone since.
 */
export async function usualKeys(warehouse: Warehouse, person: readonly OptOut[]): Promise<string[]> {
  const texts = person.flatMap(({ kind, value }) => {
    if (kind === 'email') return [value];
    if (kind !== 'profile') return [];
    const path = `linkedin.com/in/${value}`;
    return ['', 'www.', 'http://', 'https://', 'http://www.', 'https://www.'].flatMap((start) => [
      `${start}${path}`,
      `${start}${path}/`,
    ]);
  });
  if (texts.length === 0) return [];
  const sql = 'SELECT toString(sipHash64(arrayJoin({texts:Array(String)}))) AS key';
  const rows = await warehouse.rows({ sql, params: { texts } }, Key, { work: 'load' });
  return rows.map(({ key }) => key);
}
