import { randomUUID } from 'node:crypto';
import type { PeopleDatabase } from '#contract/leads.ts';
import type { Clock } from '../platform/clock.ts';
import type { Warehouse } from '../platform/warehouse/warehouse.ts';
import { recordImport } from './import-records.ts';
import { loadLeads } from './load-leads.ts';
import { SAMPLE_LEADS, SAMPLE_SOURCE, sampleLeads } from './sample-leads.ts';

/** Replaces all leads of a database with sample leads. Returns their number. */
export async function loadSamples(
  warehouse: Warehouse,
  clock: Clock,
  database: PeopleDatabase,
  count = SAMPLE_LEADS,
): Promise<number> {
  const [first] = sampleLeads(database, 1);
  const columns = Object.keys(first ?? {});
  const { rows, duplicates } = await loadLeads(warehouse, {
    database,
    mode: 'replace',
    columns,
    rows: sampleLeads(database, count).map((lead) => columns.map((column) => lead[column] ?? '')),
  });
  await recordImport(warehouse, {
    id: randomUUID(),
    database,
    mode: 'sample',
    at: new Date(clock.now()).toISOString(),
    source: SAMPLE_SOURCE,
    licence: '',
    dataDate: '',
    preset: 'sample',
    rows,
    duplicates,
    refused: 0,
    columns,
  });
  return rows;
}
