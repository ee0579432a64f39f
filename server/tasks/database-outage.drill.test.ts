// On PostgreSQL: connections to the database die, and tasks go on.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { DRILL, DRILL_WAIT } from '../../e2e/fixtures/wait.ts';
import { createApp } from '../app.ts';
import { send, signUp } from '../auth/test-requests.ts';
import { watchDatabase } from '../platform/database/database-watch.ts';
import { openPostgres, transaction } from '../platform/database/db.ts';
import { runUntil } from '../platform/database/request-scope.ts';
import { findPostgres, startTestPostgres, type TestPostgres } from '../platform/database/test-postgres.ts';
import { startTestProxy, type TestProxy } from '../platform/database/test-proxy.ts';
import { childEnvironment } from '../platform/process/child-environment.ts';
import { QUICK_START } from '../platform/process/test-quick-start.ts';
import { makeTestDeps, type TestDeps } from '../test-deps.ts';
import { openTaskBench, sites, type TaskBench } from './test-tasks.ts';
import { scriptedTools } from './worker/scripted-tool.ts';
import { startWorker, type TaskWorker } from './worker/worker.ts';

/** Real processes and connections to a PostgreSQL of this file, which fails in every way. */

const ROOT = new URL('../../', import.meta.url).pathname;
/** Frozen in the middle of a commit, a process of PostgreSQL can hold a lock that all others need. Then it is frozen again elsewhere. */
const FROZEN_WAIT = { timeout: 40_000, interval: 20 };
const TIMEOUT_MS = 1000;
const ITEMS = 200;
/** pino's level */
const PROBLEMS = new Set(['warn', 'error', 'fatal']);

let postgres: TestPostgres;
let url: string;
let proxy: TestProxy;
/** Reads the database on connections that never fail silently. */
let bench: TaskBench;
/** Belongs to a server or worker whose connections go through the proxy. */
let deps: TestDeps;
let worker: TaskWorker | null;

describe.runIf(process.env.TEST_POSTGRES_URL)('when the database', DRILL, () => {
  beforeAll(async () => {
    postgres = await startTestPostgres(findPostgres() ?? '');
  });
  afterAll(() => postgres.stop());

  beforeEach(async () => {
    const name = `t_${randomUUID().replaceAll('-', '')}`;
    const admin = openPostgres(postgres.url);
    await admin.runScript(`create database ${name} template leadwell_template`);
    await admin.close();
    url = postgres.url.replace(/postgres$/, name);
    proxy = await startTestProxy(url);
    bench = await openTaskBench({}, { database: openPostgres(url, { pool: 6 }) });
    deps = makeTestDeps(
      openPostgres(`${proxy.through(url)}?application_name=drill`, { pool: 7, timeoutMs: TIMEOUT_MS }),
      { environment: { CRAWL_CONCURRENCY: '20' } },
    );
    await deps.queue.start();
    worker = null;
  });
  afterEach(async () => {
    proxy.restore();
    await worker?.stop();
    await deps.close();
    await bench.close();
    await proxy.close();
  });

  /**
   * Starts a task and a worker, calls `fail` at several points of the task, and expects every row and charge
   * once.
   */
  async function expectTaskSurvives(fail: () => Promise<void> | void): Promise<void> {
    const account = await bench.account(ITEMS + 100);
    const task = await bench.start(account, sites(ITEMS, '?ms=20'));
    worker = await startWorker(
      { ...deps, taskTools: scriptedTools(deps.taskTools) },
      { retryDelaysSeconds: [1] },
    );
    for (const share of [0.1, 0.4, 0.7]) {
      await vi.waitFor(
        async () => expect((await bench.task(task.id)).processed).toBeGreaterThanOrEqual(ITEMS * share),
        DRILL_WAIT,
      );
      await fail();
    }
    await vi.waitFor(async () => expect((await bench.task(task.id)).status).toBe('completed'), DRILL_WAIT);
    expect(await bench.task(task.id)).toMatchObject({ processed: ITEMS, found: ITEMS, credits_used: ITEMS });
    expect(await bench.balance(account)).toBe(100);
    expect(await bench.broken(account)).toEqual([]);
  }

  it('drops connections silently, a task goes on with new ones', async () => {
    await expectTaskSurvives(() => {
      proxy.silence();
      expect(proxy.silenced()).toBeGreaterThan(0);
    });
  });

  it('freezes with transactions open, a task goes on when it thaws', async () => {
    const backends = async () => {
      const { rows } = await sql<{ pid: number }>`
        select pid from pg_stat_activity where application_name = 'drill' and datname = current_database()`.execute(
        bench.deps.database.db,
      );
      return rows.map(({ pid }) => pid);
    };
    const frozen = new Set<number>();
    const thaw = () => {
      for (const pid of frozen) process.kill(pid, 'SIGCONT');
      frozen.clear();
    };
    try {
      await expectTaskSurvives(() =>
        vi.waitFor(async () => {
          for (const pid of await backends()) {
            process.kill(pid, 'SIGSTOP');
            frozen.add(pid);
          }
          expect(frozen.size).toBeGreaterThan(0);
          try {
            // The process has noticed, and works on new connections.
            await vi.waitFor(async () => {
              const fresh = (await backends()).filter((pid) => !frozen.has(pid));
              expect(fresh.length).toBeGreaterThan(0);
            }, FROZEN_WAIT);
          } finally {
            thaw();
          }
        }, DRILL_WAIT),
      );
    } finally {
      thaw();
    }
  });

  it('restarts, a task goes on', async () => {
    await expectTaskSurvives(() => postgres.restart());
  });

  it("doesn't answer, requests get a 503 with Retry-After, and work again afterward", async () => {
    const app = createApp(deps);
    const { access_token: token } = await signUp(app, 'ada@example.com');
    const requests = [
      ['/functions/v1/account', { token }],
      ['/rest/v1/tasks', { token }],
      ['/auth/v1/user', { token }],
    ] as const;
    const statuses = () =>
      Promise.all(requests.map(async ([path, request]) => (await send(app, path, request)).status));
    const works = () =>
      vi.waitFor(async () => {
        expect(await statuses()).toEqual([200, 200, 200]);
        expect((await app.request('/readyz')).status).toBe(200);
      }, DRILL_WAIT);
    await works();
    proxy.silenceAll();
    for (const [path, request] of requests) {
      const response = await send(app, path, request);
      expect([path, response.status, response.headers.get('retry-after')]).toEqual([path, 503, '5']);
      expect(JSON.stringify(await response.json())).toContain("The service isn't available right now.");
    }
    const readyz = await app.request('/readyz');
    expect([readyz.status, await readyz.json()]).toEqual([503, { ok: false, database: 'no response' }]);
    proxy.restore();
    await works();
  });

  it.each(['silenceAll', 'refuse'] as const)(
    "doesn't answer (%s), calls get a 503 long before their statements time out, and nothing of theirs counts",
    async (fails) => {
      const patient = makeTestDeps(openPostgres(proxy.through(url), { pool: 7, timeoutMs: 3_600_000 }), {});
      const app = createApp(patient);
      const { access_token: token } = await signUp(app, 'bea@example.com');
      const stop = await watchDatabase(patient, { exitMs: 3_600_000 });
      try {
        const unlock = Promise.withResolvers<void>();
        const locked = Promise.withResolvers<void>();
        const blocked = transaction(bench.deps.database.db, async (tx) => {
          await sql`lock table accounts in access exclusive mode`.execute(tx);
          locked.resolve();
          await unlock.promise;
        });
        await locked.promise;
        const waiting = send(app, '/functions/v1/account', { token });
        // Its statement is done, and it would commit later.
        const written = Promise.withResolvers<void>();
        const commits = Promise.withResolvers<void>();
        const writing = runUntil(patient.availability.untilProblem().promise, () =>
          transaction(patient.database.db, async (tx) => {
            const tag = { id: `${fails} 1`, industry: 'Late', updated_at: new Date() };
            await tx.insertInto('industry_tags').values(tag).execute();
            written.resolve();
            await commits.promise;
          }),
        );
        writing.catch(() => {});
        await written.promise;
        proxy[fails]();
        const reply = await waiting;
        expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '5']);
        await expect(writing).rejects.toThrow("The database doesn't answer.");
        expect((await send(app, '/functions/v1/account', { token })).status).toBe(503);
        expect((await app.request('/readyz')).status).toBe(503);
        proxy.restore();
        commits.resolve();
        unlock.resolve();
        await blocked;
        await vi.waitFor(
          async () => expect((await send(app, '/functions/v1/account', { token })).status).toBe(200),
          DRILL_WAIT,
        );
        const { rows } = await sql`select 1 from industry_tags where industry = 'Late'`.execute(
          bench.deps.database.db,
        );
        expect(rows).toEqual([]);
      } finally {
        proxy.restore();
        await stop();
        // The connections that are silent don't end.
        void patient.close();
      }
    },
  );

  it("doesn't answer, the watchdog ends the process, and not if it answers in time", async () => {
    const exit = vi.fn<() => void>();
    const stop = await watchDatabase(deps, { exitMs: 100_000, exit });
    const logged = vi.spyOn(deps.log, 'error');
    proxy.silenceAll();
    await vi.waitFor(() => expect(logged).toHaveBeenCalledWith('the database does not answer'), DRILL_WAIT);
    const again = vi.spyOn(deps.log, 'warn');
    proxy.restore();
    await vi.waitFor(
      () => expect(again).toHaveBeenCalledWith(expect.anything(), 'the database answers again'),
      DRILL_WAIT,
    );
    await stop();
    expect(exit).not.toHaveBeenCalled();
    proxy.silenceAll();
    const fatal = vi.spyOn(deps.log, 'fatal');
    const stopAgain = await watchDatabase(deps, { exitMs: 800, exit });
    await vi.waitFor(() => expect(exit).toHaveBeenCalledTimes(1), DRILL_WAIT);
    expect(fatal).toHaveBeenCalledTimes(1);
    await stopAgain();
  });

  it.each([
    ['server/main.ts', 'silenceAll'],
    ['server/worker.ts', 'silenceAll'],
    ['server/worker.ts', 'refuse'],
  ] as const)("doesn't answer, the process of %s ends, and logs that once (%s)", async (program, fails) => {
    const folder = mkdtempSync(join(tmpdir(), 'leadwell-outage-'));
    const child = spawn(process.execPath, [...QUICK_START, join(ROOT, program)], {
      cwd: folder,
      env: {
        ...childEnvironment(),
        PORT: '0',
        DATA_DIR: folder,
        DATABASE_URL: proxy.through(url),
        // Long enough for a busy machine to connect.
        DATABASE_TIMEOUT_MS: '10000',
        DATABASE_EXIT_MS: '12000',
        AUTH_SECRET: 'a secret of the tests, 32 characters',
        PORT_25_TEST: '0',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const exited = once(child, 'exit');
    child.stdout.on('data', () => proxy[fails]());
    const log: string[] = [];
    for await (const line of createInterface({ input: child.stderr })) {
      log.push(line);
      if (line.includes('worker started')) proxy[fails]();
    }
    expect(await exited).toEqual([1, null]);
    const problems = log
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as { level: string; msg: string })
      // On a busy machine, the database can be too slow just before.
      .filter(({ level, msg }) => PROBLEMS.has(level) && msg !== 'the database answers again');
    expect(problems.map(({ msg }) => msg)).toEqual([
      'the database does not answer',
      'the database has not answered for too long: this process ends',
    ]);
    rmSync(folder, { recursive: true, force: true });
  });
});
