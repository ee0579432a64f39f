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

describe('hundreds of requests of one account', () => {
  it('share the limits of searches and of files with the calls, and others are served', async () => {
    const [attacker, person] = [await newCaller(app), await newCaller(app)];
    const search = async () => {
      const reply = await attacker.table('select=id&search=cs.x');
      await reply.text();
      return reply;
    };
    for (let sent = 0; sent < 300; sent += 50) await Promise.all(Array.from({ length: 50 }, search));
    const refused = await search();
    expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, expect.any(Number)]);
    expect((await attacker.get('tasks', { search: 'x' })).status).toBe(429);
    expect((await attacker.table('select=id')).status).toBe(200);
    expect((await person.table('select=id&search=cs.x')).status).toBe(200);
  });

  it('get a result that is too large for a list as often as its file, and others always', async () => {
    const owner = await newCaller(app);
    const large = await beginExtraction(owner, sites(501));
    const small = await beginExtraction(owner, sites(2));
    const result = ({ id }: { id: string }) => owner.table(`select=result&id=eq.${id}`);
    for (let sent = 0; sent < 120; sent += 1) await (await result(large)).text();
    expect((await result(large)).status).toBe(429);
    expect((await owner.get('task-csv', { id: large.id })).status).toBe(429);
    expect((await result(small)).status).toBe(200);
  });

  it('are open at most 100 at a time, until each is read', async () => {
    const owner = await newCaller(app);
    const open = await Promise.all(Array.from({ length: 120 }, () => owner.table('select=id')));
    const counts = [200, 429].map((status) => open.filter((reply) => reply.status === status).length);
    expect(counts).toEqual([100, 20]);
    expect((await owner.get('account')).status).toBe(429);
    for (const reply of open) await reply.text();
    expect((await owner.table('select=id')).status).toBe(200);
  });
});
