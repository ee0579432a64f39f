import type { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MESSAGES } from '#contract/messages.ts';
import { TaskRowsPage, TaskView } from '#contract/tasks.ts';
import { WEBSITE_CSV_COLUMNS } from '#contract/website.ts';
import { createApp } from '../app.ts';
import type { AppEnv } from '../http/context.ts';
import { openTaskBench, type TaskBench, worked } from './test-tasks.ts';

let bench: TaskBench;
let app: Hono<AppEnv>;
beforeAll(async () => {
  bench = await openTaskBench();
  app = createApp(bench.deps);
});
afterAll(() => bench.close());

interface Person {
  id: string;
  get(call: string, query?: Record<string, string>): Promise<Response>;
  table(query: string): Promise<Response>;
  post(call: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
}

let people = 0;
async function signUp(): Promise<Person> {
  people += 1;
  const apikey = bench.deps.config.PUBLISHABLE_KEY;
  const reply = await app.request('/auth/v1/signup', {
    method: 'POST',
    headers: { apikey, 'content-type': 'application/json' },
    body: JSON.stringify({
      email: `p${people}@example.com`,
      password: 'a long password',
      data: { name: 'P P' },
    }),
  });
  const session = (await reply.json()) as { access_token: string; user: { id: string } };
  const headers = { apikey, authorization: `Bearer ${session.access_token}` };
  return {
    id: session.user.id,
    get: async (call, query = {}) =>
      app.request(`/functions/v1/${call}?${new URLSearchParams(query)}`, { headers }),
    table: async (query) => app.request(`/rest/v1/tasks?${query}`, { headers }),
    post: async (call, body, more = {}) =>
      app.request(`/functions/v1/${call}`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', ...more },
        body: JSON.stringify(body),
      }),
  };
}

const ASYNC = { prefer: 'respond-async' };
async function start(person: Person, urls: string[], headers = {}): Promise<TaskView> {
  const reply = await person.post('website-extraction', { urls }, { ...ASYNC, ...headers });
  expect(reply.status).toBe(202);
  return TaskView.parse(await reply.json());
}

/** A row as the website tool makes it, with one value changed. */
function row(url: string, changes: Record<string, unknown> = {}): string {
  const empty = Object.fromEntries(WEBSITE_CSV_COLUMNS.map((column) => [column, null]));
  return JSON.stringify({ ...empty, url, emails: [], phones: [], evidence: [], pages: [], ...changes });
}

const settle = async (id: string, items: Parameters<TaskBench['settle']>[1]) =>
  bench.settle(await bench.task(id), items);

describe('website-extraction', () => {
  it('answers 202 with the task when asked to', async () => {
    const person = await signUp();
    const reply = await person.post('website-extraction', { urls: ['acme.com', 'b.org', 'acme.com'] }, ASYNC);
    expect(reply.status).toBe(202);
    expect(reply.headers.get('preference-applied')).toBe('respond-async');
    expect(await reply.json()).toEqual({
      id: expect.any(String),
      type: 'website-extraction',
      status: 'processing',
      stop_reason: null,
      resumable: false,
      total: 2,
      processed: 0,
      found: 0,
      failed: 0,
      creditsused: 0,
      userid: person.id,
      createdat: expect.any(String),
      started_at: expect.any(String),
      finished_at: null,
      current_item: null,
    });
  });

  it('refuses what it cannot work on in the words of the catalogue, and starts nothing', async () => {
    const person = await signUp();
    const refuse = async (body: unknown, status: number, message: string) => {
      const reply = await person.post('website-extraction', body, ASYNC);
      expect([reply.status, ((await reply.json()) as { error: { message: string } }).error.message]).toEqual([
        status,
        message,
      ]);
    };
    await refuse({}, 400, MESSAGES.extraction.noUrls);
    await refuse({ urls: [] }, 400, MESSAGES.extraction.noUrls);
    await refuse({ urls: ['  '] }, 400, MESSAGES.extraction.noUrls);
    await refuse({ urls: Array(10_001).fill('a.com') }, 400, MESSAGES.extraction.tooManyUrls);
    await refuse({ urls: ['nothing'] }, 400, 'No line is a web address: line 1 “nothing”.');
    expect(
      await bench.deps.database.db
        .selectFrom('tasks')
        .select('id')
        .where('account_id', '=', person.id)
        .execute(),
    ).toEqual([]);
  });

  it('needs a session', async () => {
    const reply = await app.request('/functions/v1/website-extraction', { method: 'POST', body: '{}' });
    expect(reply.status).toBe(401);
  });

  it('says with the 402 which checkout opens the gate', async () => {
    const person = await signUp();
    await bench.grant(person.id, -1000);
    const reply = await person.post('website-extraction', { urls: ['acme.com'] });
    expect(reply.status).toBe(402);
    expect(await reply.json()).toMatchObject({
      error: {
        code: 'access_denied',
        message: MESSAGES.gate.noCredits,
        details: { allowed: false, reason: 'no_credits', checkout: 'subscription' },
      },
    });
  });

  it('with one Idempotency-Key starts once, and refuses the key for other lines', async () => {
    const person = await signUp();
    const key = { 'idempotency-key': 'k1' };
    const [first, second] = await Promise.all([
      start(person, ['a.com', 'b.com'], key),
      start(person, ['a.com', 'b.com'], key),
    ]);
    expect(second.id).toBe(first.id);
    const other = await person.post('website-extraction', { urls: ['c.com'] }, { ...ASYNC, ...key });
    expect(other.status).toBe(409);
    expect(await other.json()).toMatchObject({ error: { code: 'idempotency_conflict' } });
  });

  it('without the header waits for the whole result', async () => {
    const person = await signUp();
    const reply = await person.post('website-extraction', { urls: ['a.com', 'b.com', 'c.com'] });
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/json']);
    const { id } = await bench.deps.database.db
      .selectFrom('tasks')
      .select('id')
      .where('account_id', '=', person.id)
      .executeTakeFirstOrThrow();
    await settle(id, [
      worked(0, { row: row('https://a.com/', { emails: ['x@a.com'] }) }),
      worked(1, { row: row('https://b.com/', { error: 'Not found' }), failed: true, billable: false }),
      worked(2, { row: row('https://c.com/', { title: '<script>' }), found: false }),
    ]);
    const text = await reply.text();
    expect(text).toMatch(/^\s+\{/);
    expect(JSON.parse(text)).toEqual({
      success: true,
      results: [
        expect.objectContaining({ url: 'https://a.com/', emails: ['x@a.com'] }),
        expect.objectContaining({ url: 'https://b.com/', error: 'Not found' }),
        expect.objectContaining({ url: 'https://c.com/', title: '<script>' }),
      ],
      processed: 3,
      total: 3,
      errors: [{ url: 'https://b.com/', error: 'Not found' }],
      timeoutStatus: false,
      processingTimeMs: expect.any(Number),
      task_id: id,
      stop_reason: null,
    });
  });

  it('gives what there is when the task is stopped meanwhile', async () => {
    const person = await signUp();
    const reply = await person.post('website-extraction', { urls: ['a.com', 'b.com'] });
    const { id } = await bench.deps.database.db
      .selectFrom('tasks')
      .select('id')
      .where('account_id', '=', person.id)
      .executeTakeFirstOrThrow();
    await settle(id, [worked(0, { row: row('https://a.com/') })]);
    await person.post('task-cancel', { id });
    expect(await reply.json()).toMatchObject({
      success: false,
      processed: 1,
      total: 2,
      results: [{ url: 'https://a.com/' }],
      stop_reason: 'user',
      timeoutStatus: false,
    });
  });

  it('gives what there is when the server stops, with the task to come back for', async () => {
    const stop = new AbortController();
    app = createApp({ ...bench.deps, stopping: stop.signal });
    const person = await signUp();
    const reply = await person.post('website-extraction', { urls: ['a.com', 'b.com'] });
    const text = reply.text();
    const [task] = (await (await person.table('select=id')).json()) as [{ id: string }];
    await settle(task.id, [worked(0, { row: row('https://a.com/') })]);
    bench.deps.clock.advance(5000);
    stop.abort();
    expect(JSON.parse(await text)).toMatchObject({
      success: false,
      processed: 1,
      total: 2,
      results: [{ url: 'https://a.com/' }],
      stop_reason: null,
      processingTimeMs: 5000,
      task_id: task.id,
    });
    expect((await bench.task(task.id)).status).toBe('processing');
    app = createApp(bench.deps);
  });

  it('goes on when the client hangs up', async () => {
    const person = await signUp();
    const reply = await person.post('website-extraction', { urls: ['a.com'] });
    await reply.body?.cancel();
    const { id, status } = await bench.deps.database.db
      .selectFrom('tasks')
      .select(['id', 'status'])
      .where('account_id', '=', person.id)
      .executeTakeFirstOrThrow();
    expect(status).toBe('processing');
    await settle(id, [0]);
    expect((await bench.task(id)).status).toBe('completed');
  });
});

describe('a task', () => {
  it('shows its counters, and its rows in pages by item order', async () => {
    const person = await signUp();
    const { id } = await start(person, ['a.com', 'b.com', 'c.com', 'd.com']);
    await settle(id, [3, 0, worked(2, { failed: true, billable: false, found: false })]);
    expect(await (await person.get('task', { id })).json()).toMatchObject({
      processed: 3,
      found: 2,
      failed: 1,
      creditsused: 2,
      current_item: expect.any(String),
    });
    const page = async (query: Record<string, string>) =>
      TaskRowsPage.parse(await (await person.get('task-rows', { id, ...query })).json());
    expect(await page({ limit: '2' })).toEqual({
      rows: [
        { position: 0, input: 'https://a.com/', charge: 1, row: { n: 0 } },
        { position: 2, input: 'https://c.com/', charge: 0, row: { n: 2 } },
      ],
      next: 2,
    });
    expect(await page({ after: '2' })).toEqual({
      rows: [{ position: 3, input: 'https://d.com/', charge: 1, row: { n: 3 } }],
      next: null,
    });
  });

  it('is a CSV file with the columns of the contract, formulas disarmed', async () => {
    const person = await signUp();
    const { id } = await start(person, ['a.com', 'b.com']);
    const csv = async () => (await person.get('task-csv', { id })).text();
    expect(await csv()).toBe(`${WEBSITE_CSV_COLUMNS.join(',')}\r\n`);
    await settle(id, [
      worked(1, { row: row('https://b.com/', { title: 'plain, "quoted"' }) }),
      worked(0, {
        row: row('https://a.com/', {
          emails: ['x@a.com', 'y@a.com'],
          phones: ['+14155550100'],
          title: '=HYPERLINK("http://evil")',
          evidence: [{ field: 'emails' }],
        }),
      }),
    ]);
    const reply = await person.get('task-csv', { id });
    expect(reply.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(reply.headers.get('content-disposition')).toBe(
      'attachment; filename="website_extraction_results.csv"',
    );
    const commas = ','.repeat(WEBSITE_CSV_COLUMNS.length - 5);
    expect((await reply.text()).split('\r\n').slice(1)).toEqual([
      `https://a.com/,,x@a.com; y@a.com,+14155550100,"'=HYPERLINK(""http://evil"")"${commas}`,
      `https://b.com/,,,,"plain, ""quoted"""${commas}`,
      '',
    ]);
  });

  it('gives CSV and result whole beyond one page', async () => {
    const person = await signUp();
    const { id } = await start(
      person,
      Array.from({ length: 1001 }, (_, n) => `s${n}.com`),
    );
    await bench.grant(person.id, 1);
    const items = Array.from({ length: 1001 }, (_, n) => worked(n, { row: row(`https://s${n}.com/`) }));
    for (let from = 0; from < items.length; from += 50) await settle(id, items.slice(from, from + 50));
    const lines = (await (await person.get('task-csv', { id })).text()).trimEnd().split('\r\n');
    expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(
      items.map(({ position }) => `https://s${position}.com/`),
    );
  });

  it('is cancelled and resumed', async () => {
    const person = await signUp();
    const { id } = await start(person, ['a.com', 'b.com']);
    expect(TaskView.parse(await (await person.post('task-cancel', { id })).json())).toMatchObject({
      status: 'cancelled',
      stop_reason: 'user',
      resumable: true,
    });
    const key = { 'idempotency-key': 'again' };
    for (const _ of [1, 2]) {
      expect(TaskView.parse(await (await person.post('task-resume', { id }, key)).json())).toMatchObject({
        status: 'processing',
        stop_reason: null,
        resumable: false,
      });
    }
    expect((await bench.task(id)).run_no).toBe(2);
  });

  it('of somebody else answers every call as if it did not exist', async () => {
    const [owner, other] = [await signUp(), await signUp()];
    const { id } = await start(owner, ['a.com', 'b.com']);
    await settle(id, [0]);
    const nowhere = crypto.randomUUID();
    const asks = [
      (task: string) => other.get('task', { id: task }),
      (task: string) => other.get('task-rows', { id: task }),
      (task: string) => other.get('task-csv', { id: task }),
      (task: string) => other.post('task-cancel', { id: task }),
      (task: string) => other.post('task-resume', { id: task }),
    ];
    const withoutRequestId = async (reply: Response) => [
      reply.status,
      (await reply.text()).replace(/"request_id":"[^"]*"/, ''),
    ];
    for (const ask of asks) {
      const theirs = await withoutRequestId(await ask(id));
      expect(theirs[0]).toBe(404);
      expect(theirs).toEqual(await withoutRequestId(await ask(nowhere)));
    }
    expect((await bench.task(id)).status).toBe('processing');
  });
});

describe('the tasks table', () => {
  const table = async (person: Person, query: string) => {
    const reply = await person.table(query);
    return (await reply.json()) as Record<string, unknown>[];
  };

  it('shows a task with its result, and what it stands for', async () => {
    const person = await signUp();
    const { id } = await start(person, ['a.com', 'b.com']);
    await settle(id, [1]);
    await person.post('task-cancel', { id });
    const [task] = await table(person, `select=*&id=eq.${id}`);
    const { result, result_url, ...columns } = task ?? {};
    expect(TaskView.parse(columns)).toMatchObject({ id, status: 'cancelled', resumable: true, processed: 1 });
    expect([result, result_url]).toEqual([[{ n: 1 }], null]);
  });

  it('gives the result of a long task only when it is asked for by its id', async () => {
    const person = await signUp();
    const { id } = await start(
      person,
      Array.from({ length: 501 }, (_, n) => `s${n}.com`),
    );
    await settle(id, [0]);
    const [listed] = await table(person, 'select=result,result_url');
    expect(listed).toEqual({
      result: null,
      result_url: `${bench.deps.publicUrl}/rest/v1/tasks?select=result&id=eq.${id}`,
    });
    expect(await table(person, `select=result&id=eq.${id}`)).toEqual([{ result: [{ n: 0 }] }]);
  });

  it('has no row of somebody else', async () => {
    const [owner, other] = [await signUp(), await signUp()];
    const { id } = await start(owner, ['a.com']);
    expect(await table(other, `select=*&id=eq.${id}`)).toEqual([]);
    expect(await table(other, `select=*&userid=eq.${owner.id}`)).toEqual([]);
  });
});
