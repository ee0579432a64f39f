// On PostgreSQL: `leadwell restore --back` goes back there. For the embedded database: restore-back-embedded.test.ts.
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
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { tableHashes } from '#server/backups/test-table-hashes.ts';
import { parseConfig } from '#server/config.ts';
import { announceSwap, settleRestore } from '#server/platform/backup/pending-swap.ts';
import { keptStates } from '#server/platform/backup/swap-schemas.ts';
import type { Database, Db } from '#server/platform/database/db.ts';
import { openPostgresSession } from '#server/platform/database/postgres-session.ts';
import { openTestDatabase } from '#server/platform/database/test-database.ts';
import { openDeps } from '#server/server-deps.ts';
import { operate } from './operate.ts';
import { restore } from './restore.ts';
import { restoreBack } from './restore-back.ts';

const quiet = { row: () => {}, note: () => {} };

describe.runIf(process.env.TEST_POSTGRES_URL)('going back after a restore into PostgreSQL', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'leadwell-back-'));
  let database: Database;
  let url: string;
  /** What was in the tables before the restore. */
  let old: Record<string, string>;
  let oldJobs: object[];
  /** What was in them after it. */
  let restored: Record<string, string>;

  beforeAll(async () => {
    database = await openTestDatabase();
    url = database.kind.engine === 'postgres' ? database.kind.url : '';
    stub();
    await operate('users-create-staff', { email: 'ada@example.com' }, quiet);
    const file = join(dataDir, 'first.backup');
    await operate('backup', { file }, quiet);
    await operate('users-create-staff', { email: 'bob@example.com' }, quiet);
    await operate('optout-add', { entries: ['second@example.com'] }, quiet);
    [old, oldJobs] = await withDatabase(async (db) => [await tableHashes(db), await jobs(db)]);
    mkdirSync(join(dataDir, 'warehouse'), { recursive: true });
    writeFileSync(join(dataDir, 'warehouse/marker'), 'old');
    await restore(file, () => {});
    expect(existsSync(join(dataDir, 'warehouse'))).toBe(false);
    await operate('optout-add', { entries: ['third@example.com'] }, quiet);
    restored = await withDatabase(tableHashes);
  });
  beforeEach(stub);
  afterAll(async () => {
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  function stub(): void {
    vi.stubEnv('LOG_LEVEL', 'silent');
    vi.stubEnv('DATABASE_URL', url);
    vi.stubEnv('DATA_DIR', dataDir);
    vi.stubEnv('AUTH_SECRET', 'the secret of this test, with 32 characters or more');
  }

  async function withDatabase<T>(work: (db: Db) => Promise<T>): Promise<T> {
    const session = await openPostgresSession(url, { schema: 'public' });
    try {
      return await work(session.db);
    } finally {
      await session.close();
    }
  }

  async function jobs(db: Db): Promise<object[]> {
    const { rows } = await sql<object>`select id, name, data from pgboss.job order by id`.execute(db);
    return rows;
  }

  const different = (one: Record<string, string>, other: Record<string, string>) =>
    Object.keys({ ...one, ...other }).filter((table) => one[table] !== other[table]);

  it.each([
    [
      'another secret',
      () => vi.stubEnv('AUTH_SECRET', 'x'.repeat(32)),
      null,
      /Nothing has changed: This AUTH_/,
    ],
    ['a state that is not there', () => {}, 'before_restore_1', /no state before_restore_1. It has before_/],
  ])('changes nothing with %s', async (_, wrong, state, message) => {
    wrong();
    await expect(restoreBack(state, () => {})).rejects.toThrow(message);
    expect(await withDatabase(tableHashes)).toEqual(restored);
    expect(existsSync(join(dataDir, 'restore-pending.json'))).toBe(false);
  });

  it('changes nothing while a server uses the database', async () => {
    const server = await openPostgresSession(url);
    await expect(restoreBack(null, () => {})).rejects.toThrow(/1 other connection uses the database/);
    await server.close();
  });

  it('brings back the tables, the queue and the leads, keeps newer opt-outs, and can be undone', async () => {
    const notes: string[] = [];
    const [state] = await withDatabase(keptStates);
    await restoreBack(null, (text) => notes.push(text));
    expect(notes.join('\n')).toMatch(/Kept 1 opt-outs.*\nWent back to the state in before_restore_2/);
    expect(different(old, await withDatabase(tableHashes))).toEqual(['opt_outs']);
    expect(await withDatabase(jobs)).toEqual(oldJobs);
    expect(readFileSync(join(dataDir, 'warehouse/marker'), 'utf8')).toBe('old');
    const [undo, ...more] = await withDatabase(keptStates);
    expect([undo === state, more]).toEqual([false, []]);
    // The queue works.
    const deps = await openDeps(parseConfig({ ...process.env, WORKER: 'none', PORT_25_TEST: '0' }));
    await deps.queue.createQueue('again');
    await deps.queue.send('again', {});
    await deps.close();

    await restoreBack(undo ?? '', (text) => notes.push(text));
    expect(notes.join('\n')).not.toContain('The leads in DATA_DIR stay');
    expect(existsSync(join(dataDir, 'warehouse/marker'))).toBe(false);
    expect(different(restored, await withDatabase(tableHashes))).toEqual([]);

    for (const name of readdirSync(dataDir))
      if (name.startsWith('before-restore-')) rmSync(join(dataDir, name), { recursive: true });
    await restoreBack(null, (text) => notes.push(text));
    expect(notes.at(-1)).toContain('The leads in DATA_DIR stay');
    expect(different(old, await withDatabase(tableHashes))).toEqual(['opt_outs']);
  });

  it('keeps opt-outs of a kind that the state from before did not know', async () => {
    const [state = ''] = await withDatabase(keptStates);
    const session = await openPostgresSession(url, { schema: state });
    await session.runScript(`drop index opt_outs_hashed; alter table opt_outs drop constraint opt_outs_kind_check;
      alter table opt_outs add constraint opt_outs_kind_check check (kind in ('email', 'domain', 'profile', 'phone'));
      delete from schema_migrations where name = '0107_hashed_opt_outs.sql';
      insert into public.opt_outs (hash, kind, created_at) values ('newer', 'email_sha256', now())`);
    await session.close();
    await restoreBack(state, () => {});
    const found = await withDatabase((db) =>
      db.selectFrom('opt_outs').select('kind').where('hash', '=', 'newer').execute(),
    );
    expect(found).toEqual([{ kind: 'email_sha256' }]);
  });

  it('leaves the leads that were put aside if it is interrupted, or replaces them if the tables were', async () => {
    const point = 'before-restore-2026';
    const put = (name: string, text: string) => {
      mkdirSync(join(dataDir, name), { recursive: true });
      writeFileSync(join(dataDir, name, 'marker'), text);
    };
    put(`${point}/warehouse`, 'aside');
    put('warehouse', 'now');
    const pending = { from: point, point: 'before-restore-2027', keepFrom: true };
    announceSwap(dataDir, { ...pending, pointSchema: 'before_restore_none' });
    expect(await withDatabase((db) => settleRestore(dataDir, db))).toBe(false);
    expect(readFileSync(join(dataDir, point, 'warehouse/marker'), 'utf8')).toBe('aside');
    const [done = ''] = await withDatabase(keptStates);
    announceSwap(dataDir, { ...pending, pointSchema: done });
    expect(await withDatabase((db) => settleRestore(dataDir, db))).toBe(true);
    expect(readFileSync(join(dataDir, 'warehouse/marker'), 'utf8')).toBe('aside');
    expect(readdirSync(join(dataDir, 'before-restore-2027'))).toEqual(['warehouse']);
    expect(existsSync(join(dataDir, point))).toBe(false);
  });
});
