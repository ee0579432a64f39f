import type { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TaskView } from '#contract/tasks.ts';
import { createApp } from '../app.ts';
import { type Caller, newCaller } from '../auth/test-caller.ts';
import type { AppEnv } from '../http/context.ts';
import { beginExtraction, openTaskBench, type TaskBench, worked } from './test-tasks.ts';

let bench: TaskBench;
let app: Hono<AppEnv>;
beforeAll(async () => {
  bench = await openTaskBench();
  app = createApp(bench.deps);
});
afterAll(() => bench.close());

const FAILED = { found: false, failed: true, billable: false };

/** A finished task: the items at these positions failed. */
async function taskWithFailures(person: Caller, sites: string[], failed: readonly number[]): Promise<string> {
  const { id } = await beginExtraction(person, sites);
  const items = sites.map((_, index) => worked(index, failed.includes(index) ? FAILED : {}));
  await bench.settle(await bench.task(id), items);
  return id;
}

const readInputs = async (taskId: string) =>
  (
    await bench.deps.database.db
      .selectFrom('task_items')
      .select('input')
      .where('task_id', '=', taskId)
      .orderBy('position')
      .execute()
  ).map(({ input }) => input);

describe('running the failed rows again', () => {
  it('starts a new task with only those items, charged by the same rules', async () => {
    const person = await newCaller(app);
    const id = await taskWithFailures(person, ['a.com', 'b.com', 'c.com', 'd.com'], [1, 3]);
    const before = await bench.balance(person.id);
    const again = TaskView.parse(await (await person.post('task-retry', { id })).json());
    expect(again).toMatchObject({ type: 'website-extraction', total: 2, processed: 0 });
    expect(again.id).not.toBe(id);
    expect(await readInputs(again.id)).toEqual(['b.com', 'd.com']);
    await bench.settle(await bench.task(again.id), [0, worked(1, FAILED)]);
    expect(await bench.balance(person.id)).toBe(before - 1);
    expect(await bench.broken(person.id)).toEqual([]);
    // The first task stays as it was.
    expect(await bench.task(id)).toMatchObject({ total: 4, processed: 4, failed: 2 });
  });

  it('leaves out what would fail the same way', async () => {
    const person = await newCaller(app);
    const { id } = await beginExtraction(person, ['gone.com', 'slow.com', 'no address', 'fine.com']);
    const forGood = { ...FAILED, final: true };
    await bench.settle(await bench.task(id), [worked(0, forGood), worked(1, FAILED), worked(2, forGood), 3]);
    const task = TaskView.parse(await (await person.get('task', { id })).json());
    expect(task).toMatchObject({ failed: 3, retryable: 1 });
    const listed: unknown = await (await person.table(`select=failed,retryable&id=eq.${id}`)).json();
    expect(listed).toEqual([{ failed: 3, retryable: 1 }]);
    const again = TaskView.parse(await (await person.post('task-retry', { id })).json());
    expect(await readInputs(again.id)).toEqual(['slow.com']);
    await bench.settle(await bench.task(again.id), [worked(0, forGood)]);
    const nothing = await person.post('task-retry', { id: again.id });
    expect(nothing.status).toBe(409);
    expect(await nothing.text()).toContain('would fail the same way');
  });

  it('starts once for the same key', async () => {
    const person = await newCaller(app);
    const id = await taskWithFailures(person, ['a.com'], [0]);
    const key = { 'idempotency-key': 'again' };
    const [first, second] = [
      await person.post('task-retry', { id }, key),
      await person.post('task-retry', { id }, key),
    ];
    expect(TaskView.parse(await first.json()).id).toBe(TaskView.parse(await second.json()).id);
  });

  it('is refused for a running task, without failures, and without access', async () => {
    const person = await newCaller(app);
    const running = await beginExtraction(person, ['a.com', 'b.com']);
    expect((await person.post('task-retry', { id: running.id })).status).toBe(409);
    const fine = await taskWithFailures(person, ['c.com'], []);
    expect(await (await person.post('task-retry', { id: fine })).text()).toContain('nothing to run again');
    const failed = await taskWithFailures(person, ['d.com'], [0]);
    await bench.grant(person.id, -(await bench.balance(person.id)));
    expect((await person.post('task-retry', { id: failed })).status).toBe(402);
  });
});

describe('the name of a task', () => {
  it('is its first item and the number of others, until its user renames it', async () => {
    const person = await newCaller(app);
    const one = await beginExtraction(person, ['https://acme.com/about']);
    expect(one.name).toBe('https://acme.com/about');
    const { id, name } = await beginExtraction(person, ['https://acme.com/', 'b.com', 'c.com']);
    expect(name).toBe('https://acme.com/ and 2 more');
    const renamed = await person.post('task-rename', { id, name: '  Spring campaign ' });
    expect(TaskView.parse(await renamed.json()).name).toBe('Spring campaign');
    const listed = (await (await person.table(`select=name&id=eq.${id}`)).json()) as unknown;
    expect(listed).toEqual([{ name: 'Spring campaign' }]);
    expect((await person.post('task-rename', { id, name: ' ' })).status).toBe(400);
    expect((await person.post('task-rename', { id, name: 'x'.repeat(201) })).status).toBe(400);
  });

  it('of an item is deleted with the rows', async () => {
    const person = await newCaller(app);
    const id = await taskWithFailures(person, ['a.com'], []);
    const deleted = TaskView.parse(await (await person.post('task-delete-rows', { id })).json());
    expect(deleted.name).toBe('');
  });
});
