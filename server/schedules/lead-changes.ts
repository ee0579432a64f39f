import { openLeadLookup, type SavedLead } from '../lists/leads-of-rows.ts';
import type { requireList } from '../lists/lists.ts';
import { shownPages } from '../lists/shown-rows.ts';
import { type Difference, printOf } from './compare.ts';
import { openPrints, readPrints, type SeenItem } from './found-store.ts';
import { findDoneRun, type RunRecord } from './run-store.ts';
import type { ScheduleRecord } from './store.ts';
import type { ScheduleDeps } from './work.ts';

/** How the leads of a list differ from the run before. */
export interface LeadDifferences {
  before: RunRecord | null;
  differences: AsyncGenerator<Difference>;
}

/**
 * Compares the leads of a list with what the run before saw of them in the database, and stores one print of each: new rows,
 * leads with other values, and leads that the database has no more. The fields of a change are those in which the row differs from
 * the database. Only leads that the account doesn't have to pay for again are compared.
 */
export async function compareLeads(
  deps: ScheduleDeps,
  { id: scheduleId, account_id: accountId, work }: ScheduleRecord,
  run: RunRecord,
  list: Awaited<ReturnType<typeof requireList>>,
): Promise<LeadDifferences> {
  const { db } = deps.database;
  if (work.kind !== 'leads') throw new Error('The schedule saves no leads.');
  const before = (await findDoneRun(db, scheduleId)) ?? null;
  const earlier = before ? await readPrints(db, before.id) : new Map<string, SeenItem>();
  const lookup = await openLeadLookup(deps, { accountId, database: work.search.database }, list);
  const prints = openPrints(db, run.id);
  const columns = new Set(list.columns);

  async function* differences(): AsyncGenerator<Difference> {
    if (!lookup) for (const seen of earlier.values()) await prints.add(seen);
    for await (const page of shownPages(deps, list, { search: '' })) {
      for (const { id, added_at } of page)
        if (added_at >= run.started_at) yield { kind: 'added', place: id, before_place: null, fields: [] };
      if (!lookup) continue;
      for (const lead of await lookup.of(page)) {
        const old = earlier.get(String(lead.row.id));
        const { seen, difference } = look(lead, old, columns);
        if (seen) await prints.add(seen);
        if (difference) yield difference;
      }
    }
    await prints.end();
  }
  return { before, differences: differences() };
}

function look(
  { row, now, isPaid }: SavedLead,
  old: SeenItem | undefined,
  columns: ReadonlySet<string>,
): { seen?: SeenItem; difference?: Difference } {
  if (now === null)
    return old ? { difference: { kind: 'gone', place: null, before_place: row.id, fields: [] } } : {};
  if (!isPaid) return old ? { seen: { ...old, place: row.id } } : {};
  const seen = {
    item: String(row.id),
    place: row.id,
    prints: printOf(JSON.stringify(Object.entries(now).sort())),
  };
  if (!old || old.prints === seen.prints) return { seen };
  const fields = differingFields(row.cells, now, columns);
  if (fields.length === 0) return { seen };
  return { seen, difference: { kind: 'changed', place: row.id, before_place: row.id, fields } };
}

/** The columns of the list that have another value in the database. A missing value is no change, as when leads are saved again. */
function differingFields(
  cells: Readonly<Record<string, string>>,
  now: Readonly<Record<string, string>>,
  columns: ReadonlySet<string>,
): string[] {
  return Object.keys(now).filter((column) => columns.has(column) && (cells[column] ?? '') !== now[column]);
}
