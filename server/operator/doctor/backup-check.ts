import { resolve } from 'node:path';
import { firstAccountAt } from '../../accounts/first-account.ts';
import { latestBackupMs } from '../../backups/schedule.ts';
import type { Deps } from '../../deps.ts';
import { type Found, ok, warning } from '../../platform/operator/health-check.ts';

const HOUR_MS = 3_600_000;
/** Data of a first try needs no backup. */
const NEW_MS = 7 * 24 * HOUR_MS;
/** One can be late: the server was stopped, or it is being written. */
const INTERVALS = 2;

/** Whether the last backup of the schedule is recent enough. */
export async function checkBackup({
  database,
  config,
  clock,
}: Pick<Deps, 'database' | 'config' | 'clock'>): Promise<Found> {
  const { BACKUP_FOLDER: folder, BACKUP_EVERY_HOURS: hours } = config;
  const lastMs = folder === undefined ? 0 : latestBackupMs(resolve(folder));
  if (lastMs > 0) {
    const age = Math.round((clock.now() - lastMs) / HOUR_MS);
    if (age <= INTERVALS * hours) return ok(`the last one is ${age} hours old`);
    return warning(
      `the last one is ${age} hours old, and the schedule has one every ${hours}`,
      'Look for "the backup of the schedule failed" in the log of the server, and check the space and the access rights of BACKUP_FOLDER.',
    );
  }
  const since = await firstAccountAt(database.db);
  if (since === null || clock.now() - since.getTime() <= NEW_MS) return ok('not needed yet');
  return warning(
    folder === undefined ? 'there is no schedule' : 'none was written yet',
    folder === undefined
      ? 'Set BACKUP_FOLDER to a folder on another disk, unless you make backups in another way.'
      : 'Check that the server runs with this BACKUP_FOLDER, and look for "the backup of the schedule failed" in its log.',
  );
}
