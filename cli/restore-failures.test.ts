// On PostgreSQL: only there, a restore has steps after the one that replaces the tables.
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { pack } from '#server/backups/pack.ts';
import { canMount } from '#server/backups/test-full-disk.ts';
import { BACKUP_FORMAT } from '#server/platform/backup/manifest.ts';
import { announceSwap, settleRestore } from '#server/platform/backup/pending-swap.ts';
import { finishRestore } from '#server/platform/backup/swap.ts';
import { keptStates } from '#server/platform/backup/swap-schemas.ts';
import { writeArchive } from '#server/platform/backup/write-archive.ts';
import { requireAuthSecret } from '#server/platform/database/auth-secret.ts';
import type { Database, Db } from '#server/platform/database/db.ts';
import { openPostgresSession } from '#server/platform/database/postgres-session.ts';
import { openTestDatabase } from '#server/platform/database/test-database.ts';
import { restore } from './restore.ts';
import { restoreBack } from './restore-back.ts';

const MANIFEST = {
  format: BACKUP_FORMAT,
  version: '0.0.1',
  createdAt: '2026-11-27T00:00:00.000Z',
  database: 'postgres' as const,
  leads: 'included' as const,
  bytes: 8,
};
const AUTH_SECRET = 'the secret of this test, with 32 characters or more';

describe.runIf(process.env.TEST_POSTGRES_URL)('a restore into PostgreSQL that fails at its end', () => {
  const base = mkdtempSync(join(tmpdir(), 'leadwell-failing-'));
  const file = join(base, 'with-leads.backup');
  let database: Database;
  let url: string;
  let dataDir: string;

  beforeAll(async () => {
    database = await openTestDatabase();
    url = database.kind.engine === 'postgres' ? database.kind.url : '';
    await requireAuthSecret(database.db, AUTH_SECRET);
    const folder = join(base, 'packed');
    put(join(folder, 'warehouse'), 'restored');
    await pack({
      folder,
      databaseUrl: url,
      file,
      manifest: MANIFEST,
    });
    await database.close();
  });
  beforeEach(async () => {
    database = await openTestDatabase();
    url = database.kind.engine === 'postgres' ? database.kind.url : '';
    // A connection of its own would be one of a server.
    await withDatabase((db) => requireAuthSecret(db, AUTH_SECRET));
    dataDir = mkdtempSync(join(base, 'data-'));
    put(join(dataDir, 'warehouse'), 'old');
    vi.stubEnv('LOG_LEVEL', 'silent');
    vi.stubEnv('DATABASE_URL', url);
    vi.stubEnv('DATA_DIR', dataDir);
    vi.stubEnv('AUTH_SECRET', AUTH_SECRET);
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await database.close();
  });
  afterAll(() => rmSync(base, { recursive: true, force: true }));

  function put(folder: string, text: string): void {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'marker'), text);
  }

  const leads = () => readFileSync(join(dataDir, 'warehouse/marker'), 'utf8');
  const restoreFolders = () => readdirSync(dataDir).filter((name) => name.startsWith('restore-'));

  async function withDatabase<T>(work: (db: Db) => Promise<T>): Promise<T> {
    const session = await openPostgresSession(url, { schema: 'public' });
    try {
      return await work(session.db);
    } finally {
      await session.close();
    }
  }

  /** What the start of a server does. */
  async function start(): Promise<void> {
    finishRestore(dataDir);
    await withDatabase((db) => settleRestore(dataDir, db));
  }

  /** Calls `step` for the commit of a swap. */
  function atCommit(step: (commit: () => Promise<unknown>, client: pg.Client) => Promise<unknown>): void {
    const query = pg.Client.prototype.query as (...all: unknown[]) => Promise<unknown>;
    vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...all: unknown[]) {
      const send = () => query.apply(this, all);
      // Those of other transactions come with parameters.
      return all.length === 1 && all[0] === 'commit' ? step(send, this) : send();
    } as never);
  }

  const loseAnswer = () =>
    atCommit(async (commit, client) => {
      await commit();
      await client.end();
      throw new Error('Connection terminated unexpectedly');
    });

  it('says that the tables were replaced, and keeps the leads for the next start, if the answer is lost', async () => {
    loseAnswer();
    await expect(restore(file, () => {})).rejects.toThrow(
      /^The database was replaced, but .*Connection terminated.*start the server, which finishes it/,
    );
    expect(restoreFolders()).toHaveLength(2);
    expect(leads()).toBe('old');
    await start();
    expect(leads()).toBe('restored');
    expect(restoreFolders()).toEqual([]);
  });

  it('does so, too, if the leads cannot be replaced after that', async () => {
    const inTheWay = join(dataDir, 'restore-journal.json');
    atCommit(async (commit) => {
      await commit();
      mkdirSync(inTheWay);
    });
    await expect(restore(file, () => {})).rejects.toThrow(/^The database was replaced, but .*EISDIR/);
    rmSync(inTheWay, { recursive: true });
    expect(leads()).toBe('old');
    await start();
    expect(leads()).toBe('restored');
  });

  it('says that nothing has changed, and deletes everything, if the swap is undone', async () => {
    atCommit(async () => {
      throw new Error('canceled');
    });
    await expect(restore(file, () => {})).rejects.toThrow(/nothing has changed: canceled/);
    expect(restoreFolders()).toEqual([]);
    expect(leads()).toBe('old');
    expect(await withDatabase(keptStates)).toEqual([]);
  });

  it('says that it does not know if the database does not answer', async () => {
    atCommit(async (_, client) => {
      await client.end();
      // No one can connect from now on.
      const name = new URL(url).pathname.slice(1);
      const server = await openPostgresSession(process.env.TEST_POSTGRES_URL ?? '');
      await server.runScript(`alter database ${name} allow_connections false`);
      await server.close();
      throw new Error('Connection terminated unexpectedly');
    });
    await expect(restore(file, () => {})).rejects.toThrow(/^The database may have been replaced: Connection/);
    expect(restoreFolders()).toHaveLength(2);
    expect(leads()).toBe('old');
  });

  it('leaves restored leads where they are if the start that replaced them was interrupted at its end', async () => {
    rmSync(join(dataDir, 'warehouse'), { recursive: true });
    put(join(dataDir, 'restore-1/warehouse'), 'restored');
    const pending = { from: 'restore-1', point: 'before-restore-1', pointSchema: 'public' };
    announceSwap(dataDir, pending);
    const kept = readFileSync(join(dataDir, 'restore-pending.json'));
    await start();
    expect(leads()).toBe('restored');
    writeFileSync(join(dataDir, 'restore-pending.json'), kept);
    await start();
    expect(leads()).toBe('restored');
    expect(existsSync(join(dataDir, 'restore-pending.json'))).toBe(false);
  });

  it('says the same about going back', async () => {
    await restore(file, () => {});
    loseAnswer();
    await expect(restoreBack(null, () => {})).rejects.toThrow(/^The database was replaced, but /);
    vi.restoreAllMocks();
    expect(leads()).toBe('restored');
    await start();
    expect(leads()).toBe('old');
  });

  it.runIf(canMount())('is refused before that if the leads are on another disk', async () => {
    const warehouse = join(dataDir, 'warehouse');
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', warehouse]);
    try {
      await expect(restore(file, () => {})).rejects.toThrow(
        /warehouse is on another disk.*Nothing has changed/,
      );
    } finally {
      execFileSync('umount', ['-l', warehouse]);
    }
    expect(leads()).toBe('old');
    expect(await withDatabase(keptStates)).toEqual([]);
  });

  it('says that leads were not restored, because they belong on a ClickHouse server', async () => {
    vi.stubEnv('CLICKHOUSE_URL', 'http://127.0.0.1:1');
    const notes: string[] = [];
    await restore(file, (note) => notes.push(note));
    expect(notes.at(-1)).toMatch(/leads of the backup were not restored, because CLICKHOUSE_URL is set/);
    expect(leads()).toBe('old');
  });

  it.each([
    ['refuses', 'that are unpacked', { bytes: 1e15, folderBytes: 1e15 }, /^The restore needs 9/, []],
    ['accepts', 'of the tables', { bytes: 1e15, folderBytes: 8 }, /^This is a backup of an embedded/, []],
    [
      'notes',
      'of an earlier backup',
      { bytes: 1e15 },
      /^This is a backup of an embedded/,
      [/how much of its 9/],
    ],
  ])('%s the bytes %s', async (_, _of, bytes, message, noted) => {
    const large = join(dataDir, 'large.backup');
    const contents = { migrations: [], rows: {}, wrongBalances: 0, secret: null };
    const said = { ...MANIFEST, ...bytes, database: 'embedded' as const, contents };
    const folder = join(base, 'packed');
    await writeArchive({ folder, manifest: said, file: large, passphrase: undefined });
    const notes: string[] = [];
    await expect(restore(large, (note) => notes.push(note))).rejects.toThrow(message);
    expect(notes).toEqual(noted.map((text) => expect.stringMatching(text)));
  });
});
