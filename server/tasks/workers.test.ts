// On PostgreSQL: times are compared in SQL.
import { Hono } from 'hono';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { AdminStatus } from '#contract/admin-status.ts';
import { TaskView } from '#contract/tasks.ts';
import { WAIT } from '../../e2e/fixtures/wait.ts';
import { createApp } from '../app.ts';
import { type Caller, newCaller } from '../auth/test-caller.ts';
import { send } from '../auth/test-requests.ts';
import { mountHealth } from '../health.ts';
import type { AppEnv } from '../http/context.ts';
import { beginExtraction, openTaskBench, sites, type TaskBench } from './test-tasks.ts';
import { startWorker } from './worker/worker.ts';
import { liveWorkers, startHeartbeat, warnWithoutWorker } from './workers.ts';

let bench: TaskBench;
let app: Hono<AppEnv>;
beforeAll(async () => {
  bench = await openTaskBench();
  app = createApp(bench.deps);
});
afterAll(() => bench.close());
beforeEach(async () => {
  await bench.deps.database.db.deleteFrom('workers').execute();
});

const live = async () => (await liveWorkers(bench.deps.database.db)).length;
const silent = () =>
  bench.deps.database.db
    .updateTable('workers')
    .set({ seen_at: sql<Date>`now() - interval '1 minute'` })
    .execute();
const view = async (person: Caller, id: string) =>
  TaskView.parse(await (await person.get('task', { id })).json());

it('counts a worker from its start to its end', async () => {
  expect(await live()).toBe(0);
  const worker = await startWorker(bench.deps);
  await vi.waitFor(async () => expect(await live()).toBe(1), WAIT);
  await worker.stop();
  expect(await live()).toBe(0);
});

it("doesn't count a worker that is silent, and forgets it", async () => {
  const first = startHeartbeat(bench.deps);
  await vi.waitFor(async () => expect(await live()).toBe(1), WAIT);
  await silent();
  expect(await live()).toBe(0);
  const second = startHeartbeat(bench.deps);
  await vi.waitFor(async () => {
    const rows = await bench.deps.database.db.selectFrom('workers').select('id').execute();
    expect([rows.length, await live()]).toEqual([1, 1]);
  }, WAIT);
  await Promise.all([first(), second()]);
});

it('tells the owner of a waiting task that no worker is running', async () => {
  const person = await newCaller(app);
  const { id } = await beginExtraction(person, ['a.com']);
  expect(await view(person, id)).toMatchObject({ status: 'processing', no_worker: true });
  const stop = startHeartbeat(bench.deps);
  await vi.waitFor(async () => expect((await view(person, id)).no_worker).toBeUndefined(), WAIT);
  await stop();
  expect((await view(person, id)).no_worker).toBe(true);
  await person.post('task-cancel', { id });
  expect((await view(person, id)).no_worker).toBeUndefined();
});

it('shows the workers in /readyz and on the admin page', async () => {
  const readyz = async () => (await app.request('/readyz')).json();
  const engine = bench.deps.database.kind.engine;
  const adminKey = bench.deps.secrets.adminKey;
  const status = async () =>
    AdminStatus.parse(await (await send(app, '/functions/v1/admin-status', { body: { adminKey } })).json());
  expect(await readyz()).toEqual({ ok: true, database: engine, workers: 0 });
  expect((await status()).workers).toEqual([]);
  // Pages that ask at about the same time share an answer.
  bench.deps.clock.advance(10_000);
  const stop = startHeartbeat(bench.deps);
  await vi.waitFor(
    async () => expect(await readyz()).toEqual({ ok: true, database: engine, workers: 1 }),
    WAIT,
  );
  expect((await status()).workers).toMatchObject([
    { name: expect.stringContaining(`process ${process.pid}`) },
  ]);
  await stop();
});

it('says in /readyz that the database is away as soon as its watch knows, also to who has asked before', async () => {
  const NEVER_MS = 2 ** 30;
  const { database, availability } = bench.deps;
  const health = new Hono<AppEnv>();
  mountHealth(health, bench.deps, NEVER_MS);
  // A frozen database.
  const frozen = { execute: () => new Promise(() => {}) };
  const query = new Proxy(frozen, {
    get: (target, name) => (name === 'execute' ? target.execute : () => query),
  });
  const select = vi.spyOn(database.db, 'selectFrom').mockReturnValue(query as never);
  const asked = health.request('/readyz');
  await vi.waitFor(() => expect(select).toHaveBeenCalled(), WAIT);
  availability.set('silent', true);
  const response = await asked;
  expect([response.status, await response.json()]).toEqual([503, { ok: false, database: 'no response' }]);
  select.mockRestore();
  availability.set('silent', false);
  expect((await health.request('/readyz')).status).toBe(200);
});

it('warns in the log while tasks wait for a worker', async () => {
  await bench.start(await bench.account(5), sites(1));
  const warn = vi.spyOn(bench.deps.log, 'warn');
  await warnWithoutWorker(bench.deps)();
  expect(warn).toHaveBeenCalledWith(
    { tasks: expect.any(Number) },
    expect.stringContaining('no worker is running'),
  );
  warn.mockClear();
  const stop = startHeartbeat(bench.deps);
  await vi.waitFor(async () => expect(await live()).toBe(1), WAIT);
  await warnWithoutWorker(bench.deps)();
  expect(warn).not.toHaveBeenCalled();
  await stop();
});
