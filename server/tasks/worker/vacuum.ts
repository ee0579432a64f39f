import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Deps } from '../../deps.ts';
import type { Database } from '../../platform/database/db.ts';
import { every } from '../../platform/every.ts';

/** A vacuum takes some 10 ms per MB of the table, in one piece, and blocks the event loop. */
export const VACUUM_STEP_BYTES = 8 * 1024 * 1024;
const INTERVAL_MS = 60_000;
const PATIENCE_SECONDS = 600;
/** The longest that a larger table waits for a minute in which no account uses the database. */
const MAX_WAIT_MS = 24 * 3_600_000;

type VacuumDeps = Pick<Deps, 'clock' | 'database' | 'log' | 'watchdog'>;

/**
 * Removes dead rows of PGlite's tables, every minute. Large tables wait until no account used the database since the
 * last look, and for a day at most. Does nothing on PostgreSQL. Returns a function that stops it.
 */
export function startVacuum(deps: VacuumDeps): () => Promise<void> {
  const vacuum = createVacuum(deps);
  if (!vacuum) return async () => {};
  return every(INTERVAL_MS, async () => {
    try {
      await vacuum();
    } catch (error) {
      deps.log.error({ err: error }, 'vacuum failed');
    }
  });
}

/** Vacuums all tables that need it, large ones too: before the server listens. */
export async function vacuumAll({ database, watchdog }: VacuumDeps): Promise<void> {
  if (database.kind.engine !== 'pglite') return;
  for (const { name } of await tablesToVacuum(database)) await vacuumTable(database, watchdog, name);
}

/** What `startVacuum` does every minute: returns the tables that it vacuumed. null on PostgreSQL. */
export function createVacuum({ clock, database, watchdog }: VacuumDeps): (() => Promise<string[]>) | null {
  const { kind } = database;
  if (kind.engine !== 'pglite') return null;
  /** since when each large table waits */
  let waiting = new Map<string, number>();
  let used = kind.used();
  return async () => {
    const isIdle = kind.used() === used;
    used = kind.used();
    const now = clock.now();
    const done: string[] = [];
    const left = new Map<string, number>();
    for (const { name, bytes } of await tablesToVacuum(database)) {
      const since = waiting.get(name) ?? now;
      const isDue = bytes <= VACUUM_STEP_BYTES || isIdle || now - since >= MAX_WAIT_MS;
      // Someone may have come meanwhile.
      if (!isDue || (isIdle && bytes > VACUUM_STEP_BYTES && kind.used() !== used)) {
        left.set(name, since);
        continue;
      }
      await vacuumTable(database, watchdog, name);
      done.push(name);
    }
    waiting = left;
    return done;
  };
}

/** Tables at autovacuum's default thresholds, with their size and that of their indexes and large values. */
async function tablesToVacuum(database: Database): Promise<{ name: string; bytes: number }[]> {
  const { rows } = await sql<{ name: string; bytes: number }>`
    select format('%I.%I', schemaname, relname) as name, pg_total_relation_size(relid) as bytes
    from pg_stat_user_tables where n_dead_tup > 50 + 0.2 * n_live_tup
    order by bytes
  `.execute(database.db);
  return rows;
}

async function vacuumTable(
  database: Database,
  watchdog: VacuumDeps['watchdog'],
  name: string,
): Promise<void> {
  // It writes much WAL.
  if (database.space.isLow()) return;
  await watchdog.allowBlocking(PATIENCE_SECONDS, () => database.runScript(`vacuum ${name}`));
  await nextTurn();
}
