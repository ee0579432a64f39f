import { resolve } from 'node:path';
import { firstAccountAt } from '../../accounts/first-account.ts';
import { isInMemory, readBackups } from '../../backups/backup-folder.ts';
import { readLastBackup } from '../../backups/last-backup.ts';
import type { Deps } from '../../deps.ts';
import { type Found, ok, warning } from '../../platform/operator/health-check.ts';

const HOUR_MS = 3_600_000;
/** Data of a first try needs no backup. */
const NEW_MS = 7 * 24 * HOUR_MS;
/** One can be late: the server was stopped, or it is being written. */
const INTERVALS = 2;

type CheckDeps = Pick<Deps, 'database' | 'config' | 'clock'>;

/**
 * Whether the last backup of the schedule is recent enough, and on a disk. Without a schedule here, the one that another server noted
 * counts. Throws DiskSilent. `inMemory`: only tests set it.
 */
export async function checkBackup(deps: CheckDeps, inMemory = isInMemory): Promise<Found[]> {
  const { BACKUP_FOLDER } = deps.config;
  if (BACKUP_FOLDER === undefined) {
    const last = await readLastBackup(deps.database.db);
    return [await checkAge(deps, last?.writtenAt?.getTime() ?? null)];
  }
  const folder = resolve(BACKUP_FOLDER);
  if (await inMemory(folder))
    return [
      warning(
        'BACKUP_FOLDER is in memory, so that backups are gone after a restart',
        'Set BACKUP_FOLDER to a folder on a disk. In a container, mount a volume there.',
      ),
    ];
  const { latestMs, fromFuture } = await readBackups(folder, deps.clock.now());
  const early = warning(
    `backups with names from the future: ${fromFuture.join(', ')}`,
    "Check the clock of the server. Backups that were named while the clock was ahead don't count and aren't deleted. Move them to another folder.",
  );
  return [...(fromFuture.length > 0 ? [early] : []), await checkAge(deps, latestMs)];
}

/** `latestMs`: when the last backup was written, in ms since 1970, 0 if there is none; null: no schedule is known. */
async function checkAge({ database, config, clock }: CheckDeps, latestMs: number | null): Promise<Found> {
  const hours = config.BACKUP_EVERY_HOURS;
  if (latestMs !== null && latestMs > 0) {
    const age = Math.round((clock.now() - latestMs) / HOUR_MS);
    if (age <= INTERVALS * hours) return ok(`the last one is ${age} hours old`);
    return warning(
      `the last one is ${age} hours old, and the schedule has one every ${hours}`,
      'Look for "the backup of the schedule failed" in the log of the server with BACKUP_FOLDER, and check the space and the access rights of that folder.',
    );
  }
  const since = await firstAccountAt(database.db);
  if (since === null || clock.now() - since.getTime() <= NEW_MS) return ok('not needed yet');
  return warning(
    latestMs === null ? 'there is no schedule' : 'none was written yet',
    latestMs === null
      ? 'Set BACKUP_FOLDER to a folder on another disk, unless another server or other means make backups.'
      : 'Check that the server runs with this BACKUP_FOLDER, and look for "the backup of the schedule failed" in its log.',
  );
}
