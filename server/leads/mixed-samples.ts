import { isPeopleDatabase, type LeadDatabase } from '#contract/leads.ts';
import { quoted } from '#engines/lead-query/lead-table.ts';
import { LOAD_SECONDS, type Warehouse } from '../platform/warehouse/warehouse.ts';
import { LEAD_DATABASE_SHAPES } from './databases.ts';
import { currentImports } from './import-records.ts';
import { leadTable } from './lead-tables.ts';
import { changeRows } from './row-counts.ts';
import { SAMPLE_PROFILE } from './sample-leads.ts';
import { number } from './table-facts.ts';

/** Whether all leads of a database are made up. */
export async function hasOnlySamples(warehouse: Warehouse, database: LeadDatabase): Promise<boolean> {
  const imports = await currentImports(warehouse, database);
  return imports.length > 0 && imports.every(({ mode }) => mode === 'sample');
}

/**
 * Deletes the sample leads of a database that has others, too: earlier versions added imported leads to them. Its table
 * exists.
 */
export async function removeMixedSamples(warehouse: Warehouse, database: LeadDatabase): Promise<void> {
  if (!isPeopleDatabase(database)) return;
  const [first, ...others] = await currentImports(warehouse, database);
  if (first?.mode !== 'sample' || others.length === 0) return;
  const table = leadTable(database);
  const isSample = `startsWith(${quoted(LEAD_DATABASE_SHAPES[database].profile)}, '${SAMPLE_PROFILE}')`;
  const found = await number(warehouse, { sql: `SELECT count() AS n FROM ${table} WHERE ${isSample}` });
  if (!found) return;
  await changeRows(warehouse, table, () =>
    warehouse.run({ sql: `DELETE FROM ${table} WHERE ${isSample}` }, { seconds: LOAD_SECONDS }),
  );
}
