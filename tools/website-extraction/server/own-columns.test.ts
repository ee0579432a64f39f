// On PostgreSQL: options and columns are jsonb, which the drivers return differently.
import type { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { TaskView } from '#contract/tasks.ts';
import { createApp } from '#server/app.ts';
import { type Caller, newCaller } from '#server/auth/test-caller.ts';
import type { AppEnv } from '#server/http/context.ts';
import { ASYNC, openTaskBench, type TaskBench, websiteRow, worked } from '#server/tasks/test-tasks.ts';
import { startWorker } from '#server/tasks/worker/worker.ts';
import { type FakeWeb, startFakeWeb } from '../../../e2e/fixtures/fake-web.ts';
import { parseCsv } from '../../../e2e/fixtures/parse-csv.ts';
import { twoAddressEmails, twoAddressName, twoAddressSite } from '../../../e2e/fixtures/two-address-sites.ts';
import { WAIT } from '../../../e2e/fixtures/wait.ts';
import { WEBSITE_CSV_COLUMNS, WebsiteRow } from '../definition.ts';

let web: FakeWeb;
let bench: TaskBench;
let app: Hono<AppEnv>;
beforeAll(async () => {
  web = await startFakeWeb({ sites: [twoAddressSite(0)] });
  bench = await openTaskBench({ DNS_SERVERS: web.dnsServer, ALLOW_PRIVATE_NETWORK: '1' });
  app = createApp(bench.deps);
});
afterAll(async () => {
  await bench.close();
  await web.close();
});

async function start(caller: Caller, body: object, headers = {}): Promise<TaskView> {
  const reply = await caller.post('website-extraction', body, { ...ASYNC, ...headers });
  if (reply.status !== 202) throw new Error(`${reply.status}: ${await reply.text()}`);
  return TaskView.parse(await reply.json());
}
const readCsv = async (caller: Caller, id: string) =>
  parseCsv(await (await caller.get('task-csv', { id })).text());
const settle = async (id: string, rows: readonly string[]) =>
  bench.settle(
    await bench.task(id),
    rows.map((row, position) => worked(position, { row })),
  );

const LIST = {
  urls: ['acme.com', ' HTTPS://ACME.com/ ', '', 'no address', 'b.org'],
  list: {
    columns: ['Company', 'url', 'Note'],
    rows: [
      'Acme,acme.com,=1+1',
      '"Acme, ""Inc.""",HTTPS://ACME.com/',
      'Nobody,,',
      'X,no address,"a\nb"',
      'B',
    ],
  },
};

describe('the list’s own columns', () => {
  it('come first in the CSV, with a line per row and the address as given', async () => {
    const caller = await newCaller(app);
    const task = await start(caller, LIST);
    expect(task).toMatchObject({ total: 3, options: { depth: 'standard' } });
    await settle(task.id, [
      websiteRow('https://acme.com/', {
        emails: ['info@acme.com', 'sales@acme.com'],
        email_pages: ['https://www.acme.com/', 'https://www.acme.com/contact'],
        final_url: 'https://www.acme.com/',
        input: 'acme.com',
      }),
      websiteRow('no address', { error: 'This is not a web address', input: 'no address' }),
    ]);
    const lines = await readCsv(caller, task.id);
    expect(lines).toHaveLength(4);
    expect(Object.keys(lines[0] ?? {})).toEqual([
      'Company',
      'url',
      'Note',
      ...WEBSITE_CSV_COLUMNS.map((column) =>
        ['url', 'note'].includes(column) ? `website_${column}` : column,
      ),
    ]);
    const results = {
      website_url: 'https://acme.com/',
      emails: 'info@acme.com; sales@acme.com',
      email_pages: 'https://www.acme.com/; https://www.acme.com/contact',
      final_url: 'https://www.acme.com/',
    };
    expect(lines).toMatchObject([
      { Company: 'Acme', url: 'acme.com', Note: "'=1+1", input: 'acme.com', ...results },
      {
        Company: 'Acme, "Inc."',
        url: 'HTTPS://ACME.com/',
        Note: '',
        input: 'HTTPS://ACME.com/',
        ...results,
      },
      { Company: 'Nobody', input: '', emails: '', error: 'This row has no web address' },
      { Company: 'X', Note: 'a\nb', input: 'no address', error: 'This is not a web address' },
    ]);
  });

  it('are in one line with the results of all addresses of a cell', async () => {
    const caller = await newCaller(app);
    const task = await start(caller, {
      urls: ['acme.com; https://b.org', 'b.org'],
      list: { columns: ['Company'], rows: ['Both', 'B'] },
    });
    expect(task).toMatchObject({ total: 2 });
    await settle(task.id, [
      websiteRow('https://acme.com/', { emails: ['info@acme.com'], title: 'Acme' }),
      websiteRow('https://b.org/', { emails: ['x@b.org', 'info@acme.com'], title: 'B' }),
    ]);
    expect(await bench.task(task.id)).toMatchObject({ credits_used: 2 });
    expect(await readCsv(caller, task.id)).toMatchObject([
      { Company: 'Both', emails: 'info@acme.com; x@b.org', title: 'Acme; B' },
      { Company: 'B', emails: 'x@b.org; info@acme.com', title: 'B' },
    ]);
  });

  it('stay with the rows that are run again, and so does the depth', async () => {
    const caller = await newCaller(app);
    const task = await start(caller, { ...LIST, depth: 'quick' });
    const failed = { found: false, failed: true, billable: false };
    const row = websiteRow('https://acme.com/', { error: 'Timed out', input: 'acme.com' });
    await bench.settle(await bench.task(task.id), [worked(0, { ...failed, row }), 1, 2]);
    const again = TaskView.parse(await (await caller.post('task-retry', { id: task.id })).json());
    expect(again).toMatchObject({ total: 1, options: { depth: 'quick' } });
    await settle(again.id, [websiteRow('https://acme.com/', { input: 'acme.com', emails: ['a@acme.com'] })]);
    expect(await readCsv(caller, again.id)).toMatchObject([
      { Company: 'Acme', input: 'acme.com', emails: 'a@acme.com' },
      { Company: 'Acme, "Inc."', input: 'HTTPS://ACME.com/', emails: 'a@acme.com' },
    ]);
    expect(await readCsv(caller, task.id)).toHaveLength(5);
  });

  it('are in a file of the rows and columns on screen', async () => {
    const caller = await newCaller(app);
    const task = await start(caller, LIST);
    await settle(task.id, [
      websiteRow('https://acme.com/', { emails: ['info@acme.com'], input: 'acme.com' }),
      websiteRow('no address', { error: 'This is not a web address', input: 'no address' }),
      websiteRow('https://b.org/', { input: 'b.org' }),
    ]);
    const query = { id: task.id, q: 'INFO@', columns: 'emails,error' };
    const lines = parseCsv(await (await caller.get('task-csv', query)).text());
    expect(lines).toEqual([
      { Company: 'Acme', url: 'acme.com', Note: "'=1+1", emails: 'info@acme.com', error: '' },
      { Company: 'Acme, "Inc."', url: 'HTTPS://ACME.com/', Note: '', emails: 'info@acme.com', error: '' },
    ]);
  });

  it('need a row for each URL', async () => {
    const caller = await newCaller(app);
    const body = { urls: ['a.com', 'b.com'], list: { columns: ['A'], rows: ['x'] } };
    const reply = await caller.post('website-extraction', body, ASYNC);
    expect(reply.status).toBe(400);
    expect(await reply.text()).toContain('one row for each of the URLs');
  });

  it('belong to the request that an Idempotency-Key identifies', async () => {
    const caller = await newCaller(app);
    const key = { 'Idempotency-Key': 'list-1' };
    const first = await start(caller, LIST, key);
    expect((await start(caller, LIST, key)).id).toBe(first.id);
    const changed = { ...LIST, list: { ...LIST.list, rows: LIST.list.rows.with(0, 'Acme,acme.com,2') } };
    for (const body of [changed, { ...LIST, depth: 'deep' }])
      expect((await caller.post('website-extraction', body, { ...ASYNC, ...key })).status).toBe(409);
  });

  it('count as stored data, are exported with the account, and are deleted with the rows', async () => {
    const caller = await newCaller(app);
    const { id } = await start(caller, LIST);
    const { db } = bench.deps.database;
    const { bytes } = await db
      .selectFrom('task_lists')
      .select('bytes')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const own = [...LIST.urls, ...LIST.list.columns, ...LIST.list.rows].join('').length;
    expect(bytes).toBeGreaterThanOrEqual(own);
    const data = (await (await caller.get('account-export')).json()) as { tasks: { list: object }[] };
    expect(data.tasks[0]?.list).toEqual({
      columns: LIST.list.columns,
      rows: [
        ['Acme', 'acme.com', '=1+1'],
        ['Acme, "Inc."', 'HTTPS://ACME.com/', ''],
        ['Nobody', '', ''],
        ['X', 'no address', 'a\nb'],
        ['B', '', ''],
      ],
    });
    await caller.post('task-cancel', { id });
    await caller.post('task-delete-rows', { id });
    const left = db.selectFrom('own_list_rows').select('row').where('task_id', '=', id);
    expect(await left.execute()).toEqual([]);
  });
});

describe('the depth of a task', () => {
  it('is stored, listed, and used when the task is resumed', async () => {
    const caller = await newCaller(app);
    const name = twoAddressName(0);
    const runs = [
      { depth: 'quick', emails: twoAddressEmails(0).slice(0, 1) },
      { depth: 'deep', emails: twoAddressEmails(0) },
    ];
    const tasks: string[] = [];
    for (const { depth } of runs) {
      const { id } = await start(caller, { urls: [web.siteUrl(name)], depth });
      await caller.post('task-cancel', { id });
      const resumed = await caller.post('task-resume', { id });
      expect(await resumed.json()).toMatchObject({ status: 'processing', options: { depth } });
      tasks.push(id);
    }
    const listed = await caller.table('select=id,options');
    expect(new Set((await listed.json()) as object[])).toEqual(
      new Set(tasks.map((id, index) => ({ id, options: { depth: runs[index]?.depth } }))),
    );
    const worker = await startWorker(bench.deps);
    for (const [index, id] of tasks.entries()) {
      await vi.waitFor(async () => expect((await bench.task(id)).status).toBe('completed'), WAIT);
      const { rows } = (await (await caller.get('task-rows', { id })).json()) as { rows: { row: unknown }[] };
      const row = WebsiteRow.parse(rows[0]?.row);
      expect([...row.emails].sort()).toEqual([...(runs[index]?.emails ?? [])].sort());
    }
    await worker.stop();
  });

  it('is in the OpenAPI document, and anything else is refused', async () => {
    const document = JSON.stringify(await (await app.request('/api/openapi.json')).json());
    expect(document).toContain('"enum":["quick","standard","deep"]');
    const caller = await newCaller(app);
    const reply = await caller.post('website-extraction', { urls: ['a.com'], depth: 'deepest' }, ASYNC);
    expect(reply.status).toBe(400);
  });
});
