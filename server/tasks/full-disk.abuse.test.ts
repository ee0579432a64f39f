// On PostgreSQL: a PostgreSQL whose disk is full reports an error of its own.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WAIT } from '../../e2e/fixtures/wait.ts';
import { createApp } from '../app.ts';
import { newCaller } from '../auth/test-caller.ts';
import { send, signIn, signUp, TEST_PASSWORD } from '../auth/test-requests.ts';
import { makeTestDisk, type TestDisk } from '../platform/disk/test-disk.ts';
import { openShardQueue } from './shards/shard-queue.ts';
import { beginExtraction, openTaskBench, sites, type TaskBench } from './test-tasks.ts';
import { scriptedTools } from './worker/scripted-tool.ts';
import { openTestGates, type TestGates } from './worker/test-gates.ts';
import { startWorker } from './worker/worker.ts';

const EMBEDDED = !process.env.TEST_POSTGRES_URL;

let disk: TestDisk;
let bench: TaskBench;
let gates: TestGates;
beforeEach(async () => {
  disk = makeTestDisk();
  bench = await openTaskBench({}, { space: disk.space });
  gates = openTestGates();
});
afterEach(async () => {
  gates.close();
  await bench.close();
});

describe('with less than 200 MB free', () => {
  it('refuses new work and says what to do; reading, signing in and canceling go on', async () => {
    const app = createApp(bench.deps);
    const person = await newCaller(app);
    const { access_token: token } = await signUp(app, 'returning@example.com');
    const { id } = await beginExtraction(person, ['a.com', 'b.com']);
    disk.setFree(150);

    const refused = await person.post('website-extraction', { urls: ['c.com'] });
    expect(refused.status).toBe(507);
    expect(refused.headers.get('retry-after')).toBe('60');
    expect(await refused.json()).toMatchObject({
      error: {
        code: 'storage_full',
        message: expect.stringMatching(/disk is almost full.*data is safe.*free up space.*try again/i),
      },
    });
    await expect(signUp(app, 'new@example.com')).rejects.toThrow('disk is almost full');
    const published = { ...bench.deps.config, OPERATOR_EMAIL: 'ops@leads.example' };
    const reachable = createApp({ ...bench.deps, config: published });
    const whom = 'Ask the operator (ops@leads.example) to free up space';
    const body = { urls: ['c.com'] };
    const call = send(reachable, '/functions/v1/website-extraction', { token, body });
    expect(await (await call).text()).toContain(whom);
    await expect(signUp(reachable, 'new@example.com')).rejects.toThrow(whom);
    expect((await signIn(app, 'returning@example.com', TEST_PASSWORD)).status).toBe(200);
    expect((await person.get('task', { id })).status).toBe(200);
    expect((await person.table('select=id,status')).status).toBe(200);
    expect((await app.request('/healthz')).status).toBe(200);
    expect((await person.post('task-cancel', { id })).status).toBe(200);
    expect((await person.post('task-resume', { id })).status).toBe(507);

    disk.setFree(1000);
    expect((await person.post('task-resume', { id })).status).toBe(200);
    await beginExtraction(person, ['c.com']);
    expect(await bench.broken(person.id)).toEqual([]);
  });

  it('hands out no part of a task; those in progress are stored, with every charge once', async () => {
    const account = await bench.account(500);
    const shards = await openShardQueue(bench.deps);
    const task = await bench.start(account, sites(120));
    disk.setFree(150);
    expect(await shards.take(10)).toEqual([]);
    await bench.settle(task, [0, 1, 2]);
    disk.setFree(1000);
    const worker = await startWorker({ ...bench.deps, taskTools: scriptedTools(bench.deps.taskTools) });
    await vi.waitFor(
      async () => expect(await bench.task(task.id)).toMatchObject({ status: 'completed', credits_used: 120 }),
      WAIT,
    );
    await worker.stop();
    expect(await bench.balance(account)).toBe(380);
    expect(await bench.broken(account)).toEqual([]);
  });
});

describe.runIf(EMBEDDED)('on a full disk', () => {
  it('no statement reaches the embedded database, which would hang; the ledger stays exact', async () => {
    const account = await bench.account(30);
    const task = await bench.start(account, sites(20));
    await bench.settle(task, [0, 1, 2, 3]);
    disk.setFree(10);
    await expect(bench.settle(task, [4, 5, 6])).rejects.toMatchObject({ code: 'storage_full' });
    await expect(bench.grant(account, 5)).rejects.toMatchObject({ code: 'storage_full' });
    await expect(bench.deps.database.runScript('vacuum tasks')).rejects.toMatchObject({ status: 507 });
    expect(await bench.task(task.id)).toMatchObject({ processed: 4, credits_used: 4 });
    expect(await bench.broken(account)).toEqual([]);

    disk.setFree(1000);
    await bench.settle(task, [2, 3, 4, 5, 6]);
    expect(await bench.task(task.id)).toMatchObject({ processed: 7, credits_used: 7 });
    expect(await bench.balance(account)).toBe(23);
    expect(await bench.broken(account)).toEqual([]);
  });

  it('a transaction that meets the full disk half-way changes nothing', async () => {
    const { db } = bench.deps.database;
    const before = await db.selectFrom('accounts').select('id').execute();
    const outcome = db.transaction().execute(async (tx) => {
      await tx.insertInto('accounts').values({ email: 'half@example.com', balance: 0 }).execute();
      disk.setFree(10);
      await tx.insertInto('accounts').values({ email: 'way@example.com', balance: 0 }).execute();
    });
    await expect(outcome).rejects.toMatchObject({ code: 'storage_full' });
    expect(await db.selectFrom('accounts').select('id').execute()).toEqual(before);
  });

  it('results that are done wait for room, and each is charged once', async () => {
    const account = await bench.account(100);
    const worker = await startWorker({ ...bench.deps, taskTools: scriptedTools(bench.deps.taskTools) });
    const task = await bench.start(account, sites(30, '?gate=done'));
    await vi.waitFor(async () => expect((await bench.task(task.id)).current_item).not.toBeNull(), WAIT);
    const tried = vi.spyOn(bench.deps.log, 'error');
    disk.setFree(10);
    gates.open('done');
    await vi.waitFor(
      () => expect(tried).toHaveBeenCalledWith(expect.anything(), 'could not settle a batch'),
      WAIT,
    );
    expect(await bench.task(task.id)).toMatchObject({ processed: 0, credits_used: 0 });
    disk.setFree(1000);
    await vi.waitFor(
      async () => expect(await bench.task(task.id)).toMatchObject({ status: 'completed', credits_used: 30 }),
      WAIT,
    );
    await worker.stop();
    expect(await bench.balance(account)).toBe(70);
    expect(await bench.broken(account)).toEqual([]);
  });
});

it('a full disk of PostgreSQL is a clear error, too', async () => {
  const app = createApp(bench.deps);
  const person = await newCaller(app);
  const full = Object.assign(new Error('could not extend file'), { code: '53100' });
  vi.spyOn(bench.deps.database.db, 'transaction').mockImplementation(() => {
    throw full;
  });
  const reply = await person.post('website-extraction', { urls: ['a.com'] });
  expect(reply.status).toBe(507);
  expect(await reply.json()).toMatchObject({ error: { code: 'storage_full' } });
});
