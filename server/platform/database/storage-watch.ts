import { sql } from 'kysely';
import { type DiskSpace, megabytes } from '../disk/disk-space.ts';
import { MEGABYTE } from '../disk/free-bytes.ts';
import { every } from '../every.ts';
import type { Log } from '../log.ts';
import type { Database } from './db.ts';

const WATCH_MS = 5000;
/** Eight WAL segments. */
const CHECKPOINT_BYTES = 128 * MEGABYTE;

/**
 * Logs when the disk runs low and when it has room again, and keeps PGlite's WAL short. Returns a function
 * that stops it. `folder`: for the log.
 */
export function startStorageWatch(
  database: Pick<Database, 'db' | 'kind' | 'runScript'>,
  { space, folder, log }: { space: DiskSpace; folder: string; log: Log },
): () => Promise<void> {
  const report = createSpaceReport(space, folder, log);
  const checkpoint = database.kind.engine === 'pglite' ? createCheckpoints(database) : null;
  return every(WATCH_MS, async () => {
    report();
    try {
      await checkpoint?.();
    } catch (error) {
      log.error({ err: error }, 'checkpoint failed');
    }
  });
}

/** Logs once each time the state of the disk changes. */
export function createSpaceReport(space: DiskSpace, folder: string, log: Log): () => void {
  let before = 'ok';
  return () => {
    const now = space.isFull() ? 'full' : space.isLow() ? 'low' : 'ok';
    if (now === before) return;
    before = now;
    const free = megabytes(space.freeBytes());
    if (now === 'ok') log.info({ free }, `the disk of ${folder} has room again`);
    else if (now === 'low')
      log.warn({ free }, `the disk of ${folder} is low on space: new work is refused. Free up space`);
    else log.error({ free }, `the disk of ${folder} is full: nothing can be stored. Free up space`);
  };
}

/**
 * Writes a checkpoint when enough WAL has gathered. PGlite has no background process that does, so its WAL
 * would grow until the server stops. Returns whether it wrote one.
 */
export function createCheckpoints(
  database: Pick<Database, 'db' | 'runScript'>,
  afterBytes = CHECKPOINT_BYTES,
): () => Promise<boolean> {
  return async () => {
    const { rows } = await sql<{ bytes: number }>`
      select (pg_current_wal_insert_lsn() - redo_lsn)::int8 as bytes from pg_control_checkpoint()
    `.execute(database.db);
    if ((rows[0]?.bytes ?? 0) < afterBytes) return false;
    await database.runScript('checkpoint');
    return true;
  };
}
