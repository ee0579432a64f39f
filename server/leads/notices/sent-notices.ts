import { z } from 'zod';
import { LEAD_DATABASES, type LeadDatabase } from '#contract/leads.ts';
import { LOAD_SECONDS, type Warehouse } from '../../platform/warehouse/warehouse.ts';
import { ensureDatabase, leadTable } from '../lead-tables.ts';
import { newTableEngine } from '../own-table.ts';
import { leadColumns } from '../table-facts.ts';

/** Who was told, by the key of the lead. Everything else about them is in the lead tables. */
export const SENT = 'leads.sent_notices';
const COLUMNS = ['database', 'source', 'lead', 'sent_on'];

/** A notice that was sent. */
export interface SentNotice {
  database: LeadDatabase;
  source: string;
  /** `lw_key` */
  lead: string;
  /** YYYY-MM-DD */
  sentOn: string;
}

/** The form of a source by which notices are compared: the same words are the same source. */
export function sourceKey(source: string): string {
  return source.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase();
}

export async function ensureSentTable(warehouse: Warehouse): Promise<void> {
  await ensureDatabase(warehouse);
  const engine = await newTableEngine(warehouse, 'ReplacingMergeTree');
  await warehouse.run({
    sql: `CREATE TABLE IF NOT EXISTS ${SENT} (database LowCardinality(String), source LowCardinality(String), lead UInt64, sent_on Date)
ENGINE = ${engine} ORDER BY (database, source, lead, sent_on)`,
  });
}

/** Remembers that notices were sent. The table exists. */
export async function addSent(warehouse: Warehouse, sent: readonly SentNotice[]): Promise<void> {
  if (sent.length === 0) return;
  const lines = sent.map(({ database, source, lead, sentOn }) => {
    const text = sourceKey(source).replaceAll('\\', '\\\\').replaceAll('\t', ' ');
    return `${database}\t${text}\t${lead}\t${sentOn}\n`;
  });
  await warehouse.insertLines(SENT, COLUMNS, Buffer.from(lines.join('')));
}

const Count = z.object({ n: z.coerce.number() });

/** Forgets the notices of people who are in their database no more. Returns how many. */
export async function forgetGone(warehouse: Warehouse): Promise<number> {
  await ensureSentTable(warehouse);
  let gone = 0;
  for (const database of LEAD_DATABASES) {
    const table = leadTable(database);
    if ((await leadColumns(warehouse, table)).length === 0) continue;
    const where = `database = {database:String} AND lead NOT IN (SELECT lw_key FROM ${table})`;
    const counted = await warehouse.rows(
      { sql: `SELECT count() AS n FROM ${SENT} WHERE ${where}`, params: { database } },
      Count,
      { seconds: LOAD_SECONDS, work: 'load' },
    );
    const count = counted[0]?.n ?? 0;
    if (count === 0) continue;
    gone += count;
    await warehouse.run(
      {
        sql: `ALTER TABLE ${SENT} DELETE WHERE ${where} SETTINGS mutations_sync = 1, allow_nondeterministic_mutations = 1`,
        params: { database },
      },
      { seconds: LOAD_SECONDS },
    );
  }
  return gone;
}
