import type { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TaskRowsPage, TaskView } from '#contract/tasks.ts';
import { WEBSITE_CSV_COLUMNS } from '#tools/website-extraction/definition.ts';
import { createApp } from '../app.ts';
import { type Caller, newCaller } from '../auth/test-caller.ts';
import type { AppEnv } from '../http/context.ts';
import { countFree } from './free-items.ts';
import { beginExtraction, openTaskBench, type TaskBench, websiteRow, worked } from './test-tasks.ts';

let bench: TaskBench;
let app: Hono<AppEnv>;
beforeAll(async () => {
  bench = await openTaskBench();
  app = createApp(bench.deps);
});
afterAll(() => bench.close());

/** With the byte order mark, which `Response.text` leaves out. */
const readText = async (reply: Response) =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(await reply.arrayBuffer());

const settle = async (id: string, items: Parameters<TaskBench['settle']>[1]) =>
  bench.settle(await bench.task(id), items);

describe('a task', () => {
  it('shows its counters, and its rows in pages, in item order', async () => {
    const person = await newCaller(app);
    const { id } = await beginExtraction(person, ['a.com', 'b.com', 'c.com', 'd.com']);
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
    const key = expect.stringMatching(/^[\w-]{22}$/);
    expect(await page({ limit: '2' })).toEqual({
      rows: [
        { position: 0, input: 'a.com', key, charge: 1, row: { n: 0 } },
        { position: 2, input: 'c.com', key, charge: 0, row: { n: 2 } },
      ],
      next: 2,
    });
    expect(await page({ after: '2' })).toEqual({
      rows: [{ position: 3, input: 'd.com', key, charge: 1, row: { n: 3 } }],
      next: null,
    });
  });

  it('has rows with the same key for the same item, in each task of a tool', async () => {
    const person = await newCaller(app);
    const keys = async (urls: string[]) => {
      const { id } = await beginExtraction(person, urls);
      await settle(id, [...urls.keys()]);
      const page = TaskRowsPage.parse(await (await person.get('task-rows', { id })).json());
      return page.rows.map((row) => row.key);
    };
    const [acme, other] = await keys(['https://www.acme.com/', 'other.com']);
    expect(acme).not.toBe(other);
    expect(await keys(['new.com', 'acme.com'])).toEqual([expect.any(String), acme]);
  });

  it('is where the reply to a start points, and answers a wait when it has ended', async () => {
    const person = await newCaller(app);
    const started = await person.post('website-extraction', { urls: ['a.com'] }, { prefer: 'respond-async' });
    const { id } = TaskView.parse(await started.json());
    expect(started.headers.get('location')).toBe(`/functions/v1/task?id=${id}`);
    const versioned = await app.request('/v1/website-extraction', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${person.token}`,
        'content-type': 'application/json',
        prefer: 'respond-async',
      },
      body: JSON.stringify({ urls: ['b.com'] }),
    });
    const { id: other } = TaskView.parse(await versioned.json());
    expect(versioned.headers.get('location')).toBe(`/v1/task?id=${other}`);
    const status = async (wait: string) =>
      TaskView.parse(await (await person.get('task', { id, wait })).json()).status;
    expect(await status('0')).toBe('processing');
    expect(await status('1')).toBe('processing');
    const waiting = status('50');
    await person.post('task-cancel', { id });
    expect(await waiting).toBe('cancelled');
    expect((await person.get('task', { id, wait: '51' })).status).toBe(400);
  });

  it('says how many items of a list are free, because they were paid before', async () => {
    const person = await newCaller(app);
    const repeats = async (items: string[], caller = person) =>
      (await caller.post('task-repeats', { type: 'website-extraction', items })).json();
    expect(await repeats(['a.com'])).toMatchObject({ repeats: 0, free: 0, sample: false });
    const { id } = await beginExtraction(person, ['a.com', 'b.com', 'c.com']);
    await settle(id, [0, 1, worked(2, { failed: true, billable: false, found: false })]);
    const many = Array.from({ length: 600 }, (_, index) => `site${index}.com`);
    const list = ['https://www.a.com/', ...many, 'A.com', 'b.com', 'c.com'];
    // Two spellings of one page are two items of the list.
    expect(await repeats(list)).toMatchObject({ repeats: 3, free: 3, sample: false });
    expect(await repeats(list, await newCaller(app))).toMatchObject({ repeats: 0, free: 0, sample: false });
    bench.deps.clock.advance(31 * 86_400_000);
    const tool = bench.deps.taskTools.get('website-extraction');
    if (!tool) throw new Error('The tool is missing.');
    const later = await countFree(bench.deps, person.id, tool, list);
    bench.deps.clock.advance(-31 * 86_400_000);
    expect(later).toMatchObject({ repeats: 0, free: 0, sample: false });
    const other = await person.post('task-repeats', { type: 'website-extraction', items: 'a.com' });
    expect(other.status).toBe(400);
  });

  it('is a CSV file with the columns of the definition and escaped formulas', async () => {
    const person = await newCaller(app);
    const { id } = await beginExtraction(person, ['a.com', 'b.com']);
    const csv = async () => readText(await person.get('task-csv', { id }));
    expect(await csv()).toBe(`\ufeff${WEBSITE_CSV_COLUMNS.join(',')}\r\n`);
    await settle(id, [
      worked(1, { row: websiteRow('https://b.com/', { title: 'plain, "quoted"' }) }),
      worked(0, {
        row: websiteRow('https://a.com/', {
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
      `https://a.com/,,"x@a.com; y@a.com",+14155550100,"'=HYPERLINK(""http://evil"")"${commas}`,
      `https://b.com/,,,,"plain, ""quoted"""${commas}`,
      '',
    ]);
  });

  it('has a complete CSV and result beyond one page', async () => {
    const person = await newCaller(app);
    const { id } = await beginExtraction(
      person,
      Array.from({ length: 1001 }, (_, n) => `s${n}.com`),
    );
    await bench.grant(person.id, 1);
    const items = Array.from({ length: 1001 }, (_, n) =>
      worked(n, { row: websiteRow(`https://s${n}.com/`) }),
    );
    for (let from = 0; from < items.length; from += 50) await settle(id, items.slice(from, from + 50));
    const lines = (await (await person.get('task-csv', { id })).text()).trimEnd().split('\r\n');
    expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(
      items.map(({ position }) => `https://s${position}.com/`),
    );
  });

  it('can be canceled and resumed', async () => {
    const person = await newCaller(app);
    const { id } = await beginExtraction(person, ['a.com', 'b.com']);
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

  it('of another account does not exist for any call', async () => {
    const [owner, other] = [await newCaller(app), await newCaller(app)];
    const { id } = await beginExtraction(owner, ['a.com', 'b.com']);
    await settle(id, [0]);
    const nowhere = crypto.randomUUID();
    const requests = [
      (task: string) => other.get('task', { id: task }),
      (task: string) => other.get('task-rows', { id: task }),
      (task: string) => other.get('task-csv', { id: task }),
      (task: string) => other.post('task-cancel', { id: task }),
      (task: string) => other.post('task-resume', { id: task }),
      (task: string) => other.post('task-rename', { id: task, name: 'mine' }),
      (task: string) => other.post('task-retry', { id: task }),
    ];
    const withoutRequestId = async (reply: Response) => [
      reply.status,
      (await reply.text()).replace(/"request_id":"[^"]*"/, ''),
    ];
    for (const request of requests) {
      const theirs = await withoutRequestId(await request(id));
      expect(theirs[0]).toBe(404);
      expect(theirs).toEqual(await withoutRequestId(await request(nowhere)));
    }
    expect((await bench.task(id)).status).toBe('processing');
  });
});

describe('the tasks table', () => {
  const table = async (person: Caller, query: string) => {
    const reply = await person.table(query);
    return (await reply.json()) as Record<string, unknown>[];
  };

  it('shows a task with its result', async () => {
    const person = await newCaller(app);
    const { id } = await beginExtraction(person, ['a.com', 'b.com']);
    await settle(id, [1]);
    await person.post('task-cancel', { id });
    const [task] = await table(person, `select=*&id=eq.${id}`);
    const { result, result_url, ...columns } = task ?? {};
    expect(TaskView.parse(columns)).toMatchObject({ id, status: 'cancelled', resumable: true, processed: 1 });
    expect([result, result_url]).toEqual([[{ n: 1 }], null]);
  });

  it('shows how the results get to a list as the calls do', async () => {
    const person = await newCaller(app);
    const { id } = await beginExtraction(person, ['a.com']);
    const counts = { added: 1, updated: 0, refused: 0, tooLarge: 0 };
    const save = { ...counts, name: 'Leads', rows: 'found', listId: null, state: 'waiting', problem: null };
    await bench.deps.database.db
      .updateTable('tasks')
      .set({ save: JSON.stringify({ ...save, earlier: counts }) })
      .where('id', '=', id)
      .execute();
    expect(await table(person, `select=save&id=eq.${id}`)).toEqual([{ save }]);
    expect((await (await person.get('task', { id })).json()) as object).toMatchObject({ save });
    const without = await beginExtraction(person, ['b.com']);
    expect(await table(person, `select=save&id=eq.${without.id}`)).toEqual([{ save: null }]);
  });

  it('includes the result of a long task only in a request by ID', async () => {
    const person = await newCaller(app);
    const { id } = await beginExtraction(
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

  it('has no row of another account', async () => {
    const [owner, other] = [await newCaller(app), await newCaller(app)];
    const { id } = await beginExtraction(owner, ['a.com']);
    expect(await table(other, `select=*&id=eq.${id}`)).toEqual([]);
    expect(await table(other, `select=*&userid=eq.${owner.id}`)).toEqual([]);
  });
});
