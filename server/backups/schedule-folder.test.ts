// On PostgreSQL: servers share the note of the last backup there. The embedded database has the same folder of backups.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { BACKUP_FORMAT } from '../platform/backup/manifest.ts';
import { prepareDataFolder } from '../platform/database/test-data-folder.ts';
import { metrics } from '../platform/metrics/metrics.ts';
import { backupName } from './backup-folder.ts';
import { readLastBackup } from './last-backup.ts';
import { pack } from './pack.ts';
import { startBackups } from './schedule.ts';
import { openScheduleBench, type ScheduleBench } from './test-schedule.ts';

const HOUR_MS = 3_600_000;
const base = mkdtempSync(join(tmpdir(), 'leadwell-backups-'));
afterAll(() => rmSync(base, { recursive: true }));

let bench: ScheduleBench;
let { deps, clock, folder, due, kept } = {} as ScheduleBench;
beforeEach(async () => {
  bench = await openScheduleBench();
  ({ deps, clock, folder, due, kept } = bench);
});
afterEach(() => bench.close());

it('goes on after a clock that was ahead, and keeps the new ones', async () => {
  mkdirSync(folder);
  const ahead = clock.nowMs + 365 * 24 * HOUR_MS;
  const early = Array.from({ length: 4 }, (_, day) => backupName(ahead + day * 24 * HOUR_MS));
  for (const name of early) {
    writeFileSync(join(folder, name), 'ahead');
    utimesSync(join(folder, name), new Date(ahead), new Date(ahead));
  }
  await due();
  const [first] = kept();
  expect(kept()).toEqual([first, ...early]);
  await due();
  expect(kept()).toHaveLength(5);
  clock.nowMs += 48 * HOUR_MS;
  await due();
  expect(kept()).toHaveLength(6);
  expect(kept()[0]).toBe(first);
});

it('writes no more of them if the clock of the disk is ahead', async () => {
  await due();
  const [first = ''] = kept();
  const ahead = new Date(clock.nowMs + 2 * HOUR_MS);
  utimesSync(join(folder, first), ahead, ahead);
  await due();
  clock.nowMs += 60_000;
  await due();
  expect(kept()).toEqual([first]);
  clock.nowMs += 27 * HOUR_MS;
  await due();
  expect(kept()).toHaveLength(2);
});

it('deletes no backup if a new one fails', async () => {
  await due();
  const [first] = kept();
  clock.nowMs += 48 * HOUR_MS;
  // A file of the name that it would write.
  const name = `leadwell-${new Date(clock.nowMs).toISOString().replaceAll(/[:.]/g, '-')}.backup`;
  writeFileSync(join(folder, name), 'in the way');
  utimesSync(join(folder, name), new Date(0), new Date(0));
  await expect(due()).rejects.toThrow(/exists/);
  expect(kept()).toEqual([first, name].sort());
});

it('has metrics only where there is a schedule', async () => {
  const values = async (name: string) => (await metrics.getSingleMetric(`leadwell_${name}`)?.get())?.values;
  const stop = startBackups({ ...deps, clock });
  await stop();
  expect(await values('backup_failed')).toEqual([]);
  const stopOther = startBackups({ ...deps, config: { ...deps.config, BACKUP_FOLDER: folder }, clock });
  await expect.poll(() => values('backup_failed')).toEqual([{ labels: {}, value: 0 }]);
  await stopOther();
  expect((await values('backup_timestamp_seconds'))?.[0]?.value).toBeGreaterThan(0);
});

it('deletes what a server that was killed left of a backup, but not what is being written', async () => {
  await due();
  const part = (name: string, ageMs: number) => {
    const file = join(folder, `leadwell-${name}.backup.part`);
    writeFileSync(file, 'half');
    utimesSync(file, new Date(clock.nowMs - ageMs), new Date(clock.nowMs - ageMs));
  };
  clock.nowMs += 48 * HOUR_MS;
  part('left', 2 * HOUR_MS);
  part('now', 1000);
  await due();
  expect(kept().filter((name) => name.endsWith('.part'))).toEqual(['leadwell-now.backup.part']);
  rmSync(join(folder, 'leadwell-now.backup.part'));
});

/** Of a backup that is packed without its schedule. */
const manifest = {
  format: BACKUP_FORMAT,
  version: '0.0.1',
  createdAt: new Date().toISOString(),
  database: 'embedded' as const,
  leads: 'none' as const,
  bytes: 0,
};

it.skipIf(process.platform === 'win32')('fails if the disk hangs while it is packed', async () => {
  mkdirSync(folder);
  const file = join(folder, 'mine.backup');
  // Like a disk that hangs: what is written to it waits until someone reads.
  execFileSync('mkfifo', [`${file}.part`]);
  const copy = mkdtempSync(join(base, 'copy-'));
  await prepareDataFolder(copy);
  const packed = pack({ folder: copy, file, manifest }, undefined, { everyMs: 20, looks: 3 });
  await expect(packed).rejects.toThrow('its file has not grown for');
  expect(readdirSync(folder)).toEqual([]);
});

it('leaves no part of a backup whose process was ended', async () => {
  const file = join(folder, 'mine.backup');
  mkdirSync(folder);
  // What it had written until then.
  writeFileSync(`${file}.part`, 'half');
  // It has no database there.
  const nothing = join(base, 'nothing');
  writeFileSync(nothing, '');
  await expect(pack({ folder: nothing, file, manifest })).rejects.toThrow(/failed/);
  expect(readdirSync(folder)).toEqual([]);
  writeFileSync(`${file}.part`, 'half');
  const stop = new AbortController();
  const packed = pack({ folder: nothing, file, manifest }, stop.signal);
  stop.abort(new Error('stopped'));
  await expect(packed).rejects.toThrow('stopped');
  expect(readdirSync(folder)).toEqual([]);
});

it('notes for other servers when it wrote the last one, and that a later one failed', async () => {
  const { db } = deps.database;
  const look = () => startBackups({ ...deps, config: { ...deps.config, BACKUP_FOLDER: folder }, clock })();
  const version = async () => (await sql`select xmin::text from last_backup`.execute(db)).rows;
  await due();
  expect(await readLastBackup(db, clock.nowMs)).toBeNull();
  await look();
  const first = await readLastBackup(db, clock.nowMs);
  expect(first).toEqual({ writtenAt: expect.any(Date), failed: false, everyHours: 24 });
  const stored = await version();
  await look();
  expect(await version()).toEqual(stored);
  clock.nowMs += 48 * HOUR_MS;
  const inTheWay = join(folder, backupName(clock.nowMs));
  writeFileSync(inTheWay, '');
  utimesSync(inTheWay, new Date(0), new Date(0));
  await look();
  expect(await readLastBackup(db, clock.nowMs)).toEqual({ ...first, failed: true });
});
