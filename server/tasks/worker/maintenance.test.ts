// On PostgreSQL: rows are removed in batches.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { WAIT } from '../../../e2e/fixtures/wait.ts';
import { insertItems } from '../item-store.ts';
import { insertList } from '../list-store.ts';
import { openTaskBench, sites, type TaskBench } from '../test-tasks.ts';
import { startMaintenance } from './maintenance.ts';

const DAY_MS = 86_400_000;

let bench: TaskBench;
beforeAll(async () => {
  bench = await openTaskBench();
});
afterAll(() => bench.close());

it('deletes Idempotency-Keys after a day', async () => {
  const account = await bench.account(5);
  await bench.start(account, sites(1), 'old');
  bench.deps.clock.advance(DAY_MS);
  await bench.start(account, sites(1), 'young');
  bench.deps.clock.advance(1000);
  await startMaintenance(bench.deps)();
  const keys = await bench.deps.database.db.selectFrom('idempotency_keys').select('key').execute();
  expect(keys).toEqual([{ key: 'young' }]);
});

it('deletes a list whose upload failed, and keeps tasks', async () => {
  const { db } = bench.deps.database;
  const account = await bench.account(5);
  const task = await bench.start(account, sites(3));
  const id = randomUUID();
  await insertList(db, { id, accountId: account, items: 1, bytes: 17, at: new Date(bench.deps.clock.now()) });
  await insertItems(db, id, [{ position: 0, shard: 0, input: 'https://acme.com/' }]);
  const lists = async () =>
    (await db.selectFrom('task_lists').select('id').where('account_id', '=', account).execute()).map(
      (list) => list.id,
    );
  await startMaintenance(bench.deps)();
  expect(await lists()).toContain(id);
  bench.deps.clock.advance(DAY_MS);
  await startMaintenance(bench.deps)();
  expect(await lists()).toEqual([task.id]);
  const items = await db
    .selectFrom('task_items')
    .select('task_id')
    .where('task_id', 'in', [id, task.id])
    .execute();
  expect(items).toHaveLength(3);
});

it.runIf(!process.env.TEST_POSTGRES_URL)('vacuums dead rows on PGlite', async () => {
  const { db } = bench.deps.database;
  const account = await bench.account(500);
  const task = await bench.start(account, sites(300));
  await bench.settle(
    task,
    Array.from({ length: 300 }, (_, n) => n),
  );
  const dead = async () => {
    const { rows } = await sql<{ n: number }>`
      select n_dead_tup as n from pg_stat_user_tables where relname = 'task_items'`.execute(db);
    return rows[0]?.n;
  };
  await vi.waitFor(async () => expect(await dead()).toBeGreaterThanOrEqual(300), WAIT);
  await startMaintenance(bench.deps)();
  await vi.waitFor(async () => expect(await dead()).toBe(0), WAIT);
});
