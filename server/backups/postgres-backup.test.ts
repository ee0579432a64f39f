// On PostgreSQL: its backups, and restores into it.
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { operate } from '#cli/operate.ts';
import { restore } from '#cli/restore.ts';
import { DRILL } from '../../e2e/fixtures/wait.ts';
import { parseConfig } from '../config.ts';
import { runOnServer } from '../operator/socket.ts';
import { BACKUP_FORMAT } from '../platform/backup/manifest.ts';
import { announceSwap, settleRestore } from '../platform/backup/pending-swap.ts';
import { requireAuthSecret } from '../platform/database/auth-secret.ts';
import { type Db, openPGlite } from '../platform/database/db.ts';
import { applyMigrations, migrationNames } from '../platform/database/migrate.ts';
import { openPostgresSession } from '../platform/database/postgres-session.ts';
import { startServer } from '../serve.ts';
import { pack } from './pack.ts';
import { canMount, fill } from './test-full-disk.ts';
import { killRestore } from './test-killed-restore.ts';
import { tableHashes } from './test-table-hashes.ts';

const SERVER = process.env.TEST_POSTGRES_URL ?? '';
const AUTH_SECRET = 'the secret of this test, with 32 characters or more';
const quiet = { row: () => {}, note: () => {} };
const LEAVES_MOST = 'loads rows';

const folders: string[] = [];
const databases: string[] = [];
let admin: pg.Client;
/** The server that was backed up. */
let source: { url: string; dataDir: string };
let file: string;
/** Its tables at the moment of the backup. */
let backedUp: Record<string, string>;

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'leadwell-pgbackup-'));
  folders.push(folder);
  return folder;
}

async function newDatabase(template = 'template1'): Promise<string> {
  const name = `backup_${randomUUID().replaceAll('-', '')}`;
  await admin.query(`create database ${name} template ${template}`);
  databases.push(name);
  const url = new URL(SERVER);
  url.pathname = `/${name}`;
  return url.href;
}

/** Commands and servers of this test use this database and folder. */
function use({ url, dataDir }: { url: string; dataDir: string }): void {
  vi.stubEnv('DATABASE_URL', url);
  vi.stubEnv('DATA_DIR', dataDir);
}

async function withDatabase<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const session = await openPostgresSession(url, { schema: 'public' });
  try {
    return await work(session.db);
  } finally {
    await session.close();
  }
}

const hashesOf = (url: string) => withDatabase(url, tableHashes);

async function schemas(url: string): Promise<string[]> {
  return withDatabase(url, async (db) => {
    const { rows } = await sql<{ name: string }>`
      select nspname as name from pg_namespace where nspname !~ '^(pg_|information_schema)' order by 1`.execute(
      db,
    );
    return rows.map(({ name }) => name);
  });
}

async function serving<T>(work: (dataDir: string) => Promise<T>): Promise<T> {
  const config = parseConfig({ ...process.env, PORT: '0', WORKER: 'none', PORT_25_TEST: '0' });
  const server = await startServer(config);
  try {
    return await work(config.DATA_DIR);
  } finally {
    await server.stop();
  }
}

/** Expects that a restore is refused and leaves tables, schemas and leads as they are. */
async function expectRefused(at: { url: string; dataDir: string }, broken: string, message: RegExp) {
  use(at);
  const before = { hashes: await hashesOf(at.url), schemas: await schemas(at.url), leads: leads(at.dataDir) };
  await expect(restore(broken, () => {})).rejects.toThrow(message);
  expect({
    hashes: await hashesOf(at.url),
    schemas: await schemas(at.url),
    leads: leads(at.dataDir),
  }).toEqual(before);
  expect(readdirSync(at.dataDir).filter((name) => /restore-/.test(name))).toEqual([]);
}

function leads(dataDir: string): string[] {
  const folder = join(dataDir, 'warehouse');
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => `${name} ${statSync(join(folder, name)).mtimeMs}`)
    .sort();
}

/** Packs a database as it is, without leads. */
async function packAlone(url: string): Promise<string> {
  const written = join(newFolder(), 'packed.backup');
  await pack({
    folder: newFolder(),
    databaseUrl: url,
    file: written,
    manifest: {
      format: BACKUP_FORMAT,
      version: '0.0.1',
      createdAt: new Date().toISOString(),
      database: 'postgres',
      leads: 'none',
      bytes: 0,
    },
  });
  return written;
}

describe.runIf(SERVER)('backup and restore of PostgreSQL', () => {
  beforeEach(() => {
    vi.stubEnv('LOG_LEVEL', 'silent');
    vi.stubEnv('AUTH_SECRET', AUTH_SECRET);
  });
  beforeAll(async () => {
    vi.stubEnv('LOG_LEVEL', 'silent');
    vi.stubEnv('AUTH_SECRET', AUTH_SECRET);
    admin = new pg.Client({ connectionString: SERVER });
    await admin.connect();
    source = { url: await newDatabase('leadwell_template'), dataDir: newFolder() };
    use(source);
    await serving(async (dataDir) => {
      for (const email of ['ada@example.com', 'bob@example.com'])
        await runOnServer(dataDir, 'users-create-staff', { email }, quiet);
      await runOnServer(dataDir, 'leads-sample', { database: 'apollo', force: false }, quiet);
      await runOnServer(dataDir, 'optout-add', { entries: ['early@example.com'] }, quiet);
      await withDatabase(source.url, (db) =>
        sql`insert into pgboss.queue (name, policy, retry_limit, retry_delay, retry_backoff, expire_seconds,
              retention_seconds, deletion_seconds, partition, table_name)
            values ('planted', 'standard', 2, 0, false, 60, 60, 60, false, 'job_common')`.execute(db),
      );
      await withDatabase(source.url, (db) =>
        sql`insert into pgboss.job (name, data, state) values ('planted', '{"n": 1}', 'created'),
              ('planted', '{"n": 2}', 'active'), ('planted', '{"n": 3}', 'completed')`.execute(db),
      );
      backedUp = await hashesOf(source.url);
      file = join(dataDir, 'first.backup');
      await operate('backup', { file }, quiet);
      // Newer than the backup.
      await runOnServer(dataDir, 'optout-add', { entries: ['later@example.com'] }, quiet);
      await runOnServer(dataDir, 'users-create-staff', { email: 'later@example.com' }, quiet);
    });
  }, 240_000);
  afterAll(async () => {
    for (const name of databases) await admin.query(`drop database if exists ${name} with (force)`);
    await admin.end();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });

  it('is packed with the settings of connections that the server has', async () => {
    const url = new URL(source.url);
    const { port } = url;
    url.port = '';
    vi.stubEnv('PGPORT', port);
    try {
      expect(existsSync(await packAlone(url.href))).toBe(true);
    } finally {
      vi.stubEnv('PGPORT', undefined);
    }
  });

  it('is restored elsewhere without a difference, with its leads and waiting jobs', async () => {
    const elsewhere = { url: await newDatabase(), dataDir: newFolder() };
    use(elsewhere);
    const notes: string[] = [];
    await restore(file, (note) => notes.push(note));
    expect(notes.at(-1)).toBe('Restored.');
    expect(await hashesOf(elsewhere.url)).toEqual(backedUp);
    expect(await schemas(elsewhere.url)).toEqual(['pgboss', 'public']);
    const jobs = await withDatabase(elsewhere.url, (db) =>
      sql`select data->'n' as n, state from pgboss.job where name = 'planted' order by 1`.execute(db),
    );
    expect(jobs.rows).toEqual([
      { n: 1, state: 'created' },
      { n: 2, state: 'retry' },
    ]);
    await serving(async (dataDir) => {
      const found: object[] = [];
      await runOnServer(
        dataDir,
        'leads-check',
        { accept: false },
        { row: (row) => found.push(row), note: () => {} },
      );
      expect(found).toContainEqual(expect.objectContaining({ database: 'apollo', problem: null }));
      // Numbers go on.
      await runOnServer(dataDir, 'users-create-staff', { email: 'new@example.com' }, quiet);
    });
  });

  it('is restored into an embedded database without a difference', DRILL, async () => {
    const dataDir = newFolder();
    vi.stubEnv('DATABASE_URL', '');
    vi.stubEnv('DATA_DIR', dataDir);
    await restore(file, () => {});
    const database = await openPGlite({ dataDir: join(dataDir, 'db') });
    try {
      expect(await tableHashes(database.db)).toEqual(backedUp);
      const jobs = await sql`select data->'n' as n from pgboss.job where name = 'planted' order by 1`.execute(
        database.db,
      );
      expect(jobs.rows).toEqual([{ n: 1 }, { n: 2 }]);
    } finally {
      await database.close();
    }
  });

  it('shows one moment while rows are written, and blocks no one who writes', async () => {
    const url = await newDatabase('leadwell_template');
    await withDatabase(url, (db) => requireAuthSecret(db, AUTH_SECRET));
    const pairs = `create table pairs (side text, n int)`;
    await withDatabase(url, (db) => sql.raw(pairs).execute(db));
    const writing = new AbortController();
    let written = 0;
    const writer = withDatabase(url, async (db) => {
      while (!writing.signal.aborted) {
        await sql.raw(`insert into pairs values ('left', ${written}), ('right', ${written})`).execute(db);
        written += 1;
      }
    });
    await vi.waitFor(() => expect(written).toBeGreaterThan(10));
    const packed = join(newFolder(), 'busy.backup');
    const before = written;
    const { manifest } = await pack({
      folder: newFolder(),
      databaseUrl: url,
      file: packed,
      manifest: {
        format: BACKUP_FORMAT,
        version: '0.0.1',
        createdAt: new Date().toISOString(),
        database: 'postgres',
        leads: 'none',
        bytes: 0,
      },
    });
    const during = written - before;
    writing.abort();
    await writer;
    expect(during).toBeGreaterThan(0);
    expect((manifest.contents.rows.pairs ?? 1) % 2).toBe(0);
    // This version has no such table.
    const elsewhere = { url: await newDatabase('leadwell_template'), dataDir: newFolder() };
    await expectRefused(elsewhere, packed, /has a table that this version does not know/);
  });

  it('changes nothing for a file that is damaged or cut off, or another secret', async () => {
    const broken = join(newFolder(), 'broken.backup');
    const { size } = statSync(file);
    copyFileSync(file, broken);
    truncateSync(broken, size - 20);
    await expectRefused(source, broken, /can't be read as a backup/);
    const bytes = readFileSync(file);
    bytes[Math.floor(size / 2)] = (bytes[Math.floor(size / 2)] ?? 0) ^ 0xff;
    writeFileSync(broken, bytes);
    await expectRefused(source, broken, /can't be read as a backup/);
    vi.stubEnv('AUTH_SECRET', 'another secret, with 32 characters or more');
    await expectRefused(source, file, /AUTH_SECRET isn't the one/);
  });

  it('refuses to run while a server uses the database', async () => {
    use(source);
    const folder = newFolder();
    await serving(async () => {
      vi.stubEnv('DATA_DIR', folder);
      await expect(restore(file, () => {})).rejects.toThrow(/other connections? uses? the database/);
    });
    expect(await schemas(source.url)).toEqual(['pgboss', 'public']);
  });

  it('migrates a backup of an older version, and refuses one of a newer version', async () => {
    const older = await newDatabase();
    const names = migrationNames();
    const session = await openPostgresSession(older, { schema: 'public' });
    await session.runScript(
      'create table schema_migrations (name text primary key, applied_at timestamptz not null default now(), compatible boolean not null default false)',
    );
    await applyMigrations(session, names.slice(0, -1));
    await requireAuthSecret(session.db, AUTH_SECRET);
    await session.runScript("insert into opt_outs (hash, kind, created_at) values ('old', 'email', now())");
    await session.close();
    const packed = await packAlone(older);
    const at = { url: await newDatabase(), dataDir: newFolder() };
    use(at);
    await restore(packed, () => {});
    const found = await withDatabase(at.url, async (db) => ({
      optOuts: await db.selectFrom('opt_outs').select('hash').execute(),
      applied: (await sql<{ name: string }>`select name from schema_migrations order by 1`.execute(db)).rows,
    }));
    expect(found).toEqual({
      optOuts: [{ hash: 'old' }],
      applied: names.map((name) => ({ name })),
    });

    await withDatabase(older, (db) =>
      sql`insert into schema_migrations (name) values ('9999_future.sql')`.execute(db),
    );
    await expectRefused(at, await packAlone(older), /newer version of Leadwell/);
  });

  it.runIf(canMount()).each([1, 6])(
    'changes nothing if the disk of the database has %d MB free',
    async (free) => {
      const disk = newFolder();
      const { rows } = await admin.query<{ data_directory: string }>('show data_directory');
      const { uid, gid } = statSync(rows[0]?.data_directory ?? '');
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=96m,uid=${uid},gid=${gid},mode=700`, 'tmpfs', disk]);
      const space = `small_${free}`;
      await admin.query(`create tablespace ${space} location '${disk}'`);
      const url = await newDatabase('leadwell_template');
      const name = new URL(url).pathname.slice(1);
      await admin.query(`alter database ${name} set tablespace ${space}`);
      const filler = join(disk, 'filler');
      try {
        fill(filler);
        truncateSync(filler, statSync(filler).size - free * 1_000_000);
        const before = await hashesOf(url);
        use({ url, dataDir: newFolder() });
        await expect(restore(file, () => {})).rejects.toThrow(
          /The disk of the database is full.*Nothing has changed/,
        );
        expect(await hashesOf(url)).toEqual(before);
        // With room again, it works, and removes what could not be deleted on the full disk.
        rmSync(filler);
        await restore(file, () => {});
        expect((await hashesOf(url)).accounts).toEqual(backedUp.accounts);
        expect((await schemas(url)).filter((name) => name.startsWith('restore_'))).toEqual([]);
      } finally {
        await admin.query(`drop database ${name} with (force)`);
        await admin.query(`drop tablespace ${space}`);
        execFileSync('umount', ['-l', disk]);
      }
    },
  );

  it.each([
    ['creates the schema', /create schema/i],
    ['creates tables', /execute \$migration\$/],
    [LEAVES_MOST, /^copy /],
    ['checks references', /add constraint|drop constraint/],
    ['compares the rows', /count\(\*\)|analyze/],
    ['moves tables', /set schema|relnamespace in/],
  ])('leaves one whole state if it is killed when it %s', async (moment, query) => {
    const url = await newDatabase(new URL(source.url).pathname.slice(1));
    const at = { url, dataDir: newFolder() };
    const before = await hashesOf(url);
    const name = new URL(url).pathname.slice(1);
    const sessions = async () =>
      (await admin.query('select query from pg_stat_activity where datname = $1', [name])).rows;
    const result = await killRestore(
      file,
      { DATABASE_URL: url, DATA_DIR: at.dataDir, AUTH_SECRET },
      async () => (await sessions()).some((row) => query.test(row.query)),
    );
    // The last moments are short: the process may have been faster than we were.
    expect(['killed', 0]).toContain(result);
    // The database ends the session of the dead process, and with it what wasn't committed.
    await vi.waitFor(async () => expect(await sessions()).toEqual([]));
    const isOld = !(await schemas(url)).some((schema) => schema.startsWith('before_'));
    const after = await hashesOf(url);
    if (isOld) expect(after).toEqual(before);
    else expect(after.accounts).toEqual(backedUp.accounts);
    use(at);
    await serving(async () => {});
    expect(existsSync(join(at.dataDir, 'restore-pending.json'))).toBe(false);
    expect(existsSync(join(at.dataDir, 'warehouse'))).toBe(!isOld);
    // At every other moment, it leaves a part of the same.
    if (moment !== LEAVES_MOST) return;
    // The next restore removes what this one left.
    await restore(file, () => {});
    expect((await schemas(url)).filter((schema) => schema.startsWith('restore_'))).toEqual([]);
    expect((await hashesOf(url)).accounts).toEqual(backedUp.accounts);
  });

  it('keeps the old state and newer opt-outs, and finishes the leads after a crash right after the swap', async () => {
    use(source);
    const old = await hashesOf(source.url);
    const notes: string[] = [];
    await restore(file, (note) => notes.push(note));
    expect(notes.join('\n')).toContain('Kept 1 opt-outs that are newer than the restored state.');
    const restored = await hashesOf(source.url);
    expect(Object.keys(backedUp).filter((table) => backedUp[table] !== restored[table])).toEqual([
      'opt_outs',
    ]);
    const [point, pointQueue] = (await schemas(source.url)).filter((name) => name.startsWith('before_'));
    expect(notes.at(-1)).toContain(`in the schemas ${point} and ${pointQueue}, and its leads are in `);
    const kept = await openPostgresSession(source.url, { schema: point ?? '' });
    expect(await tableHashes(kept.db)).toEqual(old);
    await kept.close();

    // The process ended after the commit and before it replaced the leads.
    const from = 'restore-later';
    const folder = join(source.dataDir, from, 'warehouse');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'marker'), 'new');
    announceSwap(source.dataDir, { from, point: 'before-restore-later', pointSchema: point ?? '' });
    await withDatabase(source.url, async (db) => {
      expect(await settleRestore(source.dataDir, db)).toBe(true);
      expect(await settleRestore(source.dataDir, db)).toBe(false);
    });
    expect(readFileSync(join(source.dataDir, 'warehouse/marker'), 'utf8')).toBe('new');
    expect(existsSync(join(source.dataDir, 'before-restore-later/warehouse'))).toBe(true);
    expect(existsSync(join(source.dataDir, from))).toBe(false);
  });
});
