import { z } from 'zod';
import { quoted } from '#engines/lead-query/lead-query.ts';
import { LOAD_SECONDS, type Warehouse } from '../platform/warehouse/warehouse.ts';
import { isKnown, keyRangesOf } from './distinct-leads.ts';

/** A row that an import skips, because the same lead is in the database or earlier in the file. */
export interface DuplicateLead {
  line: number;
  /** the line of the same lead in the file; null if it is in the database */
  of: number | null;
  /** the values of the columns, in order */
  cells: string[];
}

const Row = z.tuple([z.coerce.number(), z.coerce.number(), z.coerce.boolean()]).rest(z.string());

/** Reads the rows of the raw table `from` that `copyDistinct` doesn't copy, before it copies the others to `known`. */
export async function* duplicateLeads(
  warehouse: Warehouse,
  tables: { from: string; known: string | null; stepRows?: number | undefined },
  columns: readonly string[],
): AsyncGenerator<DuplicateLead> {
  const { from } = tables;
  const cells = columns.map((column) => `, r.${quoted(column)}`).join('');
  for (const params of await keyRangesOf(warehouse, tables)) {
    const known = isKnown(tables.known);
    const sql = `SELECT r.lw_line, f.line, f.known${cells} FROM ${from} AS r INNER JOIN (
  SELECT lw_key, min(lw_id) AS first, argMin(lw_line, lw_id) AS line, ${known} AS known FROM ${from}
  WHERE lw_key BETWEEN {from:UInt64} AND {to:UInt64} GROUP BY lw_key HAVING known OR count() > 1
) AS f ON r.lw_key = f.lw_key
WHERE r.lw_key BETWEEN {from:UInt64} AND {to:UInt64} AND (f.known OR r.lw_id != f.first) ORDER BY r.lw_line`;
    const decoder = new TextDecoder();
    let rest = '';
    const options = { seconds: LOAD_SECONDS, work: 'load', incremental: true } as const;
    for await (const piece of warehouse.bytes({ sql, params }, 'JSONCompactEachRow', options)) {
      const lines = (rest + decoder.decode(piece, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (const text of lines) {
        const [line, first, inDatabase, ...values] = Row.parse(JSON.parse(text));
        yield { line, of: inDatabase ? null : first, cells: values };
      }
    }
  }
}
