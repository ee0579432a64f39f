import type { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../app.ts';
import { type Caller, newCaller } from '../auth/test-caller.ts';
import type { AppEnv } from '../http/context.ts';
import {
  beginExtraction,
  openTaskBench,
  sites,
  type TaskBench,
  websiteRow,
  worked,
} from '../tasks/test-tasks.ts';

let bench: TaskBench;
let app: Hono<AppEnv>;
let caller: Caller;
beforeAll(async () => {
  bench = await openTaskBench();
  app = createApp(bench.deps);
  caller = await newCaller(app);
  const task = await beginExtraction(caller, sites(20));
  await bench.settle(
    await bench.task(task.id),
    sites(20).map((url, position) => worked(position, { row: websiteRow(url, { title: 'x'.repeat(1000) }) })),
  );
});
afterAll(() => bench.close());

async function refusal(select: string) {
  const response = await caller.table(`select=${select}`);
  return [response.status, ((await response.json()) as { details: string }).details];
}
const aliases = (count: number, column: string) =>
  Array.from({ length: count }, (_, index) => `a${index}:${column}`).join(',');

describe('a select of one column many times', () => {
  it('is refused above 50 columns, next to a normal request', async () => {
    const [attack, normal] = await Promise.all([
      refusal(aliases(1200, 'result')),
      caller.table('select=id,result'),
    ]);
    expect(attack).toEqual([400, 'at most 50 columns']);
    expect(normal.status).toBe(200);
    expect(await normal.json()).toHaveLength(1);
    expect(await refusal(aliases(51, 'id'))).toEqual([400, 'at most 50 columns']);
    expect(await refusal('*,'.repeat(60))).toEqual([400, 'at most 50 columns']);
    expect((await caller.table(`select=${aliases(50, 'id')}`)).status).toBe(200);
  });

  it('is refused for a large column that is selected twice', async () => {
    const message = 'a large column, such as result, can be selected only once';
    expect(await refusal('result,again:result')).toEqual([400, message]);
    expect(await refusal('*,again:result')).toEqual([400, message]);
    expect((await caller.table('select=*,result')).status).toBe(200);
  });

  it('is refused above 10 columns to order by', async () => {
    const response = await caller.table(`select=id&order=${Array(11).fill('total.desc').join(',')}`);
    expect([response.status, ((await response.json()) as { details: string }).details]).toEqual([
      400,
      'at most 10 columns',
    ]);
  });
});
