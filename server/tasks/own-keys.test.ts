import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TaskRowsPage, TaskView } from '#contract/tasks.ts';
import { parseCsv } from '../../e2e/fixtures/parse-csv.ts';
import { createApp } from '../app.ts';
import { type Caller, newCaller } from '../auth/test-caller.ts';
import { addOptOuts } from '../opt-outs/opt-outs.ts';
import { sweepNextTask } from './opt-out-sweep.ts';
import { rowsJson } from './results.ts';
import { retryFailed } from './retry-task.ts';
import { ASYNC, openTaskBench, type TaskBench, websiteRow, worked } from './test-tasks.ts';

let bench: TaskBench;
let app: ReturnType<typeof createApp>;
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

const URLS = ['a.example', 'b.example', 'https://www.A.example/', 'c.example'];
const KEYS = ['crm-1', 'crm "2"', 'crm-3', 'ключ 4'];

async function start(call: string, body: object): Promise<TaskView> {
  const reply = await ada.post(call, body, ASYNC);
  if (reply.status !== 202) throw new Error(`${reply.status}: ${await reply.text()}`);
  return TaskView.parse(await reply.json());
}
async function refusal(call: string, body: object): Promise<[number, string, string | undefined]> {
  const reply = await ada.post(call, body, ASYNC);
  const { error } = (await reply.json()) as {
    error: { message: string; details?: { issues?: { path: string }[] } };
  };
  return [reply.status, error.message, error.details?.issues?.[0]?.path];
}
async function rows(id: string): Promise<TaskRowsPage['rows']> {
  return TaskRowsPage.parse(await (await ada.get('task-rows', { id })).json()).rows;
}
async function settle(id: string, positions: readonly number[], failed = false): Promise<void> {
  const results = positions.map((position) =>
    worked(position, { row: websiteRow(`https://${position}.example/`, { title: `T${position}` }), failed }),
  );
  await bench.settle(await bench.task(id), results);
}
const keysOf = (page: TaskRowsPage['rows']) => page.map(({ key, keys }) => [key, keys]);

describe('the keys of a start call', () => {
  it('come back with each result: in rows, in the answer of a call that waits, and in files', async () => {
    const { id, total } = await start('website-extraction', { urls: URLS, keys: KEYS });
    expect(total).toBe(3);
    await settle(id, [0, 1, 2]);
    expect(keysOf(await rows(id))).toEqual([
      ['crm-1', ['crm-1', 'crm-3']],
      ['crm "2"', undefined],
      ['ключ 4', undefined],
    ]);
    let json = '';
    for await (const text of rowsJson(bench.deps, id)) json += text;
    expect(JSON.parse(json)).toMatchObject([
      { key: 'crm-1', keys: ['crm-1', 'crm-3'], title: 'T0' },
      { key: 'crm "2"', title: 'T1' },
      { key: 'ключ 4', title: 'T2' },
    ]);
    const file = parseCsv(await (await ada.get('task-csv', { id })).text());
    expect(file.map(({ key, title }) => [key, title])).toEqual([
      ['crm-1', 'T0'],
      ['crm "2"', 'T1'],
      ['crm-3', 'T0'],
      ['ключ 4', 'T2'],
    ]);
  });

  it('are a column beside those of the list', async () => {
    const list = { columns: ['Key', 'City'], rows: ['x,Köln', 'y,"Bonn, 1"', 'z', ''] };
    const { id } = await start('website-extraction', { urls: URLS, keys: KEYS, list });
    await settle(id, [0, 1, 2]);
    const file = parseCsv(await (await ada.get('task-csv', { id })).text());
    expect(file.map(({ Key, City, own_key }) => [Key, City, own_key])).toEqual([
      ['x', 'Köln', 'crm-1'],
      ['y', 'Bonn, 1', 'crm "2"'],
      ['z', '', 'crm-3'],
      ['', '', 'ключ 4'],
    ]);
  });

  it.each([
    ['company-to-domain', { company_names: ['Acme', 'Bolt'], keys: ['k1', 'k2'] }],
    [
      'linkedin-enrichment',
      { linkedinUrls: ['linkedin.com/in/ann-1', 'linkedin.com/in/ben-1'], keys: ['k1', 'k2'] },
    ],
    ['csv-extraction', { csv_content: 'id,email\nk1,a@a.example\nk2,b@b.example\n', key_column: 0 }],
  ])('are those of each tool: %s', async (call, body) => {
    const { id } = await start(call, body);
    await settle(id, [0, 1]);
    expect((await rows(id)).map(({ key }) => key)).toEqual(['k1', 'k2']);
  });

  it('stay with items that are tried again', async () => {
    const { id } = await start('website-extraction', { urls: URLS, keys: KEYS });
    await settle(id, [0]);
    await settle(id, [1, 2], true);
    const again = await retryFailed(bench.deps, id, { accountId: ada.id, apiKeyId: null, claim: null });
    await settle(again.id, [0, 1]);
    expect(keysOf(await rows(again.id))).toEqual([
      ['crm "2"', undefined],
      ['ключ 4', undefined],
    ]);
  });

  it('are gone with someone who opts out', async () => {
    const csv_content = 'id,email\nsven@gone.example,sven@gone.example\nk2,b@b.example\n';
    const { id } = await start('csv-extraction', { csv_content, key_column: 0 });
    await settle(id, [0, 1]);
    await addOptOuts(bench.deps, [{ kind: 'email', value: 'sven@gone.example' }], async () => {});
    for (let after: string | null = null; ; ) {
      after = await sweepNextTask(bench.deps, after);
      if (after === null) break;
    }
    const left = (await rows(id)).map(({ key }) => key);
    expect(left[0]).toMatch(/^[\w-]{22}$/);
    expect(left[1]).toBe('k2');
  });

  it('are made from the items if a start gives none', async () => {
    const { id } = await start('website-extraction', { urls: URLS });
    await settle(id, [0, 1, 2]);
    for (const { key, keys } of await rows(id)) {
      expect(key).toMatch(/^[\w-]{22}$/);
      expect(keys).toBeUndefined();
    }
  });
});

describe('keys that are refused', () => {
  const long = 'x'.repeat(101);
  it.each([
    ['a repeat', ['a', 'b', 'a', 'c'], 'Item 3 has the key “a”, and so has item 1.', 'keys.2'],
    ['an empty one', ['a', ' ', 'c', 'd'], 'Item 2 has an empty key.', 'keys.1'],
    ['a long one', ['a', 'b', 'c', long], 'Item 4 has a key of more than 100 characters.', 'keys.3'],
    ['too few', ['a'], 'There must be one key for each of the URLs, in the same order.', 'keys'],
  ])('%s', async (_, keys, message, path) => {
    expect(await refusal('website-extraction', { urls: URLS, keys })).toEqual([400, message, path]);
  });

  it.each([
    ['a repeat', 'k1,a@a.example\nk1,b@b.example', 'Line 3 has the key “k1”, and so has line 2.'],
    ['an empty one', 'k1,a@a.example\n,b@b.example', 'Line 3 has an empty key.'],
    ['a long one', `${long},a@a.example`, 'Line 2 has a key of more than 100 characters.'],
    [
      'none of the file',
      'k1,a@a.example',
      'The file has 2 columns. key_column is counted from 0, so it can be 1 at most.',
      2,
    ],
  ])('%s in a column', async (_, lines, message, key_column = 0) => {
    const body = { csv_content: `id,email\n${lines}\n`, key_column };
    expect((await refusal('csv-extraction', body)).slice(0, 2)).toEqual([400, message]);
  });
});
