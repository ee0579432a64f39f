// On PostgreSQL: its disk is full, and later it isn't.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { DRILL, DRILL_WAIT } from '../../e2e/fixtures/wait.ts';
import { createApp } from '../app.ts';
import { send, signIn, signUp, TEST_PASSWORD } from '../auth/test-requests.ts';
import { canMount, fill } from '../backups/test-full-disk.ts';
import { watchDatabase } from '../platform/database/database-watch.ts';
import { openPostgres } from '../platform/database/db.ts';
import { findPostgres, startTestPostgres, type TestPostgres } from '../platform/database/test-postgres.ts';
import { makeTestDeps } from '../test-deps.ts';
import { openTaskBench, sites, type TaskBench } from './test-tasks.ts';
import { scriptedTools } from './worker/scripted-tool.ts';
import { openTestGates } from './worker/test-gates.ts';
import { startWorker } from './worker/worker.ts';

const ITEMS = 200;
const EMAIL = 'ada@example.com';
/** A log that isn't prepared for more than the segment that it writes to. */
const SMALL_LOG = "alter system set min_wal_size = '32MB'; alter system set wal_recycle = off";

describe.runIf(process.env.TEST_POSTGRES_URL && canMount())('the disk of PostgreSQL', DRILL, () => {
  const disk = mkdtempSync(join(tmpdir(), 'leadwell-small-disk-'));
  const filler = join(disk, 'filler');
  let postgres: TestPostgres;
  beforeAll(async () => {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=400m,mode=755', 'tmpfs', disk]);
    postgres = await startTestPostgres(findPostgres() ?? '', disk);
  });
  afterAll(async () => {
    rmSync(filler, { force: true });
    await postgres.stop();
    execFileSync('umount', ['-l', disk]);
    rmSync(disk, { recursive: true, force: true });
  });

  it('is full: calls say when to try again; with room, a task goes on and the ledger is exact', async () => {
    const admin = openPostgres(postgres.url, { pool: 1 });
    for (const statement of SMALL_LOG.split('; ')) await admin.runScript(statement);
    await admin.runScript('create database full_disk template leadwell_template');
    await admin.close();
    await postgres.restart();
    const url = postgres.url.replace(/postgres$/, 'full_disk');
    const bench: TaskBench = await openTaskBench({}, { database: openPostgres(url, { pool: 6 }) });
    const deps = makeTestDeps(openPostgres(url, { pool: 7 }), { environment: { CRAWL_CONCURRENCY: '20' } });
    await deps.queue.start();
    const app = createApp(deps);
    const stopWatch = await watchDatabase(deps, { exitMs: 3_600_000 });
    const { access_token: token, user } = await signUp(app, EMAIL);
    const account = await bench.account(ITEMS + 100);
    const task = await bench.start(account, sites(ITEMS, '?gate=full'));
    const gates = openTestGates();
    const worker = await startWorker(
      { ...deps, taskTools: scriptedTools(deps.taskTools) },
      { retryDelaysSeconds: [1] },
    );

    const calls: readonly (() => Promise<Response>)[] = [
      () => send(app, '/functions/v1/account', { token }),
      () =>
        send(app, '/functions/v1/website-extraction', {
          token,
          body: { urls: ['https://a.example/'] },
          headers: { prefer: 'respond-async' },
        }),
      () => signIn(app, EMAIL, TEST_PASSWORD),
      () => send(app, '/rest/v1/tasks', { token }),
    ];
    const statuses = async () => {
      const all = await Promise.all(calls.map((call) => call()));
      for (const reply of all) await reply.arrayBuffer();
      for (const reply of all.filter(({ status }) => status >= 500))
        expect([reply.status, reply.headers.get('retry-after')]).toEqual([
          expect.toBeOneOf([503, 507]),
          expect.stringMatching(/^\d+$/),
        ]);
      return all.map(({ status }) => status);
    };

    await vi.waitFor(async () => expect((await bench.task(task.id)).current_item).not.toBeNull(), DRILL_WAIT);
    fill(filler);
    gates.open('full');
    // Tables that need another page find no room, and the rest goes on.
    for (let round = 0; round < 30; round += 1) await statuses();
    expect((await bench.task(task.id)).processed).toBeLessThan(ITEMS);
    // The log needs another segment, and the server stops.
    const switching = openPostgres(url, { pool: 1 });
    await vi.waitFor(async () => {
      await sql`select pg_switch_wal()`.execute(switching.db).catch(() => {});
      await sql`create table t${sql.raw(String(Date.now()))} ()`.execute(switching.db).catch(() => {});
      expect(new Set(await statuses())).toEqual(new Set([503]));
    }, DRILL_WAIT);
    await switching.close();
    for (let round = 0; round < 10; round += 1) expect(new Set(await statuses())).toEqual(new Set([503]));
    expect((await app.request('/readyz')).status).toBe(503);

    rmSync(filler);
    await postgres.restart();
    await vi.waitFor(async () => expect((await app.request('/readyz')).status).toBe(200), DRILL_WAIT);
    await vi.waitFor(async () => expect((await bench.task(task.id)).status).toBe('completed'), DRILL_WAIT);
    expect(await bench.task(task.id)).toMatchObject({ processed: ITEMS, found: ITEMS, credits_used: ITEMS });
    expect(await bench.balance(account)).toBe(100);
    const unfinished = () =>
      bench.deps.database.db.selectFrom('tasks').select('id').where('status', '!=', 'completed').execute();
    await vi.waitFor(async () => expect(await unfinished()).toEqual([]), DRILL_WAIT);
    expect([await bench.broken(account), await bench.broken(user.id)]).toEqual([[], []]);
    expect((await statuses()).filter((status) => status >= 500)).toEqual([]);
    await stopWatch();
    await worker.stop();
    gates.close();
    await deps.close();
    await bench.close();
  });
});
