// On PostgreSQL: the schedule backs up both kinds of database.
import { ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { parseConfig } from '../config.ts';
import { BACKUP_FORMAT } from '../platform/backup/manifest.ts';
import { prepareDataFolder } from '../platform/database/test-data-folder.ts';
import { openTestDatabase } from '../platform/database/test-database.ts';
import { metrics } from '../platform/metrics/metrics.ts';
import { openDeps, type ServerDeps } from '../server-deps.ts';
import { backupName } from './backup-folder.ts';
import { readLastBackup } from './last-backup.ts';
import { pack } from './pack.ts';
import { backUpIfDue, startBackups } from './schedule.ts';

const HOUR_MS = 3_600_000;
const base = mkdtempSync(join(tmpdir(), 'leadwell-schedule-'));
afterAll(() => rmSync(base, { recursive: true }));

let folder: string;
let deps: ServerDeps;
let closePostgres = async () => {};
let now: number;
const clock = { now: () => now };

beforeEach(async () => {
  now = Date.now();
  const dataDir = mkdtempSync(join(base, 'data-'));
  folder = join(dataDir, 'kept');
  const settings = { LOG_LEVEL: 'silent', DATA_DIR: dataDir, BACKUP_EVERY_HOURS: '24', BACKUP_KEEP: '3' };
  if (!process.env.TEST_POSTGRES_URL) {
    await prepareDataFolder(dataDir);
    deps = await openDeps(parseConfig(settings));
    return;
  }
  const database = await openTestDatabase();
  closePostgres = () => database.close();
  const url = database.kind.engine === 'postgres' ? database.kind.url : '';
  const secret = 'the secret of this test, with 32 characters or more';
  deps = await openDeps(parseConfig({ ...settings, DATABASE_URL: url, AUTH_SECRET: secret }));
});
afterEach(async () => {
  await deps.close();
  await closePostgres();
});

const due = () => backUpIfDue({ ...deps, clock }, folder);
const kept = () => readdirSync(folder).sort();

it('writes one when the latest is old enough, and keeps the newest ones and all other files', async () => {
  await due();
  expect(kept()).toHaveLength(1);
  await due();
  expect(kept()).toHaveLength(1);

  // Five days, as they would be left by earlier runs.
  rmSync(join(folder, kept()[0] ?? ''));
  const start = now;
  for (let day = 5; day >= 1; day -= 1) {
    const time = new Date(start - day * 24 * HOUR_MS);
    const name = join(folder, `leadwell-${time.toISOString().replaceAll(/[:.]/g, '-')}.backup`);
    writeFileSync(name, `day ${day}`);
    utimesSync(name, time, time);
  }
  writeFileSync(join(folder, 'mine.backup'), 'not of the schedule');
  now = start - 1;
  await due();
  expect(kept()).toHaveLength(6);
  now = start;
  await due();
  expect(kept()).toHaveLength(4);
  const contents = kept().map((name) => readFileSync(join(folder, name), 'latin1'));
  expect(contents.slice(0, 2)).toEqual(['day 2', 'day 1']);
  expect(contents.at(-1)).toBe('not of the schedule');
});

it('goes on after a clock that was ahead, and keeps the new ones', async () => {
  mkdirSync(folder);
  const ahead = now + 365 * 24 * HOUR_MS;
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
  now += 48 * HOUR_MS;
  await due();
  expect(kept()).toHaveLength(6);
  expect(kept()[0]).toBe(first);
});

it('writes no more of them if the clock of the disk is ahead', async () => {
  await due();
  const [first = ''] = kept();
  const ahead = new Date(now + 2 * HOUR_MS);
  utimesSync(join(folder, first), ahead, ahead);
  await due();
  now += 60_000;
  await due();
  expect(kept()).toEqual([first]);
  now += 27 * HOUR_MS;
  await due();
  expect(kept()).toHaveLength(2);
});

it('deletes no backup if a new one fails', async () => {
  await due();
  const [first] = kept();
  now += 48 * HOUR_MS;
  // A file of the name that it would write.
  const name = `leadwell-${new Date(now).toISOString().replaceAll(/[:.]/g, '-')}.backup`;
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
    utimesSync(file, new Date(now - ageMs), new Date(now - ageMs));
  };
  now += 48 * HOUR_MS;
  part('left', 2 * HOUR_MS);
  part('now', 1000);
  await due();
  expect(kept().filter((name) => name.endsWith('.part'))).toEqual(['leadwell-now.backup.part']);
  rmSync(join(folder, 'leadwell-now.backup.part'));
});

it('ends a backup at a stop, leaves nothing of it, and does not take it for a failure', async () => {
  const failed = async () =>
    (await metrics.getSingleMetric('leadwell_backup_failed')?.get())?.values[0]?.value;
  const stop = startBackups({ ...deps, config: { ...deps.config, BACKUP_FOLDER: folder }, clock });
  const copies = () => readdirSync(deps.config.DATA_DIR).filter((name) => name.startsWith('snapshot-'));
  await expect.poll(copies).toHaveLength(1);
  await stop();
  expect(kept()).toEqual([]);
  expect(copies()).toEqual([]);
  expect(await failed()).not.toBe(1);
  await due();
  expect(kept()).toHaveLength(1);
});

it('leaves the copy that another process is packing', async () => {
  const { DATA_DIR } = deps.config;
  const running = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  const ended = spawn(process.execPath, ['-e', '']);
  await once(ended, 'exit');
  for (const { pid } of [running, ended]) mkdirSync(join(DATA_DIR, `snapshot-${pid}`));
  await due();
  expect(readdirSync(DATA_DIR).filter((name) => name.startsWith('snapshot-'))).toEqual([
    `snapshot-${running.pid}`,
  ]);
  running.kill();
  await once(running, 'exit');
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

it.runIf(process.env.TEST_POSTGRES_URL && process.platform !== 'win32')(
  'leaves no transaction behind while a disk that hangs keeps its process',
  async () => {
    mkdirSync(folder);
    const file = join(folder, 'mine.backup');
    execFileSync('mkfifo', [`${file}.part`]);
    // Like a process in a call that can't be interrupted.
    const killed = vi.spyOn(ChildProcess.prototype, 'kill').mockReturnValue(true);
    const { kind, db } = deps.database;
    const databaseUrl = kind.engine === 'postgres' ? kind.url : '';
    /** Transactions that read all tables, or have read them. */
    const reading = async () => {
      const { rows } = await sql`
        select 1 from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and backend_xmin is not null
          and query ~ 'copy|pg_current_snapshot'
      `.execute(db);
      return rows.length;
    };
    const stop = new AbortController();
    const request = {
      folder: mkdtempSync(join(base, 'copy-')),
      file,
      databaseUrl,
      manifest: { ...manifest, database: 'postgres' as const },
    };
    const packed = expect(pack(request, stop.signal)).rejects.toThrow('stopped');
    await expect.poll(reading).toBe(1);
    stop.abort(new Error('stopped'));
    await packed;
    await expect.poll(reading).toBe(0);
    const [child] = killed.mock.contexts as ChildProcess[];
    killed.mockRestore();
    child?.kill('SIGKILL');
  },
);

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
  expect(await readLastBackup(db, now)).toBeNull();
  await look();
  const first = await readLastBackup(db, now);
  expect(first).toEqual({ writtenAt: expect.any(Date), failed: false, everyHours: 24 });
  const stored = await version();
  await look();
  expect(await version()).toEqual(stored);
  now += 48 * HOUR_MS;
  const inTheWay = join(folder, backupName(now));
  writeFileSync(inTheWay, '');
  utimesSync(inTheWay, new Date(0), new Date(0));
  await look();
  expect(await readLastBackup(db, now)).toEqual({ ...first, failed: true });
});

it('forgets the schedule of a server that has it no more, also if its last backup failed', async () => {
  const { db, kind } = deps.database;
  const start = (settings: Partial<typeof deps.config>) =>
    startBackups({ ...deps, config: { ...deps.config, ...settings }, clock })();
  const weekly = { BACKUP_FOLDER: folder, BACKUP_EVERY_HOURS: 168 };
  for (let day = 0; day < 6; day += 2) {
    await start(weekly);
    now += 48 * HOUR_MS;
    expect(await readLastBackup(db, now)).toMatchObject({ failed: false, everyHours: 168 });
  }
  writeFileSync(join(base, 'a file'), '');
  await start({ BACKUP_FOLDER: join(base, 'a file') });
  expect(await readLastBackup(db, now)).toMatchObject({ failed: true, everyHours: 24 });
  await start({});
  // On PostgreSQL, another server may have it.
  if (kind.engine === 'pglite') expect(await readLastBackup(db, now)).toBeNull();
  else expect(await readLastBackup(db, now)).toMatchObject({ failed: true });
  now += 72 * HOUR_MS;
  expect(await readLastBackup(db, now)).toBeNull();
});
