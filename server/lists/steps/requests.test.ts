import type { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TaskView } from '#contract/tasks.ts';
import { startService, type TestService } from '#tools/lead-enrichment/net/test-service.ts';
import { WAIT } from '../../../e2e/fixtures/wait.ts';
import { createApp } from '../../app.ts';
import { type Caller, newCaller } from '../../auth/test-caller.ts';
import type { AppEnv } from '../../http/context.ts';
import { addOptOuts } from '../../opt-outs/opt-outs.ts';
import { openTaskBench, type TaskBench } from '../../tasks/test-tasks.ts';
import { startWorker, type TaskWorker } from '../../tasks/worker/worker.ts';
import { runNewRows } from './auto-runs.ts';
import { makeList } from './test-step-lists.ts';

const SECRET = 'Bearer sk-never-shown-7391';

let service: TestService;
let bench: TaskBench;
let app: Hono<AppEnv>;
let worker: TaskWorker;
let ada: Caller;
let isDown = false;
beforeAll(async () => {
  service = await startService(({ path, headers }, _request, response) => {
    const domain = decodeURIComponent(/domain=([^&]*)/.exec(path)?.[1] ?? '');
    if (isDown) response.writeHead(500).end('down');
    else if (domain === 'unknown.com') response.writeHead(404).end('{}');
    else if (domain === 'text.com') response.end('not JSON');
    else if (headers.authorization !== SECRET && path.startsWith('/private'))
      response.writeHead(401).end(JSON.stringify({ error: 'no key' }));
    else
      response.end(
        JSON.stringify({
          company: { employees: domain.length, tags: ['a', 'b'], contact: `info@${domain}` },
          you: headers.authorization,
        }),
      );
  });
  bench = await openTaskBench({ ALLOW_PRIVATE_NETWORK: '1' });
  app = createApp(bench.deps);
  worker = await startWorker(bench.deps);
});
beforeEach(async () => {
  isDown = false;
  ada = await newCaller(app);
});
afterAll(async () => {
  await worker.stop();
  await bench.close();
  await service.close();
});

// biome-ignore lint/suspicious/noExplicitAny: replies of many different calls, checked by each test.
async function post(name: string, body: object, status = 200): Promise<any> {
  const reply = await ada.post(name, body);
  const text = await reply.text();
  if (reply.status !== status) throw new Error(`${name}: ${reply.status} ${text}`);
  return JSON.parse(text);
}

async function rowsOf(id: string): Promise<
  {
    id: number;
    values: Record<string, string>;
    states: Record<string, { status: string | null; note: string }>;
  }[]
> {
  const reply = await ada.get('list-rows', { id, limit: '200' });
  const { rows } = (await reply.json()) as { rows: Awaited<ReturnType<typeof rowsOf>> };
  return rows.sort((first, second) => first.id - second.id);
}

async function ended(id: string): Promise<TaskView> {
  let task: TaskView | undefined;
  await expect
    .poll(async () => {
      task = TaskView.parse(await (await ada.get('task', { id })).json());
      return task.status;
    }, WAIT)
    .not.toMatch(/queued|processing/);
  if (!task) throw new Error('There is no task.');
  return task;
}

const step = (request: object, more: object = {}) => ({
  kind: 'tool',
  name: 'Ask',
  tries: [
    {
      tool: 'http-request',
      inputs: {},
      request: {
        url: `${service.url}/companies?domain={Domain}`,
        fields: [
          { name: 'Employees', path: 'company.employees' },
          { name: 'Tags', path: '$.company.tags[*]' },
        ],
        ...request,
      },
    },
  ],
  outputs: [{ field: 'Employees' }, { field: 'Tags' }],
  ...more,
});
const withSecret = (header: object = {}) =>
  step({
    url: `${service.url}/private?domain={Domain}`,
    headers: [{ name: 'Authorization', isSecret: true, value: SECRET, ...header }],
    fields: [
      { name: 'Employees', path: 'company.employees' },
      { name: 'Tags', path: 'you' },
    ],
  });

const DOMAINS = ['a.com', 'unknown.com', '', 'text.com'].map((Domain) => ({ Name: 'x', Domain }));

describe('a column that asks another service', () => {
  it('is filled from the answers, for free, and says what happened in each row', async () => {
    const id = await makeList(bench.deps, ada.id, DOMAINS);
    const { step: stepId, list } = await post('list-step-save', { id, step: step({}) });
    expect(list.steps[0].tries[0].inputs).toEqual({ Domain: 'Domain' });
    expect(await post('list-run-quote', { id })).toMatchObject({ cells: 3, credits: 0, problem: null });
    const task = await post('list-run', { id, cap: 0 }, 202);
    expect(await ended(task.id)).toMatchObject({ status: 'completed', total: 3, found: 1, creditsused: 0 });
    const rows = await rowsOf(id);
    expect(rows.map(({ values }) => [values.Employees, values.Tags])).toEqual([
      ['5', 'a; b'],
      [undefined, undefined],
      [undefined, undefined],
      [undefined, undefined],
    ]);
    expect(rows.map(({ states }) => [states[stepId]?.status, states[stepId]?.note ?? null])).toEqual([
      ['done', null],
      ['nothing-found', null],
      [undefined, null],
      ['failed', 'The answer isn’t JSON.'],
    ]);
    const cell = await (await ada.get('list-cell', { id, row: String(rows[0]?.id), step: stepId })).json();
    expect(cell).toMatchObject({
      cost: 0,
      tries: [
        {
          tool: 'http-request',
          text: '2 of 2 values in the answer',
          row: {
            evidence: [
              { text: `GET ${service.url}/companies?domain=a.com: 200` },
              { text: expect.any(String) },
            ],
          },
        },
      ],
    });
    expect(await bench.balance(ada.id)).toBe(1000);
    expect(await bench.broken(ada.id)).toEqual([]);

    // What it reads makes it stale, and so does another request.
    await post('list-edit', { id, changes: [{ row: rows[0]?.id, column: 'Domain', value: 'abc.com' }] });
    expect(await post('list-run-quote', { id, cells: 'stale' })).toMatchObject({ cells: 1 });
    await post('list-edit', { id, changes: [{ row: rows[0]?.id, column: 'Name', value: 'y' }] });
    expect(await post('list-run-quote', { id, cells: 'stale' })).toMatchObject({ cells: 1 });
  });

  it('keeps its columns when they get other names, and they can’t be deleted', async () => {
    const id = await makeList(bench.deps, ada.id, [{ Domain: 'a.com' }]);
    await post('list-step-save', { id, step: step({}) });
    await post('list-change-columns', { id, change: [{ id: 'Domain', name: 'Web' }], delete: [], add: [] });
    await post('list-change-columns', { id, change: [], delete: ['Domain'], add: [] }, 409);
    await post('list-step-save', {
      id,
      step: { ...step({ url: `${service.url}/x?domain={Web}` }), name: 'Again' },
    });
    const { id: _, createdAt: __, ...recipe } = await post('list-recipe-from-list', { id, name: 'Ask' });
    expect(recipe.columns).toMatchObject([{ name: 'Web' }]);
    expect(recipe.steps[0].tries[0].request.url).toBe(`${service.url}/companies?domain={Web}`);
    const other = await makeList(bench.deps, ada.id, [{ Domain: 'b.com' }], 'Other');
    const applied = await post('list-recipe-apply', { id: other, recipe });
    expect(applied.steps.map(({ tries }: never) => (tries as { inputs: object }[])[0]?.inputs)).toEqual([
      { Domain: 'Domain' },
      { Domain: 'Domain' },
    ]);
    await ended((await post('list-run', { id: other }, 202)).id);
    expect((await rowsOf(other))[0]?.values.Employees).toBe('5');
  });

  it('doesn’t take an answer again that is called wrong', async () => {
    const id = await makeList(bench.deps, ada.id, [{ Domain: 'a.com' }]);
    await post('list-step-save', { id, step: step({}) });
    await ended((await post('list-run', { id }, 202)).id);
    const [row] = await rowsOf(id);
    await post('list-cell-wrong', { id, row: row?.id, column: 'Tags', value: 'a' });
    expect((await rowsOf(id))[0]?.values).toMatchObject({ Employees: '5', Tags: 'b' });
    await ended((await post('list-run', { id, cells: 'all' }, 202)).id);
    expect((await rowsOf(id))[0]?.values).toMatchObject({ Employees: '5', Tags: 'b' });
  });

  it('asks about as many rows as it may, and the next run goes on', async () => {
    const rows = [1, 2, 3, 4, 5].map((index) => ({ Domain: `site${index}.com` }));
    const id = await makeList(bench.deps, ada.id, rows);
    await post('list-step-save', { id, step: step({ rowsPerRun: 3 }) });
    const before = service.asked.length;
    for (const total of [3, 2])
      expect(await ended((await post('list-run', { id }, 202)).id)).toMatchObject({ total, found: total });
    expect(service.asked.length - before).toBe(5);
  });

  it('is the second try of a waterfall', async () => {
    const id = await makeList(bench.deps, ada.id, [{ Domain: 'unknown.com', Other: 'b.com' }]);
    const first = step({}).tries[0];
    const second = step({ url: `${service.url}/x?domain={Other}` }).tries[0];
    await post('list-step-save', { id, step: { ...step({}), tries: [first, second] } });
    await ended((await post('list-run', { id }, 202)).id);
    expect((await rowsOf(id))[0]?.values.Employees).toBe('5');
  });

  it('is refused with what to do', async () => {
    const id = await makeList(bench.deps, ada.id, [{ Domain: 'a.com', Employees: '' }]);
    const filled = { outputs: [{ field: 'Employees', column: 'Domain' }] };
    for (const [draft, message] of [
      [step({ url: `${service.url}/{Domian}` }), 'a column that the list doesn’t have: {Domian}'],
      [step({ url: 'file:///etc/passwd' }), 'must start with https://'],
      [step({ fields: [{ name: 'Employees', path: '$..x' }] }), 'is not a path'],
      [step({}, { outputs: [{ field: 'Fax' }] }), 'None of these tools has a value'],
      [step({}, filled), 'its own result'],
      [{ ...step({}), tries: [{ tool: 'http-request', inputs: {} }] }, 'Enter the address'],
      [withSecret({ value: '' }), 'Enter the secret of the header'],
      [withSecret({ value: '', secret: `k${'0'.repeat(24)}` }), 'Enter the secret of the header'],
      [
        step({ url: 'https://{Domain}/', headers: [{ name: 'A', isSecret: true, value: 'abcd' }] }),
        'needs a fixed host',
      ],
    ] as const) {
      const reply = await ada.post('list-step-save', { id, step: draft });
      expect([reply.status, await reply.text()]).toEqual([400, expect.stringContaining(message)]);
    }
  });

  it('fails for free while the service is down, and failed rows can be run again', async () => {
    const id = await makeList(
      bench.deps,
      ada.id,
      Array.from({ length: 20 }, (_, index) => ({ Domain: `down${index}.com` })),
    );
    const { step: stepId } = await post('list-step-save', { id, step: step({}) });
    isDown = true;
    const before = service.asked.length;
    expect(await ended((await post('list-run', { id }, 202)).id)).toMatchObject({
      failed: 20,
      creditsused: 0,
    });
    expect(service.asked.length - before).toBeLessThan(20);
    for (const { states } of await rowsOf(id))
      expect(states[stepId]).toMatchObject({ status: 'failed', note: expect.stringContaining('failed') });
    isDown = false;
    // It rests for a minute, and the clock of the worker is real: another account is a new start.
    const again = await post('list-run-quote', { id, cells: 'failed' });
    expect(again).toMatchObject({ cells: 20, credits: 0 });
  });
});

describe('a list that runs by itself', () => {
  it('doesn’t ask again what failed, until a person does or the row changes', async () => {
    const id = await makeList(bench.deps, ada.id, [{ Domain: 'text.com' }], 'By itself');
    await post('list-step-save', { id, step: step({}) });
    await post('list-set-auto-run', { id, cap: 10 });
    const latest = async () => (await (await ada.get('list-run-latest', { id })).json()) as { run: TaskView };
    await runNewRows(bench.deps);
    const { run } = await latest();
    expect(await ended(run.id)).toMatchObject({ failed: 1 });
    bench.deps.clock.advance(1000);
    for (const _ of [1, 2]) await runNewRows(bench.deps);
    expect((await latest()).run.id).toBe(run.id);
    const [row] = await rowsOf(id);
    await post('list-edit', { id, changes: [{ row: row?.id, column: 'Domain', value: 'a.com' }] });
    await runNewRows(bench.deps);
    const { run: next } = await latest();
    expect(next.id).not.toBe(run.id);
    expect(await ended(next.id)).toMatchObject({ found: 1 });
  });
});

describe('a test with the first row', () => {
  it('shows the answer, and stores nothing', async () => {
    const id = await makeList(bench.deps, ada.id, DOMAINS);
    expect(await post('list-step-test', { id, step: withSecret() })).toEqual({
      found: true,
      text: '2 of 2 values in the answer',
      values: { Employees: '5', Tags: '•••' },
      evidence: [`GET ${service.url}/private?domain=a.com: 200`, expect.stringContaining('"you":"•••"')],
    });
    expect(
      await bench.deps.database.db.selectFrom('step_secrets').selectAll().where('list_id', '=', id).execute(),
    ).toEqual([]);
    expect(await post('list-step-test', { id, step: withSecret({ value: 'wrong' }) })).toMatchObject({
      found: false,
      text: expect.stringContaining('refuses the key'),
    });
    const [, , empty] = await rowsOf(id);
    await post('list-step-test', { id, step: step({}), row: empty?.id }, 422);
    const other = await newCaller(app);
    expect((await other.post('list-step-test', { id, step: step({}) })).status).toBe(404);
  });

  it('leaves out people who opted out, and so do runs', async () => {
    await addOptOuts(bench.deps, [{ kind: 'email', value: 'info@gone.com' }], async () => {});
    const id = await makeList(bench.deps, ada.id, [{ Domain: 'gone.com' }]);
    const draft = step(
      { fields: [{ name: 'Contact', path: 'company.contact' }] },
      { outputs: [{ field: 'Contact' }] },
    );
    const tested = JSON.stringify(await post('list-step-test', { id, step: draft }));
    expect(tested).toContain('asked not to be listed');
    expect(tested).not.toContain('info@');
    const { step: stepId } = await post('list-step-save', { id, step: draft });
    await ended((await post('list-run', { id }, 202)).id);
    const [row] = await rowsOf(id);
    expect(row?.values.Contact).toBeUndefined();
    const cell = await ada.get('list-cell', { id, row: String(row?.id), step: stepId });
    expect(await cell.text()).not.toContain('info@');
  });
});

describe('a secret', () => {
  it('is in no reply, export, recipe or table, except sealed', async () => {
    const id = await makeList(bench.deps, ada.id, [{ Domain: 'a.com' }]);
    const saved = await post('list-step-save', { id, step: withSecret() });
    const task = await post('list-run', { id }, 202);
    expect(await ended(task.id)).toMatchObject({ found: 1 });
    const [row] = await rowsOf(id);
    expect(row?.values).toMatchObject({ Employees: '5', Tags: '•••' });
    const get = async (name: string, query: Record<string, string>) => (await ada.get(name, query)).text();
    const replies = [
      JSON.stringify(saved),
      await get('lists', {}),
      await get('list-rows', { id, limit: '10' }),
      await get('list-cell', { id, row: String(row?.id), step: saved.step }),
      await get('task', { id: task.id }),
      await get('tasks', {}),
      await get('task-rows', { id: task.id }),
      await get('list-csv', { id }),
      await get('account-export', {}),
      JSON.stringify(await post('list-recipe-from-list', { id, name: 'With a secret' })),
      await get('list-recipes', {}),
      JSON.stringify(
        await post('list-recipe-save', {
          recipe: { name: 'Own', steps: [{ ...withSecret(), outputs: [{ field: 'Employees', name: 'E' }] }] },
        }),
      ),
    ];
    const tables = [];
    for (const table of [
      'lists',
      'list_rows',
      'list_cells',
      'list_history',
      'list_runs',
      'list_recipes',
      'step_secrets',
      'task_items',
      'tasks',
    ] as const)
      tables.push(JSON.stringify(await bench.deps.database.db.selectFrom(table).selectAll().execute()));
    for (const text of [...replies, ...tables]) expect(text).not.toMatch(/never-shown|bmV2ZXItc2hvd24/);
    expect(replies.filter((text) => text.includes('Employees')).length).toBeGreaterThan(8);
  });

  it('stays when the step is saved again, is asked for again for another host, and goes with the step', async () => {
    const id = await makeList(bench.deps, ada.id, [{ Domain: 'a.com' }]);
    const { step: stepId, list } = await post('list-step-save', { id, step: withSecret() });
    const [stored] = list.steps;
    const secrets = () =>
      bench.deps.database.db.selectFrom('step_secrets').selectAll().where('list_id', '=', id).execute();
    await post('list-step-save', { id, step: { ...stored, name: 'Renamed' } });
    await ended((await post('list-run', { id }, 202)).id);
    expect((await rowsOf(id))[0]?.values.Employees).toBe('5');
    const [{ request }] = stored.tries;
    const moved = {
      ...stored,
      tries: [{ ...stored.tries[0], request: { ...request, url: 'https://example.com/' } }],
    };
    const reply = await ada.post('list-step-save', { id, step: moved });
    expect([reply.status, await reply.text()]).toEqual([
      400,
      expect.stringContaining('goes to another host'),
    ]);
    expect(await post('list-step-test', { id, step: moved })).toMatchObject({
      found: false,
      text: 'Enter the secret for the header “Authorization” in this column again.',
    });
    // A new one makes no cell stale.
    const headers = [
      { name: 'Authorization', isSecret: true, value: 'other-key', secret: request.headers[0].secret },
    ];
    await post('list-step-save', {
      id,
      step: { ...stored, tries: [{ ...stored.tries[0], request: { ...request, headers } }] },
    });
    expect(await post('list-run-quote', { id, cells: 'stale' })).toMatchObject({ cells: 0 });
    expect(await secrets()).toHaveLength(1);
    await post('list-step-delete', { id, step: stepId });
    expect(await secrets()).toEqual([]);
  });

  it('of a recipe is asked for in the list that it is used in', async () => {
    const id = await makeList(bench.deps, ada.id, [{ Domain: 'a.com' }]);
    await post('list-step-save', { id, step: withSecret() });
    const { id: _, createdAt: __, ...recipe } = await post('list-recipe-from-list', { id, name: 'Secret' });
    const other = await makeList(bench.deps, ada.id, [{ Domain: 'a.com' }], 'Other');
    await post('list-recipe-apply', { id: other, recipe });
    expect(await post('list-run-quote', { id: other })).toMatchObject({ cells: 0 });
  });
});
