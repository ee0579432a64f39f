import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { parseConfig } from './config.ts';
import { openPGlite } from './platform/database/db.ts';
import { EMBEDDED_POSTGRES, openEmbeddedDatabase } from './platform/database/embedded-database.ts';
import { migrate } from './platform/database/migrate.ts';
import { prepareDataFolder } from './platform/database/test-data-folder.ts';
import { UNKNOWN_SPACE } from './platform/disk/disk-space.ts';
import { MEGABYTE } from './platform/disk/free-bytes.ts';
import { createLog } from './platform/log.ts';
import { OperatorError } from './platform/operator-error.ts';
import { childEnvironment } from './platform/process/child-environment.ts';
import { QUICK_START } from './platform/process/test-quick-start.ts';
import { openDeps } from './server-deps.ts';

const MAIN = new URL('./main.ts', import.meta.url).pathname;
const CAN_MOUNT = canMount();

const folders: string[] = [];
const mounts: string[] = [];
const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const folder of mounts.splice(0)) execFileSync('umount', ['-l', folder]);
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'leadwell-folder-'));
  folders.push(folder);
  return folder;
}

/** A disk of its own, in memory. */
function newDisk(megabytes: number): string {
  const folder = newFolder();
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]);
  mounts.push(folder);
  return folder;
}

function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'leadwell-mount-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]).status === 0;
  if (mounted) execFileSync('umount', [folder]);
  rmSync(folder, { recursive: true });
  return mounted;
}

const freeMb = (folder: string) => {
  const { bavail, bsize } = statfsSync(folder);
  return (bavail * bsize) / MEGABYTE;
};

/** Writes a file so that `megabytes` stay free. */
function fill(folder: string, megabytes: number): void {
  const file = join(folder, 'filler');
  rmSync(file, { force: true });
  const opened = openSync(file, 'w');
  const step = Buffer.alloc(MEGABYTE);
  while (freeMb(folder) - megabytes >= 1) writeSync(opened, step);
  closeSync(opened);
  expect(Math.abs(freeMb(folder) - megabytes)).toBeLessThan(2);
}

function start(environment: Record<string, string>) {
  return spawn(process.execPath, [...QUICK_START, MAIN], {
    cwd: newFolder(),
    env: { ...childEnvironment(), PORT: '0', LOG_LEVEL: 'silent', PORT_25_TEST: '0', ...environment },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

/** Opens a data folder, which must fail with one line for the operator. Returns the line. */
async function failure(dataDir: string): Promise<string> {
  const outcome = await openDeps(parseConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' })).catch(
    (error: unknown) => error,
  );
  expect(outcome).toBeInstanceOf(OperatorError);
  const { message } = outcome as OperatorError;
  expect(message.split('\n')).toHaveLength(1);
  return message;
}

async function preparedFolder(): Promise<string> {
  const dataDir = newFolder();
  await prepareDataFolder(dataDir);
  return dataDir;
}

describe('a start on a data folder that this version cannot use says what to do', () => {
  it('of another PostgreSQL', async () => {
    const dataDir = await preparedFolder();
    expect(readFileSync(join(dataDir, 'db/PG_VERSION'), 'utf8').trim()).toBe(EMBEDDED_POSTGRES);
    writeFileSync(join(dataDir, 'db/PG_VERSION'), '16\n');
    expect(await failure(dataDir)).toMatch(
      /belongs to PostgreSQL 16, and this version of Leadwell contains PostgreSQL 18\. Start the version.*leadwell move/,
    );
  });

  it('whose version cannot be read', async () => {
    const dataDir = newFolder();
    mkdirSync(join(dataDir, 'db/PG_VERSION'), { recursive: true });
    expect(await failure(dataDir)).toMatch(
      /PG_VERSION can't be read: it is a folder\. Give this user access/,
    );
  });

  it('of a newer schema', async () => {
    const dataDir = await preparedFolder();
    const database = await openPGlite({ dataDir: join(dataDir, 'db') });
    await database.runScript(`insert into schema_migrations (name) values ('9999_future.sql')`);
    await database.close();
    expect(await failure(dataDir)).toMatch(
      /A newer version of Leadwell has used this database.*9999_future\.sql.*Start the newer version.*backups/,
    );
  });

  it.each([
    ['pg_control is empty', (db: string) => truncateSync(join(db, 'global/pg_control'), 0)],
    ['PG_VERSION has no version', (db: string) => writeFileSync(join(db, 'PG_VERSION'), '\0\0')],
    ['the catalog is gone', (db: string) => rmSync(join(db, 'base'), { recursive: true })],
  ])('that is damaged: %s', async (_what, damage) => {
    const dataDir = await preparedFolder();
    damage(join(dataDir, 'db'));
    expect(await failure(dataDir)).toMatch(/is damaged.*put back a copy from .*backups/);
  });

  it('that was moved to PostgreSQL', async () => {
    const dataDir = await preparedFolder();
    writeFileSync(join(dataDir, 'moved-to-postgres.txt'), 'postgres://db/leadwell\n');
    expect(await failure(dataDir)).toMatch(/was moved to postgres:\/\/db\/leadwell\. Set DATABASE_URL/);
  });

  it('whose lock is damaged', async () => {
    const dataDir = newFolder();
    writeFileSync(join(dataDir, 'lock.sqlite'), 'not a database '.repeat(100));
    expect(await failure(dataDir)).toMatch(/lock\.sqlite is damaged.*delete it and start again/);
  });

  it.runIf(CAN_MOUNT)('that is read-only', async () => {
    const dataDir = newDisk(20);
    execFileSync('mount', ['-o', 'remount,ro', dataDir]);
    expect(await failure(dataDir)).toMatch(
      /The data folder .* cannot be used: .*Set DATA_DIR to a folder that this user can write to/,
    );
  });

  it.runIf(CAN_MOUNT)('that is full, whether new or not', async () => {
    const fresh = newDisk(20);
    expect(await failure(fresh)).toMatch(
      /The disk of the data folder .* has only \d+ MB free.*Free up space.*Your data is safe/,
    );
    const used = newDisk(300);
    await prepareDataFolder(used);
    fill(used, 5);
    expect(await failure(used)).toMatch(/has only [45] MB free/);
    fill(used, 0);
    expect(await failure(used)).toMatch(/free up space/i);
  });
});

describe('an update of the embedded database', () => {
  /** A folder whose last migration is missing. */
  async function olderFolder(): Promise<string> {
    const dataDir = await preparedFolder();
    const database = await openPGlite({ dataDir: join(dataDir, 'db') });
    await database.runScript(
      `create table note (text text); insert into note values ('before');
       drop table schema_migrations; create table schema_migrations (name text primary key, applied_at timestamptz default now());
       insert into schema_migrations (name) values ('0001_accounts.sql');`,
    );
    await database.close();
    return dataDir;
  }
  const options = (dataDir: string) => ({ dataDir, space: UNKNOWN_SPACE, log: createLog('silent') });

  it('first copies it to a folder that can be put back, and keeps the last three copies', async () => {
    const dataDir = await olderFolder();
    const earlier = [1, 2, 3].map((day) => `2026-01-0${day}T10-00-00-000Z-0001_accounts`);
    for (const name of earlier) mkdirSync(join(dataDir, 'backups', name), { recursive: true });
    await (await openEmbeddedDatabase(options(dataDir))).close();
    const copies = readdirSync(join(dataDir, 'backups')).sort();
    expect(copies).toEqual([earlier[1], earlier[2], expect.stringMatching(/^\d{4}-.*-0001_accounts$/)]);
    const copy = await openPGlite({ dataDir: join(dataDir, 'backups', copies[2] ?? '') });
    expect((await sql`select text from note`.execute(copy.db)).rows).toEqual([{ text: 'before' }]);
    await copy.close();
  });

  it('changes nothing if there is no room for the copy', async () => {
    const dataDir = await olderFolder();
    const free = 120 * MEGABYTE;
    const space = { ...UNKNOWN_SPACE, freeBytes: () => free };
    await expect(openEmbeddedDatabase({ ...options(dataDir), space })).rejects.toThrow(
      /first copies it to .*backups\. The copy needs \d+ MB, and the disk has 120 MB free.*Nothing has changed/,
    );
    expect(existsSync(join(dataDir, 'backups'))).toBe(false);
  });

  it('makes no copy of a database that is up to date', async () => {
    const dataDir = await preparedFolder();
    const database = await openEmbeddedDatabase(options(dataDir));
    expect(await migrate(database)).toEqual([]);
    await database.close();
    expect(existsSync(join(dataDir, 'backups'))).toBe(false);
  });
});

describe.runIf(CAN_MOUNT)('a server whose disk fills up', () => {
  it('answers all the time, refuses new work, and goes on when there is room', async () => {
    const dataDir = newDisk(600);
    await prepareDataFolder(dataDir);
    const child = start({ DATA_DIR: dataDir });
    children.push(child);
    const lines = createInterface({ input: child.stdout });
    const [line] = (await once(lines, 'line')) as [string];
    const url = /http:\S+/.exec(line)?.[0] ?? '';
    const call = async (path: string, body?: unknown, token = 'leadwell-public') => {
      const response = await fetch(url + path, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          prefer: 'respond-async',
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    };
    const login = { email: 'a@example.com', password: 'correct horse battery' };
    const session = await call('/auth/v1/signup', login);
    const token = String(session.body.access_token);
    // Names of this domain never resolve, so the rows stay pending or fail, and nothing is charged.
    const urls = Array.from({ length: 500 }, (_, n) => `https://s${n}.invalid/${'x'.repeat(1000)}`);
    const attack = () => call('/functions/v1/website-extraction', { urls }, token);
    expect((await attack()).status).toBe(202);

    fill(dataDir, 150);
    expect((await attack()).status).toBe(507);
    expect((await call('/auth/v1/token?grant_type=password', login)).status).toBe(200);
    fill(dataDir, 0);
    for (let round = 0; round < 3; round += 1) {
      expect((await attack()).status).toBe(507);
      expect((await call('/auth/v1/token?grant_type=password', login)).status).toBe(503);
      expect((await call('/healthz')).status).toBe(200);
      expect((await call('/readyz')).status).toBe(200);
      expect((await call('/rest/v1/tasks?select=id,status', undefined, token)).status).toBe(200);
    }
    rmSync(join(dataDir, 'filler'));
    expect((await call('/auth/v1/token?grant_type=password', login)).status).toBe(200);
    expect((await attack()).status).toBe(202);
    const account = await call('/functions/v1/account', undefined, token);
    expect(account.status).toBe(200);

    child.kill('SIGKILL');
    await once(child, 'exit');
    const database = await openPGlite({ dataDir: join(dataDir, 'db') });
    const { rows } = await sql<{ balance: number; ledger: number; used: number; charged: number }>`
      select balance, (select sum(amount) from credit_entries where from_balance) as ledger,
             (select sum(credits_used) from tasks)::int8 as used,
             coalesce((select -sum(amount) from credit_entries where task_id is not null), 0)::int8 as charged
      from accounts`.execute(database.db);
    await database.close();
    const [end] = rows;
    expect(end?.ledger).toBe(end?.balance);
    expect(end?.charged).toBe(end?.used);
    // A server that hangs fails the test by this time limit.
  });
});
