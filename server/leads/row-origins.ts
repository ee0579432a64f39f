import type { LeadDatabase } from '#contract/leads.ts';
import type { Warehouse } from '../platform/warehouse/warehouse.ts';
import type { RowOrigin } from './distinct-leads.ts';
import { currentImports, type ImportRecord } from './import-records.ts';
import { leadTable } from './lead-tables.ts';
import { sourceKey } from './notices/sent-notices.ts';

/** What rows without an import are tagged with: those of earlier versions, which are of the first import. */
const UNTAGGED = '';

/** The tags of the rows of an import, which is one of `imports`: its id, and for the first one also of those without a tag. */
export function tagsOf(imports: readonly ImportRecord[], { id }: Pick<ImportRecord, 'id'>): string[] {
  return imports[0]?.id === id ? [id, UNTAGGED] : [id];
}

/**
 * Where the rows of an import are from. An import that replaces the database keeps the times of leads that are in it from
 * the same source.
 */
export async function originOf(
  warehouse: Warehouse,
  database: LeadDatabase,
  { id, at, source, mode }: { id: string; at: Date; source: string; mode: 'replace' | 'append' },
): Promise<RowOrigin> {
  const origin = { importId: id, collected: seconds(at), before: null };
  if (mode === 'append') return origin;
  const imports = await currentImports(warehouse, database);
  const same = imports.filter(
    (record) => isCollected(record) && sourceKey(record.source) === sourceKey(source),
  );
  if (same.length === 0) return origin;
  const before = {
    table: leadTable(database),
    imports: same.flatMap((record) => tagsOf(imports, record)),
    untimed: seconds(new Date(imports[0]?.at ?? at)),
  };
  return { ...origin, before };
}

/** Whether an import has rows of people; sample leads are made up. */
export function isCollected({ mode }: Pick<ImportRecord, 'mode'>): boolean {
  return mode === 'replace' || mode === 'append';
}

function seconds(at: Date): number {
  return Math.floor(at.getTime() / 1000);
}
