import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Deps } from '../deps.ts';
import { every } from '../platform/every.ts';
import { gauge } from '../platform/metrics/metrics.ts';
import { type BackupDeps, BackupStopped, backUp, stopBackup } from './backup.ts';

const CHECK_MS = 60_000;
const HOUR_MS = 3_600_000;
/** After a failure, one line each quarter of an hour is enough. */
const RETRY_MS = 15 * 60_000;
/** No one writes to it any more: what a server that was killed left. */
const LEFT_MS = HOUR_MS;
const PART = /^leadwell-.*\.backup\.part$/;
const NAME = /^leadwell-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z\.backup$/;

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
  const { config, log, clock } = deps;
  const folder = config.BACKUP_FOLDER;
  if (!folder) return stopBackup;
  let retryAt = 0;
  const stop = every(CHECK_MS, async () => {
    if (clock.now() < retryAt) return;
    try {
      await backUpIfDue(deps, resolve(folder));
      lastFailed.set(0);
    } catch (error) {
      if (error instanceof BackupStopped) return log.info('stopped a backup of the schedule');
      retryAt = clock.now() + RETRY_MS;
      lastFailed.set(1);
      log.error({ err: error, folder }, 'the backup of the schedule failed');
    }
  });
  return async () => {
    // No other one starts after this.
    const stopped = stop();
    await stopBackup();
    await stopped;
  };
}

/** Writes a backup if the latest one in `folder` is old enough, and deletes those beyond BACKUP_KEEP. */
export async function backUpIfDue(deps: BackupDeps & Pick<Deps, 'clock'>, folder: string): Promise<void> {
  const { config, clock } = deps;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lastMs = latestBackupMs(folder);
  lastBackup.set(Math.round(lastMs / 1000));
  if (clock.now() - lastMs < config.BACKUP_EVERY_HOURS * HOUR_MS) return;
  removeLeftParts(folder, clock.now());
  const time = new Date(clock.now()).toISOString().replaceAll(/[:.]/g, '-');
  await backUp(deps, join(folder, `leadwell-${time}.backup`));
  lastBackup.set(Math.round(clock.now() / 1000));
  for (const old of backupsIn(folder).slice(0, -config.BACKUP_KEEP)) rmSync(join(folder, old));
}

/** When the latest backup of the schedule was written, in ms since 1970; 0 if there is none. */
export function latestBackupMs(folder: string): number {
  const last = existsSync(folder) ? backupsIn(folder).at(-1) : undefined;
  return last === undefined ? 0 : statSync(join(folder, last)).mtimeMs;
}

function removeLeftParts(folder: string, nowMs: number): void {
  for (const name of readdirSync(folder).filter((each) => PART.test(each))) {
    const file = join(folder, name);
    const writtenMs = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
    if (writtenMs !== undefined && nowMs - writtenMs > LEFT_MS) rmSync(file, { force: true });
  }
}

/** The backups of the schedule, oldest first. Other files stay. */
function backupsIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => NAME.test(name))
    .sort();
}
