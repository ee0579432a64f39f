import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Deps } from '../deps.ts';
import { askFolder } from '../platform/disk/ask-folder.ts';
import { every } from '../platform/every.ts';
import { gauge } from '../platform/metrics/metrics.ts';
import { type BackupDeps, BackupStopped, backUp, stopBackup } from './backup.ts';
import { backupName, deleteBackups, deleteLeftParts, readBackups } from './backup-folder.ts';
import { noteFailed, noteNoSchedule, noteWritten } from './last-backup.ts';

const CHECK_MS = 60_000;
const HOUR_MS = 3_600_000;
/** After a failure, one line each quarter of an hour is enough. */
const RETRY_MS = 15 * 60_000;

const lastBackup = gauge('backup_timestamp_seconds', 'When the last backup of the schedule was written.');
const lastFailed = gauge('backup_failed', '1 if the last backup of the schedule failed.');
// A process without a schedule has no values: 0 would look like a backup that is missing.
lastBackup.remove();
lastFailed.remove();

/**
 * Writes a backup to BACKUP_FOLDER every BACKUP_EVERY_HOURS, also across restarts, and deletes the oldest ones beyond
 * BACKUP_KEEP. Returns a function that stops it, and any backup that runs. The next start then makes the one of the schedule.
 */
export function startBackups(deps: BackupDeps & Pick<Deps, 'clock'>): () => Promise<void> {
  const { config, log, clock, database } = deps;
  const folder = config.BACKUP_FOLDER;
  /** For servers without a schedule. A backup doesn't fail because of it. */
  const note = (noting: Promise<void>) =>
    noting.catch((error: unknown) => log.warn({ err: error }, 'could not note the last backup'));
  if (!folder) {
    // No other server has this database, so the noted schedule was this one's. On PostgreSQL, it may be another's.
    const noted = database.kind.engine === 'pglite' ? note(noteNoSchedule(database.db)) : null;
    return async () => {
      await stopBackup();
      await noted;
    };
  }
  const schedule = () => ({ everyHours: config.BACKUP_EVERY_HOURS, nowMs: clock.now() });
  let retryAt = 0;
  const stop = every(CHECK_MS, async () => {
    if (clock.now() < retryAt) return;
    try {
      const latestMs = await backUpIfDue(deps, resolve(folder));
      lastFailed.set(0);
      await note(noteWritten(database.db, latestMs, schedule()));
    } catch (error) {
      if (error instanceof BackupStopped) return log.info('stopped a backup of the schedule');
      retryAt = clock.now() + RETRY_MS;
      lastFailed.set(1);
      log.error({ err: error, folder }, 'the backup of the schedule failed');
      await note(noteFailed(database.db, schedule()));
    }
  });
  return async () => {
    // No other one starts after this.
    const stopped = stop();
    await stopBackup();
    await stopped;
  };
}

/**
 * Writes a backup if the latest one in `folder` is old enough, and deletes those beyond BACKUP_KEEP. Returns when the latest one was
 * written, in ms since 1970. Throws what `backUp` throws, and if the folder can't be read or written.
 */
export async function backUpIfDue(deps: BackupDeps & Pick<Deps, 'clock'>, folder: string): Promise<number> {
  const { config, clock } = deps;
  await askFolder(folder, () => mkdir(folder, { recursive: true, mode: 0o700 }));
  const { latestMs } = await readBackups(folder, clock.now());
  lastBackup.set(Math.round(latestMs / 1000));
  if (clock.now() - latestMs < config.BACKUP_EVERY_HOURS * HOUR_MS) return latestMs;
  await deleteLeftParts(folder, clock.now());
  await backUp(deps, join(folder, backupName(clock.now())));
  const writtenMs = clock.now();
  lastBackup.set(Math.round(writtenMs / 1000));
  const { names } = await readBackups(folder, clock.now());
  await deleteBackups(folder, names.slice(0, -config.BACKUP_KEEP));
  return writtenMs;
}
