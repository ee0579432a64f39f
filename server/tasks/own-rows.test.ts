import type { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TaskOwnRows, TaskView } from '#contract/tasks.ts';
import { parseCsv } from '../../e2e/fixtures/parse-csv.ts';
import { createApp } from '../app.ts';
import { type Caller, newCaller } from '../auth/test-caller.ts';
import type { AppEnv } from '../http/context.ts';
import { addOptOuts } from '../opt-outs/opt-outs.ts';
import { ASYNC, openTaskBench, type TaskBench, websiteRow, worked } from './test-tasks.ts';

let bench: TaskBench;
let app: Hono<AppEnv>;
let ada: Caller;
beforeAll(async () => {
  bench = await openTaskBench();
  app = createApp(bench.deps);
});
// An account runs three tasks at a time.
beforeEach(async () => {
  ada = await newCaller(app);
});
afterAll(() => bench.close());

const LIST = {
  columns: ['Person', 'City', 'Staff', 'Since', 'Person'],
  rows: [
    'Ann,Köln,"1,200",2024-05-01,x',
    'Ben,,40,2026-01-31,',
    'Cleo,Berlin,40,,',
    'Nobody,Berlin,1,,',
    'Dan,,9,11/23/2026,',
  ],
};
/** Ann and Cleo work for one firm. The last row has nothing to look up. */
const FIRMS = ['a.example', 'b.example', 'A.example', '', 'c.example'];

async function start(call: string, body: object): Promise<TaskView> {
  const reply = await ada.post(call, body, ASYNC);
  if (reply.status !== 202) throw new Error(`${reply.status}: ${await reply.text()}`);
  return TaskView.parse(await reply.json());
}
async function ownRows(id: string, query = {}): Promise<TaskOwnRows> {
  return TaskOwnRows.parse(await (await ada.get('task-own-rows', { id, ...query })).json());
}
async function finishedTask(): Promise<string> {
  const { id } = await start('website-extraction', { urls: FIRMS, list: LIST });
  await bench.settle(
    await bench.task(id),
    ['a', 'b', 'c'].map((name, index) =>
      worked(index, {
        row: websiteRow(`https://${name}.example/`, { emails: [`hi@${name}.example`], title: name }),
      }),
    ),
  );
  return id;
}
async function people(id: string, query: Record<string, string>): Promise<string[]> {
  const reply = await ada.get('task-csv', { id, ...query });
  if (reply.status !== 200) throw new Error(`${reply.status}: ${await reply.text()}`);
  // The last of two columns with a name counts for the test's reader.
  return (await reply.text())
    .split('\r\n')
    .slice(1, -1)
    .map((line) => line.split(',')[0] ?? '');
}
const where = (...conditions: object[]) => ({ where: JSON.stringify(conditions) });
const own = (number: number, is: string, value?: string) => ({ fields: [`own-${number}`], is, value });

describe('own columns of a task', () => {
  it('are listed with the items of each row, in pages', async () => {
    const { id } = await start('website-extraction', { urls: FIRMS, list: LIST });
    const all = await ownRows(id);
    expect(all).toMatchObject({ columns: LIST.columns, next: null });
    expect(all.rows.map(({ positions, cells }) => [cells[0], positions])).toEqual([
      ['Ann', [0]],
      ['Ben', [1]],
      ['Cleo', [0]],
      ['Dan', [2]],
    ]);
    expect(all.rows[0]?.cells).toEqual(['Ann', 'Köln', '1,200', '2024-05-01', 'x']);
    const first = await ownRows(id, { limit: 2 });
    expect([first.rows.length, first.next]).toEqual([2, 1]);
    const rest = await ownRows(id, { after: 1, limit: 100 });
    expect([...first.rows, ...rest.rows]).toEqual(all.rows);
    expect((await ownRows(id, { after: 4 })).rows).toEqual([]);
  });

  it.each([
    ['company-to-domain', { company_names: ['Acme', 'Bolt', 'ACME', '', 'Cord'], list: LIST }],
    [
      'linkedin-enrichment',
      {
        linkedinUrls: ['ann', 'ben', 'ANN', '', 'dan'].map((name) => name && `linkedin.com/in/${name}-1`),
        list: LIST,
      },
    ],
    [
      'csv-extraction',
      {
        csv_content: `${LIST.columns.join(',')},Email\n${LIST.rows.map((row, index) => `${row},${['a@a.example', 'b@b.example', 'A@a.example', '', 'd@d.example'][index]}`).join('\n')}`,
      },
    ],
  ])('are those of a list for %s', async (call, body) => {
    const { id, total } = await start(call, body);
    const { columns, rows } = await ownRows(id);
    expect(columns.slice(0, 5)).toEqual(LIST.columns);
    const positions = new Map(rows.map((row) => [row.cells[0], row.positions]));
    expect(positions.get('Ann')).toEqual([0]);
    expect(positions.get('Cleo')).toEqual([0]);
    expect(positions.get('Ben')).toEqual([1]);
    expect(positions.get('Dan')).toEqual([total - 1]);
  });

  it('are none without a list, and belong to their account', async () => {
    const { id } = await start('website-extraction', { urls: ['plain.example'] });
    expect(await ownRows(id)).toEqual({ columns: [], rows: [], next: null });
    const eve = await newCaller(app);
    expect((await eve.get('task-own-rows', { id })).status).toBe(404);
  });

  it('have nothing of people who opted out', async () => {
    const list = { columns: ['Write to', 'Note'], rows: ['quiet@d.example,secret', 'loud@d.example,open'] };
    const { id } = await start('website-extraction', { urls: ['d.example/1', 'd.example/2'], list });
    await addOptOuts(bench.deps, [{ kind: 'email', value: 'quiet@d.example' }], async () => {});
    expect((await ownRows(id)).rows.map(({ cells }) => cells)).toEqual([
      ['', ''],
      ['loud@d.example', 'open'],
    ]);
  });

  it('are limited per account', async () => {
    const eve = await newCaller(app);
    const { id } = TaskView.parse(
      await (await eve.post('website-extraction', { urls: ['e.example'] }, ASYNC)).json(),
    );
    const codes: number[] = [];
    for (let n = 0; n < 121; n += 1) {
      const reply = await eve.get('task-own-rows', { id });
      await reply.text();
      codes.push(reply.status);
    }
    expect(codes.indexOf(429)).toBe(120);
    expect((await ownRows((await start('website-extraction', { urls: ['f.example'] })).id)).next).toBeNull();
  });
});

describe('many requests of one account at once', () => {
  it.each([
    // One runs, ten wait, and the others are refused.
    ['task-own-rows', 11],
    // Two run, so that a slow download doesn't keep the next one waiting.
    ['task-csv', 12],
  ])('to %s wait for each other, and no one else does', async (call, accepted) => {
    const { id } = await start('csv-extraction', { csv_content: 'Email\na@a.example' });
    const eve = ada;
    ada = await newCaller(app);
    const own = await start('csv-extraction', { csv_content: 'Email\nb@b.example' });
    // A turn ends when its reply has been read, so none is read before all requests have come.
    const { promise: allCame, resolve: lastCame } = Promise.withResolvers<void>();
    let refused = 0;
    const attack = Promise.all(
      Array.from({ length: 20 }, async () => {
        const reply = await eve.get(call, { id });
        if (reply.status === 429) refused += 1;
        if (refused === 20 - accepted) lastCame();
        await allCame;
        await reply.text();
        return reply.status;
      }),
    );
    const normal = await ada.get(call, { id: own.id });
    expect([normal.status, (await normal.text()).includes('Email')]).toEqual([200, true]);
    const codes = await attack;
    expect(codes.filter((code) => code === 200)).toHaveLength(accepted);
    expect(codes.filter((code) => code === 429)).toHaveLength(20 - accepted);
    const next = await eve.get(call, { id });
    await next.body?.cancel();
    expect([next.status, (await eve.get(call, { id })).status]).toEqual([200, 200]);
  });
});

describe('a file of a task', () => {
  it('has the lines that meet conditions on own columns', async () => {
    const id = await finishedTask();
    expect(await people(id, where(own(2, 'empty')))).toEqual(['Ben', 'Dan']);
    // Of one firm, only the person in Berlin.
    expect(await people(id, where(own(2, 'equal', 'berlin')))).toEqual(['Cleo']);
    expect(await people(id, where(own(2, 'containing', 'KOL')))).toEqual(['Ann']);
    expect(await people(id, where(own(2, 'not-equal', 'köln')))).toEqual(['Ben', 'Cleo', 'Dan']);
    expect(await people(id, where(own(2, 'not-empty')))).toEqual(['Ann', 'Cleo']);
    expect(await people(id, where(own(3, 'at-least', '40'), own(3, 'at-most', '1200')))).toEqual([
      'Ann',
      'Ben',
      'Cleo',
    ]);
    expect(await people(id, where(own(4, 'at-least', '2026-01-01')))).toEqual(['Ben', 'Dan']);
    expect(await people(id, where(own(5, 'equal', 'x')))).toEqual(['Ann']);
    // The text filter shows the items of the lines that it finds.
    expect(await people(id, { q: 'DAN' })).toEqual(['Dan']);
    expect(await people(id, { q: ' koln ' })).toEqual(['Ann', 'Cleo']);
    expect(await people(id, { q: 'hi@b' })).toEqual(['Ben']);
    const title = { fields: ['title'], is: 'not-equal', value: 'B' };
    expect(await people(id, where(own(2, 'empty'), title))).toEqual(['Dan']);
    const free = { fields: ['charge'], is: 'at-most', value: '0' };
    expect(await people(id, where(free))).toEqual([]);
    await expect(people(id, where(own(6, 'empty')))).rejects.toThrow(
      /400: .*no column “own-6”.*own-1, own-2/,
    );
  });

  it('has the selected rows with the columns of the whole file', async () => {
    const id = await finishedTask();
    const whole = await (await ada.get('task-csv', { id })).text();
    const some = await (await ada.get('task-csv', { id, selected: '0,2' })).text();
    const lines = whole.split('\r\n');
    expect(some).toBe([lines[0], lines[1], lines[3], lines[5], ''].join('\r\n'));
    expect(parseCsv(some)).toHaveLength(3);
    expect(await people(id, { selected: '0-1', ...where(own(2, 'equal', 'Berlin')) })).toEqual(['Cleo']);
    await expect(people(id, { selected: '0-3' })).rejects.toThrow(/400: .*The task has no row 3/);
    await expect(people(id, { selected: '0-1000' })).rejects.toThrow(/400: .*at most 1,000 rows/);
    const eve = await newCaller(app);
    expect((await eve.get('task-csv', { id, selected: '0' })).status).toBe(404);
    expect((await eve.post('task-retry', { id, selected: '0' })).status).toBe(404);
  });

  it('has no contact of a selected row whose company opted out', async () => {
    const id = await finishedTask();
    await addOptOuts(bench.deps, [{ kind: 'domain', value: 'b.example' }], async () => {});
    const csv = await (await ada.get('task-csv', { id, selected: '1' })).text();
    expect(csv).toContain('asked not to be listed');
    expect(csv).not.toContain('hi@');
  });
});

describe('selected rows', () => {
  it('are run again with their own columns, once per key', async () => {
    const id = await finishedTask();
    const again = await ada.post('task-retry', { id, selected: '0,2' }, { 'Idempotency-Key': 'again' });
    const task = TaskView.parse(await again.json());
    expect(task).toMatchObject({ total: 2, type: 'website-extraction' });
    expect((await ownRows(task.id)).rows.map(({ positions, cells }) => [cells[0], positions])).toEqual([
      ['Ann', [0]],
      ['Cleo', [0]],
      ['Dan', [1]],
    ]);
    const repeated = await ada.post('task-retry', { id, selected: '0,2' }, { 'Idempotency-Key': 'again' });
    expect(TaskView.parse(await repeated.json()).id).toBe(task.id);
    const other = await ada.post('task-retry', { id, selected: '3' });
    expect([other.status, await other.text()]).toEqual([400, expect.stringContaining('no such rows')]);
  });
});
