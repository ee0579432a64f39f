// On PostgreSQL: the secret comes from the settings there.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { oldSecretNeed } from '#server/auth/old-secret.ts';
import { parseConfig } from '#server/config.ts';
import { checkSecret } from '#server/operator/doctor/secret-check.ts';
import { OLD_SIGNS_MS, openAuthSecret, requireAuthSecret } from '#server/platform/database/auth-secret.ts';
import { type Database, openPGlite } from '#server/platform/database/db.ts';
import { databaseFolder } from '#server/platform/database/embedded-database.ts';
import { prepareDataFolder } from '#server/platform/database/test-data-folder.ts';
import { openTestDatabase } from '#server/platform/database/test-database.ts';
import { lockDataFolder } from '#server/platform/disk/data-lock.ts';
import { loadOrCreateSecrets, readSecrets, writeSecrets } from '#server/platform/disk/secrets.ts';
import { openDeps } from '#server/server-deps.ts';
import { dropOldSecret, rotateSecret } from './rotate-secret.ts';

const DAY_MS = 86_400_000;
const FIRST = 'the first secret of the tests, long enough';
const SECOND = 'the second secret of the tests, long enough';

async function collect(run: (output: Parameters<typeof rotateSecret>[0]) => Promise<void>) {
  const said: { notes: string[]; data: string[] } = { notes: [], data: [] };
  await run({
    note: (text) => void said.notes.push(text),
    data: (text) => void said.data.push(text),
  });
  return { notes: said.notes.join('\n'), data: said.data.join('\n') };
}

async function addSession({ db }: Database, refreshedAt: number): Promise<void> {
  const { id } = await db
    .insertInto('accounts')
    .values({ email: `p${Math.random()}@firm.example`, balance: 0 })
    .returning('id')
    .executeTakeFirstOrThrow();
  const at = new Date(refreshedAt);
  await db
    .insertInto('sessions')
    .values({ account_id: id, created_at: at, refreshed_at: at, method: 'password' })
    .execute();
}

describe('AUTH_SECRET_OLD', () => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase();
    await requireAuthSecret(database.db, FIRST);
  });
  afterAll(() => database.close());

  const says = (now: number, authSecret: string, old?: string) =>
    checkSecret({
      database,
      clock: { now: () => now },
      secrets: { authSecret, earlier: old === undefined ? null : { secret: old } },
    });

  it('is needed until no session or link that it signed is valid, and then doctor says so', async () => {
    const now = Date.now();
    expect(await says(now, SECOND)).toMatchObject({ state: 'fault', todo: expect.stringMatching(/accept/) });
    expect(await says(now, SECOND, FIRST)).toMatchObject({
      state: 'warning',
      todo: expect.stringMatching(/Start a server with both/),
    });
    const { earlier } = await requireAuthSecret(database.db, SECOND, FIRST);
    const changedAt = (earlier?.signsUntil ?? 0) - OLD_SIGNS_MS;
    const soon = changedAt + OLD_SIGNS_MS + DAY_MS - 1;
    expect(await oldSecretNeed(database.db, changedAt, soon)).toMatchObject({ sessions: 0 });
    expect(await oldSecretNeed(database.db, changedAt, soon + 1)).toBeNull();
    await addSession(database, changedAt + OLD_SIGNS_MS - 1);
    await addSession(database, changedAt + OLD_SIGNS_MS);
    const last = changedAt + OLD_SIGNS_MS - 1 + 90 * DAY_MS;
    expect(await oldSecretNeed(database.db, changedAt, last - 1)).toEqual({
      sessions: 1,
      until: new Date(last),
    });
    expect(await says(last - 1, SECOND, FIRST)).toMatchObject({
      state: 'ok',
      says: expect.stringMatching(/Links and 1 session still need AUTH_SECRET_OLD, until 2/),
    });
    expect(await says(last, SECOND, FIRST)).toMatchObject({
      state: 'warning',
      says: 'AUTH_SECRET_OLD is no longer needed',
      todo: expect.stringMatching(/leadwell secret drop-old/),
    });
    expect(await says(last, SECOND)).toMatchObject({ state: 'ok' });
    expect(await says(last, FIRST)).toMatchObject({
      state: 'fault',
      todo: expect.stringMatching(/replaced by another value/),
    });
  });

  it.runIf(process.env.TEST_POSTGRES_URL)('is what `leadwell secret rotate` says to set', async () => {
    const { kind } = database;
    vi.stubEnv('DATABASE_URL', kind.engine === 'postgres' ? kind.url : '');
    vi.stubEnv('AUTH_SECRET', SECOND);
    const { data, notes } = await collect(rotateSecret);
    expect(notes).toMatch(/Nothing has changed yet/);
    const [, fresh = ''] = /^AUTH_SECRET=([\w-]{43})\nAUTH_SECRET_OLD=(.*)$/.exec(data) ?? [];
    expect(data).toContain(`AUTH_SECRET_OLD=${SECOND}`);
    vi.stubEnv('AUTH_SECRET_OLD', FIRST);
    await expect(rotateSecret({ note: () => {}, data: () => {} })).rejects.toThrow(
      /links and 1 session still need the one from before.*would end them/,
    );
    vi.stubEnv('AUTH_SECRET', fresh);
    vi.stubEnv('AUTH_SECRET_OLD', SECOND);
    await expect(rotateSecret({ note: () => {}, data: () => {} })).rejects.toThrow(/no server was started/);
    await expect(dropOldSecret({ note: () => {}, data: () => {} })).rejects.toThrow(
      /unset AUTH_SECRET_OLD there/,
    );
  });
});

describe.runIf(!process.env.TEST_POSTGRES_URL)('the secret of a data folder', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'leadwell-rotate-'));
  let first: string;
  beforeAll(async () => {
    await prepareDataFolder(dataDir);
    first = loadOrCreateSecrets(dataDir).AUTH_SECRET;
    await withDatabase(({ db }) => requireAuthSecret(db, first));
  });
  beforeEach(() => {
    vi.stubEnv('DATA_DIR', dataDir);
    vi.stubEnv('LOG_LEVEL', 'silent');
  });
  afterAll(() => rmSync(dataDir, { recursive: true }));

  async function withDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
    const database = await openPGlite({ dataDir: databaseFolder(dataDir) });
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  }

  it('is changed once while the one from before is needed, and then that one can be dropped', async () => {
    expect((await collect(dropOldSecret)).notes).toBe('There is no AUTH_SECRET_OLD.');
    await withDatabase((database) => addSession(database, Date.now()));
    expect((await collect(rotateSecret)).notes).toMatch(/Everyone stays logged in/);
    const second = readSecrets(dataDir)?.AUTH_SECRET ?? '';
    expect(readSecrets(dataDir)).toMatchObject({ AUTH_SECRET_OLD: first });
    expect(second).not.toBe(first);
    expect(await withDatabase(({ db }) => openAuthSecret(db, second))).toMatchObject({ dataKey: first });
    await expect(rotateSecret({ note: () => {}, data: () => {} })).rejects.toThrow(
      /links and 1 session still need the one from before/,
    );
    expect(readSecrets(dataDir)?.AUTH_SECRET).toBe(second);
    const deps = await openDeps(parseConfig(process.env));
    expect(deps.secrets).toMatchObject({
      dataKey: first,
      authSecret: second,
      earlier: { secret: first },
    });
    await deps.close();
    expect((await collect(dropOldSecret)).notes).toMatch(/1 session that it signed has to log in again/);
    expect(readSecrets(dataDir)).toEqual({
      AUTH_SECRET: second,
      ADMIN_KEY: expect.any(String),
    });
    await collect(rotateSecret);
    expect(readSecrets(dataDir)?.AUTH_SECRET_OLD).toBe(second);
  });

  it('is not lost if the command is killed after it wrote the new one', async () => {
    await collect(dropOldSecret);
    const stored = loadOrCreateSecrets(dataDir);
    const pair = { ...stored, AUTH_SECRET: SECOND, AUTH_SECRET_OLD: stored.AUTH_SECRET };
    writeSecrets(dataDir, pair);
    await collect(dropOldSecret);
    expect(await withDatabase(({ db }) => openAuthSecret(db, SECOND))).toMatchObject({ dataKey: first });
  });

  it('stays while a server has the folder', async () => {
    const lock = lockDataFolder(dataDir);
    await expect(rotateSecret({ note: () => {}, data: () => {} })).rejects.toThrow(/Stop it, then run/);
    lock.release();
  });
});
