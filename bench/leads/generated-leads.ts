import { randomUUID } from 'node:crypto';
import { SMALL_BLOCKS } from '../../server/leads/distinct-leads.ts';
import { recordImport } from '../../server/leads/import-records.ts';
import { ensureTables, leadTable } from '../../server/leads/lead-tables.ts';
import type { Warehouse } from '../../server/platform/warehouse/warehouse.ts';

/** Columns of the generated rows, in order. The peers get the same ones. */
export const COLUMNS = [
  'Full_name',
  'Job_title',
  'Company_Name',
  'Industry',
  'Company_Size',
  'Emails',
  'Phone_numbers',
  'Mobile',
  'Region',
  'Location_Country',
  'Linkedin_Connections',
  'Skills',
] as const;

/**
 * A SELECT of the generated rows: 150 industries and 190 countries of uneven size, about 400,000 titles, 70%
 * with an email, and one in 200 with a company name that a spreadsheet would run as a formula.
 */
function generatedRows(rows: number): string {
  const pick = (salt: number, list: string) =>
    `['${list.replaceAll(',', "','")}'][1 + sipHash64(${salt}, number) % ${list.split(',').length}]`;
  const uneven = (salt: number, count: number) =>
    `toUInt32(pow((sipHash64(${salt}, number) % 1000000) / 1000000, 2) * ${count})`;
  return `SELECT concat(${pick(1, 'Ada,Ben,Chloe,Diego,Emma,Finn,Grace,Hugo')}, ' ', ${pick(2, 'Adler,Bauer,Costa,Dubois,Evans,Fischer')}, ' ', toString(number)),
concat(${pick(3, 'Head of,Director of,VP of,Senior,Junior,Chief,Lead,Assistant')}, ' ', ${pick(4, 'Sales,Marketing,Finance,Engineering,Operations,Product,Legal,Data,Design,Support')}, ' ', ${pick(5, 'Manager,Officer,Specialist,Analyst,Partner,Consultant')}, ' ', toString(sipHash64(6, number) % 800)),
concat(if(number % 200 = 0, '@', ''), 'Company ', toString(sipHash64(7, number) % 500000)), concat('Industry ', toString(${uneven(8, 150)})),
${pick(9, '1-10,11-50,51-200,201-500,501-1000,1001-5000')},
if(sipHash64(10, number) % 10 < 7, concat('p', toString(number), '@c', toString(sipHash64(7, number) % 500000), '.example'), ''),
if(sipHash64(11, number) % 2 = 0, concat('+1202555', leftPad(toString(number % 10000), 4, '0')), ''),
if(sipHash64(12, number) % 3 = 0, concat('+1202556', leftPad(toString(number % 10000), 4, '0')), ''),
concat('Region ', toString(sipHash64(13, number) % 900)), concat('Country ', toString(${uneven(14, 190)})),
toString(sipHash64(15, number) % 501), ${pick(16, 'Python; SQL,CRM; Negotiation,SEO; Budgeting,Recruiting')}, number, number % 200 = 0
FROM numbers(${rows})`;
}

/** Loads generated rows into the Sales Navigator table and returns the seconds it took. */
export async function loadGenerated(warehouse: Warehouse, rows: number): Promise<number> {
  const table = leadTable('sales_navigator');
  await ensureTables(warehouse, 'sales_navigator');
  await warehouse.run({ sql: `TRUNCATE TABLE ${table}` });
  const startedAt = performance.now();
  await warehouse.run({
    sql: `INSERT INTO ${table} (${[...COLUMNS, 'lw_id', 'lw_formulas'].join(', ')}) ${SMALL_BLOCKS} ${generatedRows(rows)}`,
  });
  const seconds = (performance.now() - startedAt) / 1000;
  // An import's parts are also merged eventually.
  await warehouse.run({ sql: `OPTIMIZE TABLE ${table} FINAL` });
  await recordImport(warehouse, {
    id: randomUUID(),
    database: 'sales_navigator',
    mode: 'replace',
    at: new Date().toISOString(),
    source: 'generated',
    licence: '',
    dataDate: '',
    preset: 'own',
    rows,
    duplicates: 0,
    refused: 0,
    columns: COLUMNS,
  });
  return seconds;
}
