import { resolve } from 'node:path';
import { plural } from '#contract/plural.ts';
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

/** `latestMs`: when its latest backup was written, in ms since 1970, 0 if there is none. */
interface Schedule {
  latestMs: number;
  everyHours: number;
}

type CheckDeps = Pick<Deps, 'database' | 'config' | 'clock'>;

/**
 * Whether the last backup of the schedule is recent enough, and on a disk. Without a schedule here, the one that another server noted
 * counts. Throws DiskSilent. `inMemory`: only tests set it.
 */
export async function checkBackup(deps: CheckDeps, inMemory = isInMemory): Promise<Found[]> {
  const { BACKUP_FOLDER } = deps.config;
  if (BACKUP_FOLDER === undefined) {
    const last = await readLastBackup(deps.database.db, deps.clock.now());
    return [await checkAge(deps, last && { latestMs: last.writtenAt?.getTime() ?? 0, ...last })];
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
  const own = { latestMs, everyHours: deps.config.BACKUP_EVERY_HOURS };
  return [...(fromFuture.length > 0 ? [early] : []), await checkAge(deps, own)];
}

/** `schedule`: null if none is known. */
async function checkAge({ database, clock }: CheckDeps, schedule: Schedule | null): Promise<Found> {
  if (schedule && schedule.latestMs > 0) {
    const { latestMs, everyHours } = schedule;
    const age = Math.round((clock.now() - latestMs) / HOUR_MS);
    if (age <= INTERVALS * everyHours) return ok(`the last one is ${plural(age, 'hour')} old`);
    return warning(
      `the last one is ${plural(age, 'hour')} old, and the schedule has one every ${everyHours}`,
      'Look for "the backup of the schedule failed" in the log of the server with BACKUP_FOLDER, and check the space and the access rights of that folder.',
    );
  }
  const since = await firstAccountAt(database.db);
  if (since === null || clock.now() - since.getTime() <= NEW_MS) return ok('not needed yet');
  return warning(
    schedule === null ? 'there is no schedule' : 'none was written yet',
    schedule === null
      ? 'Set BACKUP_FOLDER to a folder on another disk, unless another server or other means make backups.'
      : 'Check that the server runs with BACKUP_FOLDER, and look for "the backup of the schedule failed" in its log.',
  );
}
