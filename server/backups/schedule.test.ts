// On PostgreSQL: the schedule backs up both kinds of database.
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { parseConfig } from '../config.ts';
import { prepareDataFolder } from '../platform/database/test-data-folder.ts';
import { openTestDatabase } from '../platform/database/test-database.ts';
import { openDeps, type ServerDeps } from '../server-deps.ts';
import { backUpIfDue } from './schedule.ts';

const HOUR_MS = 3_600_000;
const base = mkdtempSync(join(tmpdir(), 'leadwell-schedule-'));
afterAll(() => rmSync(base, { recursive: true }));

let folder: string;
let deps: ServerDeps;
let closePostgres = async () => {};
let now = Date.now();
const clock = { now: () => now };

beforeEach(async () => {
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
