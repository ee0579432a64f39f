import { LEAD_DATABASES, type LeadDatabase } from '#contract/leads.ts';
import { quoted } from '#engines/lead-query/lead-table.ts';
import type { Warehouse } from '../../platform/warehouse/warehouse.ts';
import { LEAD_DATABASE_SHAPES, type LeadDatabaseShape } from '../databases.ts';
import { currentImports, hasCatalog } from '../import-records.ts';
import { ensureTables, leadTable } from '../lead-tables.ts';
import { isOwnTable } from '../own-table.ts';
import { isCollected, tagsOf } from '../row-origins.ts';
import { SENT, sourceKey } from './sent-notices.ts';

/** The people of a database from one source. */
export interface Collection {
  database: LeadDatabase;
  /** as the last import wrote it */
  source: string;
  license: string;
  /** SQL for its rows: `FROM ... WHERE ...` */
  rows: string;
  params: { tags: readonly string[]; untimed: number; database: string; source: string };
}

/** When a person was obtained, in SQL: when a row of the same source had them first. */
export const OBTAINED =
  "toDateTime(if(toUnixTimestamp(lw_collected) = 0, {untimed:UInt32}, toUnixTimestamp(lw_collected)), 'UTC')";
/** When the notice is due: a month after that (GDPR, Article 14 (3) (a)). */
export const DUE = `addMonths(${OBTAINED}, 1)`;
/** Who of the source was told, in SQL. */
export const SENT_OF_SOURCE = `${SENT} WHERE database = {database:String} AND source = {source:String}`;

/** Everything that was collected: a part for each database and source. Sample leads have none. */
export async function readCollections(
  warehouse: Warehouse,
  only: LeadDatabase | null = null,
): Promise<Collection[]> {
  if (!warehouse.hasData() || !(await hasCatalog(warehouse))) return [];
  const found: Collection[] = [];
  for (const database of only ? [only] : LEAD_DATABASES) {
    const imports = await currentImports(warehouse, database);
    if (!imports.some(isCollected)) continue;
    // A table of an earlier version gets its columns.
    await ensureTables(warehouse, database);
    if (!(await isOwnTable(warehouse, leadTable(database)))) continue;
    const bySource = Map.groupBy(imports.filter(isCollected), ({ source }) => sourceKey(source));
    for (const [key, records] of bySource) {
      const last = records.at(-1);
      found.push({
        database,
        source: last?.source ?? '',
        license: last?.licence ?? '',
        rows: `FROM ${leadTable(database)} WHERE lw_import IN {tags:Array(String)} AND ${mayBePerson(LEAD_DATABASE_SHAPES[database])}`,
        params: {
          tags: records.flatMap((record) => tagsOf(imports, record)),
          untimed: Math.floor(Date.parse(imports[0]?.at ?? '') / 1000),
          database,
          source: key,
        },
      });
    }
  }
  return found;
}

/**
 * SQL for the rows that are about a person. The contacts of a business are personal data if it is a sole trader, which no column
 * says: it may be each one with an email, phone or profile, unless it belongs to a chain.
 */
function mayBePerson({ business, emails, phones, profile }: LeadDatabaseShape): string {
  if (!business) return 'true';
  const contacts = [...emails, ...phones.any, profile].map((column) => `${quoted(column)} != ''`);
  return `${quoted(business.brand)} = '' AND (${contacts.join(' OR ')})`;
}
