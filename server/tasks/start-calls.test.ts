// On PostgreSQL: an idempotency key is claimed once.
import type { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MESSAGES } from '#contract/messages.ts';
import { WEBSITE_MESSAGES } from '#tools/website-extraction/messages.ts';
import { createApp } from '../app.ts';
import { newCaller } from '../auth/test-caller.ts';
import type { AppEnv } from '../http/context.ts';
import { ASYNC, beginExtraction, openTaskBench, type TaskBench, websiteRow, worked } from './test-tasks.ts';

let bench: TaskBench;
let app: Hono<AppEnv>;
beforeAll(async () => {
  bench = await openTaskBench();
  app = createApp(bench.deps);
});
afterAll(() => bench.close());

const settle = async (id: string, items: Parameters<TaskBench['settle']>[1]) =>
  bench.settle(await bench.task(id), items);

describe('website-extraction', () => {
  it('returns 202 with the task for respond-async', async () => {
    const person = await newCaller(app);
    const reply = await person.post('website-extraction', { urls: ['acme.com', 'b.org', 'acme.com'] }, ASYNC);
    expect(reply.status).toBe(202);
    expect(reply.headers.get('preference-applied')).toBe('respond-async');
    expect(await reply.json()).toEqual({
      id: expect.any(String),
      cap: null,
      type: 'website-extraction',
      name: 'acme.com and 1 more',
      status: 'processing',
      stop_reason: null,
      resumable: false,
      total: 2,
      processed: 0,
      found: 0,
      failed: 0,
      retryable: 0,
      creditsused: 0,
      creditsincluded: 0,
      freerepeats: 0,
      foundlater: 0,
      save: null,
      userid: person.id,
      createdat: expect.any(String),
      started_at: expect.any(String),
      finished_at: null,
      current_item: null,
      options: { depth: 'standard' },
      outcomes: {},
      rows_deleted_at: null,
      rows_kept_until: null,
    });
  });

  it('rejects invalid input with the message from the contract and starts nothing', async () => {
    const person = await newCaller(app);
    const refuse = async (body: unknown, status: number, message: string) => {
      const reply = await person.post('website-extraction', body, ASYNC);
      expect([reply.status, ((await reply.json()) as { error: { message: string } }).error.message]).toEqual([
        status,
        message,
      ]);
    };
    await refuse({}, 400, WEBSITE_MESSAGES.noUrls);
    await refuse({ urls: [] }, 400, WEBSITE_MESSAGES.noUrls);
    await refuse({ urls: ['  '] }, 400, WEBSITE_MESSAGES.noUrls);
    await refuse(
      { urls: Array.from({ length: 10_001 }, (_, n) => `a${n}.com`) },
      400,
      WEBSITE_MESSAGES.tooManyUrls,
    );
    await refuse({ urls: ['nothing'] }, 400, 'None of the lines is a valid URL: line 1 “nothing”.');
    expect(
      await bench.deps.database.db
        .selectFrom('tasks')
        .select('id')
        .where('account_id', '=', person.id)
        .execute(),
    ).toEqual([]);
  });

  it('takes a table with more rows than items', async () => {
    const person = await newCaller(app);
    const urls = Array.from({ length: 12_000 }, (_, n) => `site${n % 40}.com`);
    const list = { columns: ['Nr'], rows: urls.map((_, n) => `${n}`) };
    const reply = await person.post('website-extraction', { urls, list }, ASYNC);
    expect(await reply.json()).toMatchObject({ total: 40 });
  });

  it('needs a session', async () => {
    const reply = await app.request('/functions/v1/website-extraction', { method: 'POST', body: '{}' });
    expect(reply.status).toBe(401);
  });

  it('includes the checkout that grants access in the 402', async () => {
    const person = await newCaller(app);
    await bench.grant(person.id, -1000);
    const reply = await person.post('website-extraction', { urls: ['acme.com'] });
    expect(reply.status).toBe(402);
    expect(await reply.json()).toMatchObject({
      error: {
        code: 'access_denied',
        message: MESSAGES.gate.noCredits,
        details: { allowed: false, reason: 'no_credits', checkout: 'trial' },
      },
    });
  });

  it('starts once per Idempotency-Key and rejects the key for other URLs', async () => {
    const person = await newCaller(app);
    const key = { 'idempotency-key': 'k1' };
    const [first, second] = await Promise.all([
      beginExtraction(person, ['a.com', 'b.com'], key),
      beginExtraction(person, ['a.com', 'b.com'], key),
    ]);
    expect(second.id).toBe(first.id);
    const other = await person.post('website-extraction', { urls: ['c.com'] }, { ...ASYNC, ...key });
    expect(other.status).toBe(409);
    expect(await other.json()).toMatchObject({ error: { code: 'idempotency_conflict' } });
  });

  it('waits for the whole result without the header', async () => {
    const person = await newCaller(app);
    const reply = await person.post('website-extraction', { urls: ['a.com', 'b.com', 'c.com'] });
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/json']);
    const { id } = await bench.deps.database.db
      .selectFrom('tasks')
      .select('id')
      .where('account_id', '=', person.id)
      .executeTakeFirstOrThrow();
    await settle(id, [
      worked(0, { row: websiteRow('https://a.com/', { emails: ['x@a.com'] }) }),
      worked(1, { row: websiteRow('https://b.com/', { error: 'Not found' }), failed: true, billable: false }),
      worked(2, { row: websiteRow('https://c.com/', { title: '<script>' }), found: false }),
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

  it('returns the rows so far if the task is canceled', async () => {
    const person = await newCaller(app);
    const reply = await person.post('website-extraction', { urls: ['a.com', 'b.com'] });
    const { id } = await bench.deps.database.db
      .selectFrom('tasks')
      .select('id')
      .where('account_id', '=', person.id)
      .executeTakeFirstOrThrow();
    await settle(id, [worked(0, { row: websiteRow('https://a.com/') })]);
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

  it('returns the rows so far and the task ID if the server stops', async () => {
    const stop = new AbortController();
    app = createApp({ ...bench.deps, stopping: stop.signal });
    const person = await newCaller(app);
    const reply = await person.post('website-extraction', { urls: ['a.com', 'b.com'] });
    const text = reply.text();
    const [task] = (await (await person.table('select=id')).json()) as [{ id: string }];
    await settle(task.id, [worked(0, { row: websiteRow('https://a.com/') })]);
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

  it('continues if the client disconnects', async () => {
    const person = await newCaller(app);
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
