import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TaskView } from '#contract/tasks.ts';
import { createApp } from '../app.ts';
import { type Caller, newCaller } from '../auth/test-caller.ts';
import { renameTask } from './store.ts';
import { openTaskBench, type TaskBench } from './test-tasks.ts';

let bench: TaskBench;
let caller: Caller;
let other: Caller;
let ids: string[];
beforeAll(async () => {
  bench = await openTaskBench();
  const app = createApp(bench.deps);
  [caller, other] = [await newCaller(app), await newCaller(app)];
  const { db } = bench.deps.database;
  ids = [];
  for (const [day, name] of ['acme', 'beta', 'gamma'].entries()) {
    const { id } = await bench.start(caller.id, [`https://${name}.com/`]);
    ids.unshift(id);
    await db
      .updateTable('tasks')
      .set({ created_at: new Date(Date.UTC(2026, 0, day + 1)) })
      .where('id', '=', id)
      .execute();
  }
  await bench.start(other.id, ['https://acme.com/']);
  const [latest = ''] = ids;
  await renameTask(db, caller.id, { id: latest, name: 'Acme, spring' });
  await db
    .updateTable('tasks')
    .set({ status: 'failed', type: 'company-to-domain' })
    .where('id', '=', latest)
    .execute();
});
afterAll(() => bench.close());

async function list(query: Record<string, string>, by = caller) {
  const reply = (await (await by.get('tasks', query)).json()) as { tasks: TaskView[]; count: number };
  return { ids: reply.tasks.map(({ id }) => id), count: reply.count };
}

describe('the list of tasks', () => {
  it('has pages, latest first, and only the own tasks', async () => {
    expect(await list({})).toEqual({ ids, count: 3 });
    expect(await list({ limit: '2' })).toEqual({ ids: ids.slice(0, 2), count: 3 });
    expect(await list({ limit: '2', page: '2' })).toEqual({ ids: ids.slice(2), count: 3 });
    expect(await list({ page: '9' })).toEqual({ ids: [], count: 3 });
    expect((await list({ search: 'acme' }, other)).count).toBe(1);
    expect((await list({ search: 'beta' }, other)).count).toBe(0);
  });

  it('has pages by cursor, which new tasks don’t move', async () => {
    const page = async (query: Record<string, string>) =>
      (await (await caller.get('tasks', query)).json()) as { tasks: TaskView[]; next: string | null };
    const first = await page({ limit: '2' });
    expect([first.tasks.map(({ id }) => id), first.next]).toEqual([ids.slice(0, 2), ids[1]]);
    const { id: newer } = await bench.start(caller.id, ['https://newer.com/']);
    const { db } = bench.deps.database;
    try {
      const second = await page({ limit: '2', after: String(first.next) });
      expect([second.tasks.map(({ id }) => id), second.next]).toEqual([ids.slice(2), null]);
    } finally {
      await db.deleteFrom('task_items').where('task_id', '=', newer).execute();
      await db.deleteFrom('tasks').where('id', '=', newer).execute();
    }
    const foreign = await other.get('tasks', { after: String(first.next) });
    expect(foreign.status).toBe(400);
  });

  it('can be searched and filtered, also at once', async () => {
    const [latest, , first] = ids;
    expect(await list({ search: ' ACME ' })).toEqual({ ids: [latest, first], count: 2 });
    expect(await list({ search: 'acme', status: 'failed,timeout' })).toEqual({ ids: [latest], count: 1 });
    expect(await list({ type: 'company-to-domain' })).toEqual({ ids: [latest], count: 1 });
    expect(await list({ type: 'company-to-domain', status: 'queued' })).toEqual({ ids: [], count: 0 });
    expect(await list({ search: '%' })).toEqual({ ids: [], count: 0 });
  });

  it('has each task as the call of one task does', async () => {
    const reply = (await (await caller.get('tasks')).json()) as { tasks: TaskView[] };
    for (const { no_worker: _, ...task } of reply.tasks) {
      const one = (await (await caller.get('task', { id: task.id })).json()) as TaskView;
      expect(one).toMatchObject(task);
    }
  });

  it.each<Record<string, string>>([
    { status: 'done' },
    { status: '' },
    { page: '0' },
    { limit: '101' },
    { search: 'x'.repeat(201) },
    { type: "x'" },
  ])('refuses %j', async (query) => {
    expect((await caller.get('tasks', query)).status).toBe(400);
  });

  it('takes 300 requests a minute from one account, and serves others meanwhile', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 301; n += 1) {
      const reply = await other.get('tasks', { limit: '1' });
      await reply.text();
      statuses.push(reply.status);
    }
    expect(statuses.indexOf(429)).toBeGreaterThan(290);
    expect((await caller.get('tasks')).status).toBe(200);
  });
});
