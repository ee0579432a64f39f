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
import { BACKUP_FORMAT } from '../platform/backup/manifest.ts';
import { metrics } from '../platform/metrics/metrics.ts';
import { readLastBackup } from './last-backup.ts';
import { pack } from './pack.ts';
import { startBackups } from './schedule.ts';
import { openScheduleBench, type ScheduleBench } from './test-schedule.ts';

const HOUR_MS = 3_600_000;
const isEmbedded = !process.env.TEST_POSTGRES_URL;
const base = mkdtempSync(join(tmpdir(), 'leadwell-backups-'));
afterAll(() => rmSync(base, { recursive: true }));

let bench: ScheduleBench;
let { deps, clock, folder, due, kept } = {} as ScheduleBench;
beforeEach(async () => {
  bench = await openScheduleBench();
  ({ deps, clock, folder, due, kept } = bench);
});
afterEach(() => bench.close());

it('writes one when the latest is old enough, and keeps the newest ones and all other files', async () => {
  await due();
  expect(kept()).toHaveLength(1);
  await due();
  expect(kept()).toHaveLength(1);

  // Five days, as they would be left by earlier runs.
  rmSync(join(folder, kept()[0] ?? ''));
  const start = clock.nowMs;
  for (let day = 5; day >= 1; day -= 1) {
    const time = new Date(start - day * 24 * HOUR_MS);
    const name = join(folder, `leadwell-${time.toISOString().replaceAll(/[:.]/g, '-')}.backup`);
    writeFileSync(name, `day ${day}`);
    utimesSync(name, time, time);
  }
  writeFileSync(join(folder, 'mine.backup'), 'not of the schedule');
  clock.nowMs = start - 1;
  await due();
  expect(kept()).toHaveLength(6);
  clock.nowMs = start;
  await due();
  expect(kept()).toHaveLength(4);
  const contents = kept().map((name) => readFileSync(join(folder, name), 'latin1'));
  expect(contents.slice(0, 2)).toEqual(['day 2', 'day 1']);
  expect(contents.at(-1)).toBe('not of the schedule');
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

it.runIf(!isEmbedded && process.platform !== 'win32')(
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

it('forgets the schedule of a server that has it no more, also if its last backup failed', async () => {
  const { db } = deps.database;
  const start = (settings: Partial<typeof deps.config>) =>
    startBackups({ ...deps, config: { ...deps.config, ...settings }, clock })();
  const weekly = { BACKUP_FOLDER: folder, BACKUP_EVERY_HOURS: 168 };
  for (let day = 0; day < 6; day += 2) {
    await start(weekly);
    clock.nowMs += 48 * HOUR_MS;
    expect(await readLastBackup(db, clock.nowMs)).toMatchObject({ failed: false, everyHours: 168 });
  }
  writeFileSync(join(base, 'a file'), '');
  await start({ BACKUP_FOLDER: join(base, 'a file') });
  expect(await readLastBackup(db, clock.nowMs)).toMatchObject({ failed: true, everyHours: 24 });
  await start({});
  // On PostgreSQL, another server may have it.
  if (isEmbedded) expect(await readLastBackup(db, clock.nowMs)).toBeNull();
  else expect(await readLastBackup(db, clock.nowMs)).toMatchObject({ failed: true });
  clock.nowMs += 72 * HOUR_MS;
  expect(await readLastBackup(db, clock.nowMs)).toBeNull();
});
