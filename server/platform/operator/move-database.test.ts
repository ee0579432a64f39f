// On PostgreSQL: the data of an embedded server moves there.
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { move } from '#cli/move.ts';
import { rotateSecret } from '#cli/rotate-secret.ts';
import { WAIT } from '../../../e2e/fixtures/wait.ts';
import { createApp } from '../../app.ts';
import { send, signUp } from '../../auth/test-requests.ts';
import { parseConfig } from '../../config.ts';
import { openDeps, type ServerDeps } from '../../server-deps.ts';
import { settleBatch } from '../../tasks/settle-batch.ts';
import { startTask } from '../../tasks/start-task.ts';
import { worked } from '../../tasks/test-tasks.ts';
import { scriptedTools } from '../../tasks/worker/scripted-tool.ts';
import { startWorker } from '../../tasks/worker/worker.ts';
import { prepareDataFolder } from '../database/test-data-folder.ts';

const SERVER = process.env.TEST_POSTGRES_URL ?? '';
const SETTINGS = { LOG_LEVEL: 'silent', PORT_25_TEST: '0', WORKER: 'none' };

const dataDir = mkdtempSync(join(tmpdir(), 'leadwell-move-'));
const databases: string[] = [];
let admin: pg.Client;

async function newDatabase(): Promise<string> {
  const name = `move_${randomUUID().replaceAll('-', '')}`;
  await admin.query(`create database ${name}`);
  databases.push(name);
  const url = new URL(SERVER);
  url.pathname = `/${name}`;
  return url.href;
}

describe.runIf(SERVER)('leadwell move', () => {
  beforeAll(async () => {
    admin = new pg.Client({ connectionString: SERVER });
    await admin.connect();
    await prepareDataFolder(dataDir);
  });
  afterAll(async () => {
    for (const name of databases) await admin.query(`drop database if exists ${name} with (force)`);
    await admin.end();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('moves rows, sessions, the ledger and half-done tasks, which go on', async () => {
    vi.stubEnv('DATA_DIR', dataDir);
    const before = await fillFolder();
    // The session then needs both secrets.
    await rotateSecret({ note: () => {}, data: () => {} });
    const target = await newDatabase();
    const notes: string[] = [];
    await move(target, (note) => notes.push(note));
    expect(notes).toContain('accounts: 1');
    expect(notes).toContain('task_items: 120');
    expect(notes.at(-1)).toMatch(/postgres\.env to \.env, then start the server/);
    expect(statSync(join(dataDir, 'postgres.env')).mode & 0o777).toBe(0o600);

    const settings = Object.fromEntries(
      readFileSync(join(dataDir, 'postgres.env'), 'utf8')
        .trim()
        .split('\n')
        .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    );
    const deps = await openDeps(parseConfig({ ...SETTINGS, DATA_DIR: dataDir, ...settings }));
    try {
      const app = createApp(deps);
      // The same session, file and row, byte by byte.
      expect((await send(app, '/auth/v1/user', { token: before.token })).status).toBe(200);
      expect(await snapshot(deps)).toEqual(before.snapshot);
      const { rows: counters } = await sql`
        select (select sum(items) from account_storage) - (select sum(items) from task_lists) as items,
          (select sum(bytes) from account_storage) - (select sum(bytes) from task_lists) - (select sum(row_bytes) from tasks) as bytes
      `.execute(deps.database.db);
      expect(counters).toEqual([{ items: '0', bytes: '0' }]);
      const worker = await startWorker({ ...deps, taskTools: scriptedTools(deps.taskTools) });
      await vi.waitFor(
        async () =>
          expect(
            await deps.database.db.selectFrom('tasks').select(['status', 'credits_used']).executeTakeFirst(),
          ).toEqual({ status: 'completed', credits_used: 120 }),
        WAIT,
      );
      await worker.stop();
      const { balance } = await deps.database.db
        .selectFrom('accounts')
        .select('balance')
        .executeTakeFirstOrThrow();
      expect(balance).toBe(880);
      // New rows get new numbers.
      expect((await signUp(app, 'second@example.com')).user.email).toBe('second@example.com');
    } finally {
      await deps.close();
    }

    await expect(openDeps(parseConfig({ ...SETTINGS, DATA_DIR: dataDir }))).rejects.toThrow(
      /was moved to postgres:.*Set DATABASE_URL/,
    );
    rmSync(join(dataDir, 'moved-to-postgres.txt'));
    await expect(move(target, () => {})).rejects.toThrow('is in use: its table accounts has rows');
    expect(existsSync(join(dataDir, 'moved-to-postgres.txt'))).toBe(false);
  });

  it('says that the server must be stopped, and that the database cannot be reached', async () => {
    vi.stubEnv('DATA_DIR', dataDir);
    const deps = await openDeps(parseConfig({ ...SETTINGS, DATA_DIR: dataDir }));
    await expect(move(SERVER, () => {})).rejects.toThrow('Stop the server before you move its data.');
    await deps.close();
    await expect(move('postgres://127.0.0.1:1/none', () => {})).rejects.toThrow(
      'Cannot connect to the database of --to',
    );
    vi.stubEnv('DATA_DIR', join(dataDir, 'nothing'));
    await expect(move(SERVER, () => {})).rejects.toThrow('There is no embedded database in');
    await expect(move('mysql://127.0.0.1/none', () => {})).rejects.toThrow(
      '--to must be a URL like postgres://',
    );
  });
});

/** An account with a session and a task of 120 items, 30 of them done and one shard in progress. */
async function fillFolder() {
  const deps = await openDeps(parseConfig({ ...SETTINGS, DATA_DIR: dataDir }));
  try {
    const app = createApp(deps);
    const { access_token: token, user } = await signUp(app, 'a@example.com', { name: 'Ünï "quoted"' });
    const task = await startTask(deps, {
      accountId: user.id,
      type: 'website-extraction',
      inputs: Array.from({ length: 120 }, (_, n) => `https://s${n}.com/?ms=1`),
      claim: null,
      attach: async (db, taskId) => {
        const reading = JSON.stringify({ hasHeader: true, delimiter: ',', columns: {} });
        await db.insertInto('task_files').values({ task_id: taskId, name: 'a.csv', reading }).execute();
        const content = Uint8Array.from({ length: 100_000 }, (_, n) => n % 256);
        await db.insertInto('task_file_parts').values({ task_id: taskId, part: 0, content }).execute();
      },
    });
    await settleBatch(deps, {
      taskId: task.id,
      runNo: task.run_no,
      items: Array.from({ length: 30 }, (_, n) => worked(n)),
    });
    // A worker takes a shard and is killed.
    await deps.queue.fetch('task-shards');
    return { token, snapshot: await snapshot(deps) };
  } finally {
    await deps.close();
  }
}

/** Rows of the tables that the test fills. */
async function snapshot({ database: { db } }: ServerDeps) {
  return {
    accounts: await db.selectFrom('accounts').selectAll().execute(),
    sessions: await db.selectFrom('sessions').selectAll().execute(),
    items: await db.selectFrom('task_items').selectAll().orderBy('position').execute(),
    entries: await db.selectFrom('credit_entries').selectAll().orderBy('id').execute(),
    files: (await db.selectFrom('task_file_parts').selectAll().execute()).map((part) => ({
      ...part,
      content: Buffer.from(part.content).toString('base64'),
    })),
  };
}
