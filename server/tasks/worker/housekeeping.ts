import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Deps } from '../../deps.ts';
import { forgetKeys } from '../../idempotency/idempotency.ts';
import { every } from '../../platform/every.ts';
import { deleteUnstarted, unstartedLists } from '../list-store.ts';

const HOUSEKEEPING_MS = 10 * 60_000;

/** An upload takes seconds; a list that is older and no task yet will never be one. */
const LIST_MS = 3_600_000;

/** Throws out old Idempotency-Keys, lists that were never started and, on PGlite, whose autovacuum never runs, dead rows. Answers how to stop. */
export function keepHouse(deps: Pick<Deps, 'clock' | 'database' | 'log'>): () => Promise<void> {
  return every(HOUSEKEEPING_MS, async () => {
    try {
      await forgetKeys(deps.database.db, deps.clock.now());
      await forgetLists(deps);
      if (deps.database.kind.engine === 'pglite') await vacuum(deps.database);
    } catch (error) {
      deps.log.error({ err: error }, 'housekeeping failed');
    }
  });
}

async function forgetLists({ clock, database: { db } }: Pick<Deps, 'clock' | 'database'>): Promise<void> {
  for (const id of await unstartedLists(db, new Date(clock.now() - LIST_MS))) await deleteUnstarted(db, id);
}

/** Vacuums where autovacuum would (its default thresholds), table by table, since each one holds the event loop. */
async function vacuum(database: Deps['database']): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables
    where n_dead_tup > 50 + 0.2 * n_live_tup
  `.execute(database.db);
  for (const { name } of rows) {
    await database.runScript(`vacuum ${name}`);
    await nextTurn();
  }
}
