import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../platform/database/db.ts';
import type { Tables } from '../platform/database/tables.ts';

/** What a run saw of an item: where its values are, and short prints of them, one after the other. */
export interface SeenItem {
  /** what it is: the ID of a row, or a digest of an item of a tool */
  item: string;
  /** the ID of the row, or the position in the task; -1: the task of an earlier run has it */
  place: number;
  prints: string;
}

export type ChangeRecord = Selectable<Tables['schedule_changes']>;

const CHANGES_PER_INSERT = 500;
const ITEMS_PER_PART = 1000;

/** Deletes what an attempt stored before, so that a run can be ended again. */
export async function deleteFound(db: Db, runId: string): Promise<void> {
  await db.deleteFrom('schedule_prints').where('run_id', '=', runId).execute();
  await db.deleteFrom('schedule_changes').where('run_id', '=', runId).execute();
}

async function insertPrints(db: Db, runId: string, part: number, items: readonly SeenItem[]): Promise<void> {
  const compact = items.map(({ item, place, prints }) => [item, place, prints]);
  await db
    .insertInto('schedule_prints')
    .values({ run_id: runId, part, items: JSON.stringify(compact) })
    .execute();
}

/** Stores what a run saw, in parts. */
export function openPrints(db: Db, runId: string) {
  let part: SeenItem[] = [];
  let parts = 0;
  const end = async () => {
    if (part.length > 0) await insertPrints(db, runId, parts, part);
    parts += 1;
    part = [];
  };
  return {
    end,
    async add(seen: SeenItem): Promise<void> {
      part.push(seen);
      if (part.length === ITEMS_PER_PART) await end();
    },
  };
}

/** What a run saw, by item. */
export async function readPrints(db: Db, runId: string): Promise<Map<string, SeenItem>> {
  const seen = new Map<string, SeenItem>();
  for (let part = 0; ; part += 1) {
    const found = await db
      .selectFrom('schedule_prints')
      .select('items')
      .where('run_id', '=', runId)
      .where('part', '=', part)
      .executeTakeFirst();
    if (!found) return seen;
    for (const [item, place, prints] of found.items) seen.set(item, { item, place, prints });
  }
}

/** Deletes the prints of a run that no later one is compared with. */
export async function deletePrints(db: Db, runId: string): Promise<void> {
  await db.deleteFrom('schedule_prints').where('run_id', '=', runId).execute();
}

export async function insertChanges(
  db: Db,
  changes: readonly Insertable<Tables['schedule_changes']>[],
): Promise<void> {
  for (let from = 0; from < changes.length; from += CHANGES_PER_INSERT)
    await db
      .insertInto('schedule_changes')
      .values(changes.slice(from, from + CHANGES_PER_INSERT))
      .execute();
}

/** The changes of a run after a position, in order. */
export async function changesAfter(
  db: Db,
  runId: string,
  { after, limit }: { after: number; limit: number },
): Promise<ChangeRecord[]> {
  const changes = await db
    .selectFrom('schedule_changes')
    .selectAll()
    .where('run_id', '=', runId)
    .where('position', '>', after)
    .orderBy('position')
    .limit(limit)
    .execute();
  return changes.map((change) => ({
    ...change,
    place: change.place === null ? null : Number(change.place),
    before_place: change.before_place === null ? null : Number(change.before_place),
  }));
}
