import { resolve } from 'node:path';
import { firstAccountAt } from '../../accounts/first-account.ts';
import { isInMemory, readBackups } from '../../backups/backup-folder.ts';
import type { Deps } from '../../deps.ts';
import { type Found, ok, warning } from '../../platform/operator/health-check.ts';

const HOUR_MS = 3_600_000;
/** Data of a first try needs no backup. */
const NEW_MS = 7 * 24 * HOUR_MS;
/** One can be late: the server was stopped, or it is being written. */
const INTERVALS = 2;

/** Whether the last backup of the schedule is recent enough, and on a disk. `inMemory`: only tests set it. */
export async function checkBackup(
  { database, config, clock }: Pick<Deps, 'database' | 'config' | 'clock'>,
  inMemory = isInMemory,
): Promise<Found> {
  const { BACKUP_FOLDER, BACKUP_EVERY_HOURS: hours } = config;
  const folder = BACKUP_FOLDER === undefined ? undefined : resolve(BACKUP_FOLDER);
  if (folder !== undefined && (await inMemory(folder)))
    return warning(
      'BACKUP_FOLDER is in memory, so that backups are gone after a restart',
      'Set BACKUP_FOLDER to a folder on a disk. In a container, mount a volume there.',
    );
  const kept = folder === undefined ? null : await readBackups(folder, clock.now());
  if (kept && kept.fromFuture.length > 0)
    return warning(
      `${kept.fromFuture[0]} is from the future, so that it doesn't count as a backup of now and isn't deleted`,
      'Check the clock of the server. If the backup is an old one that a clock which was ahead has named, move it to another folder.',
    );
  if (kept && kept.latestMs > 0) {
    const age = Math.round((clock.now() - kept.latestMs) / HOUR_MS);
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
