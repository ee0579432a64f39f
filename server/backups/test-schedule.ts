import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseConfig } from '../config.ts';
import { prepareDataFolder } from '../platform/database/test-data-folder.ts';
import { openTestDatabase } from '../platform/database/test-database.ts';
import { metrics } from '../platform/metrics/metrics.ts';
import { openDeps, type ServerDeps } from '../server-deps.ts';
import { backUpIfDue } from './schedule.ts';

/** A server with a schedule of one backup a day that keeps three, and what is in its folder. */
export interface ScheduleBench {
  deps: ServerDeps;
  /** Its time in ms since 1970, which a test sets. */
  clock: { nowMs: number; now(): number };
  /** Where backups are kept. It doesn't exist at first. */
  folder: string;
  /** Writes a backup if one is due. Throws what `backUpIfDue` throws. */
  due(): Promise<number>;
  /** The names of the files in the folder, in order. */
  kept(): string[];
  close(): Promise<void>;
}

/** On PostgreSQL if the run has it, and otherwise on the embedded database of a data folder. */
export async function openScheduleBench(): Promise<ScheduleBench> {
  const clock = { nowMs: Date.now(), now: () => clock.nowMs };
  const dataDir = mkdtempSync(join(tmpdir(), 'leadwell-schedule-'));
  const folder = join(dataDir, 'kept');
  const settings = { LOG_LEVEL: 'silent', DATA_DIR: dataDir, BACKUP_EVERY_HOURS: '24', BACKUP_KEEP: '3' };
  const database = process.env.TEST_POSTGRES_URL ? await openTestDatabase() : null;
  if (!database) await prepareDataFolder(dataDir);
  const url = database?.kind.engine === 'postgres' ? database.kind.url : '';
  const secret = 'the secret of this test, with 32 characters or more';
  const deps = await openDeps(
    parseConfig(database ? { ...settings, DATABASE_URL: url, AUTH_SECRET: secret } : settings),
  );
  return {
    deps,
    clock,
    folder,
    due: () => backUpIfDue({ ...deps, clock }, folder),
    kept: () => readdirSync(folder).sort(),
    close: async () => {
      await deps.close();
      await database?.close();
      rmSync(dataDir, { recursive: true });
      // Tests of several files share them, and a process without a schedule has no values.
      for (const name of ['backup_timestamp_seconds', 'backup_failed'])
        metrics.getSingleMetric(`leadwell_${name}`)?.remove();
    },
  };
}
