import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TaskView } from '#contract/tasks.ts';
import type { Caller } from '../../auth/test-caller.ts';
import { runNewRows } from './auto-runs.ts';
import { openRequestBench, type RequestBench, requestStep, secretStep } from './test-request-bench.ts';
import { callsOf } from './test-step-calls.ts';
import { makeList } from './test-step-lists.ts';

let world: RequestBench;
let ada: Caller;
beforeAll(async () => {
  world = await openRequestBench();
});
beforeEach(async () => {
  world.setDown(false);
  ada = await world.newCaller();
});
afterAll(() => world.close());

const { post, rowsOf, ended } = callsOf(() => ada);
const step = (request: object, more: object = {}) => requestStep(world.service, request, more);
const withSecret = (header?: object) => secretStep(world.service, header);

const DOMAINS = ['a.com', 'unknown.com', '', 'text.com'].map((Domain) => ({ Name: 'x', Domain }));

describe('a column that asks another service', () => {
  it('is filled from the answers, for free, and says what happened in each row', async () => {
    const id = await makeList(world.bench.deps, ada.id, DOMAINS);
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
              { text: `GET ${world.service.url}/companies?domain=a.com: 200` },
              { text: expect.any(String) },
            ],
          },
        },
      ],
    });
    expect(await world.bench.balance(ada.id)).toBe(1000);
    expect(await world.bench.broken(ada.id)).toEqual([]);

    // What it reads makes it stale, and so does another request.
    await post('list-edit', { id, changes: [{ row: rows[0]?.id, column: 'Domain', value: 'abc.com' }] });
    expect(await post('list-run-quote', { id, cells: 'stale' })).toMatchObject({ cells: 1 });
    await post('list-edit', { id, changes: [{ row: rows[0]?.id, column: 'Name', value: 'y' }] });
    expect(await post('list-run-quote', { id, cells: 'stale' })).toMatchObject({ cells: 1 });
  });

  it('keeps its columns when they get other names, and they can’t be deleted', async () => {
    const id = await makeList(world.bench.deps, ada.id, [{ Domain: 'a.com' }]);
    await post('list-step-save', { id, step: step({}) });
    await post('list-change-columns', { id, change: [{ id: 'Domain', name: 'Web' }], delete: [], add: [] });
    await post('list-change-columns', { id, change: [], delete: ['Domain'], add: [] }, 409);
    await post('list-step-save', {
      id,
      step: { ...step({ url: `${world.service.url}/x?domain={Web}` }), name: 'Again' },
    });
    const { id: _, createdAt: __, ...recipe } = await post('list-recipe-from-list', { id, name: 'Ask' });
    expect(recipe.columns).toMatchObject([{ name: 'Web' }]);
    expect(recipe.steps[0].tries[0].request.url).toBe(`${world.service.url}/companies?domain={Web}`);
    const other = await makeList(world.bench.deps, ada.id, [{ Domain: 'b.com' }], 'Other');
    const applied = await post('list-recipe-apply', { id: other, recipe });
    expect(applied.steps.map(({ tries }: never) => (tries as { inputs: object }[])[0]?.inputs)).toEqual([
      { Domain: 'Domain' },
      { Domain: 'Domain' },
    ]);
    await ended((await post('list-run', { id: other }, 202)).id);
    expect((await rowsOf(other))[0]?.values.Employees).toBe('5');
  });

  it('doesn’t take an answer again that is called wrong', async () => {
    const id = await makeList(world.bench.deps, ada.id, [{ Domain: 'a.com' }]);
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
    const id = await makeList(world.bench.deps, ada.id, rows);
    await post('list-step-save', { id, step: step({ rowsPerRun: 3 }) });
    const before = world.service.asked.length;
    const quoted = await post('list-run-quote', { id });
    expect(quoted).toMatchObject({ cells: 3, problem: null, steps: [{ cells: 3, later: 2, most: 3 }] });
    for (const total of [3, 2])
      expect(await ended((await post('list-run', { id }, 202)).id)).toMatchObject({ total, found: total });
    expect(world.service.asked.length - before).toBe(5);
    await post('list-add-rows', { id, rows: [{ Domain: 'site6.com' }] });
    const last = await post('list-run-quote', { id });
    expect(last.steps).toMatchObject([{ cells: 1, later: 0, most: null }]);
  });

  it('keeps its answers when only the rows of a run change, also those of earlier versions', async () => {
    const id = await makeList(world.bench.deps, ada.id, [{ Domain: 'a.com' }, { Domain: 'b.com' }]);
    const { step: stepId } = await post('list-step-save', { id, step: step({ rowsPerRun: 7 }) });
    await ended((await post('list-run', { id }, 202)).id);
    const { db } = world.bench.deps.database;
    const [first] = await rowsOf(id);
    const { steps } = await db
      .selectFrom('lists')
      .select('steps')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const tries = steps[0]?.kind === 'tool' ? steps[0].tries : [];
    const earlier = createHash('sha256').update(JSON.stringify([tries, [['Domain', 'a.com']]]));
    await db
      .updateTable('list_cells')
      .set({ input_hash: earlier.digest('base64url').slice(0, 22) })
      .where('row_id', '=', first?.id ?? 0)
      .execute();
    const stale = async () => (await rowsOf(id)).map(({ states }) => states[stepId]?.stale);
    const save = async (request: object, columns: readonly object[]) =>
      post('list-step-save', { id, step: { ...step(request), id: stepId, outputs: columns } });
    const outputs = steps[0]?.outputs ?? [];
    await save({ rowsPerRun: 7 }, outputs);
    expect(await stale()).toEqual([false, false]);
    await save({ rowsPerRun: 9 }, outputs);
    expect((await stale())[1]).toBe(false);
    await save({ rowsPerRun: 9, method: 'POST' }, outputs);
    expect(await stale()).toEqual([true, true]);
  });

  it('is the second try of a waterfall', async () => {
    const id = await makeList(world.bench.deps, ada.id, [{ Domain: 'unknown.com', Other: 'b.com' }]);
    const first = step({}).tries[0];
    const second = step({ url: `${world.service.url}/x?domain={Other}` }).tries[0];
    await post('list-step-save', { id, step: { ...step({}), tries: [first, second] } });
    await ended((await post('list-run', { id }, 202)).id);
    expect((await rowsOf(id))[0]?.values.Employees).toBe('5');
  });

  it('is refused with what to do', async () => {
    const id = await makeList(world.bench.deps, ada.id, [{ Domain: 'a.com', Employees: '' }]);
    const filled = { outputs: [{ field: 'Employees', column: 'Domain' }] };
    for (const [draft, message] of [
      [step({ url: `${world.service.url}/{Domian}` }), 'a column that the list doesn’t have: {Domian}'],
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
      world.bench.deps,
      ada.id,
      Array.from({ length: 20 }, (_, index) => ({ Domain: `down${index}.com` })),
    );
    const { step: stepId } = await post('list-step-save', { id, step: step({}) });
    world.setDown(true);
    const before = world.service.asked.length;
    expect(await ended((await post('list-run', { id }, 202)).id)).toMatchObject({
      failed: 20,
      creditsused: 0,
    });
    expect(world.service.asked.length - before).toBeLessThan(20);
    for (const { states } of await rowsOf(id))
      expect(states[stepId]).toMatchObject({ status: 'failed', note: expect.stringContaining('failed') });
    world.setDown(false);
    // It rests for a minute, and the clock of the worker is real: another account is a new start.
    const again = await post('list-run-quote', { id, cells: 'failed' });
    expect(again).toMatchObject({ cells: 20, credits: 0 });
  });
});

describe('a list that runs by itself', () => {
  it('doesn’t ask again what failed, until a person does or the row changes', async () => {
    const id = await makeList(world.bench.deps, ada.id, [{ Domain: 'text.com' }], 'By itself');
    await post('list-step-save', { id, step: step({}) });
    await post('list-set-auto-run', { id, cap: 10 });
    const latest = async () => (await (await ada.get('list-run-latest', { id })).json()) as { run: TaskView };
    await runNewRows(world.bench.deps);
    const { run } = await latest();
    expect(await ended(run.id)).toMatchObject({ failed: 1 });
    world.bench.deps.clock.advance(1000);
    for (const _ of [1, 2]) await runNewRows(world.bench.deps);
    expect((await latest()).run.id).toBe(run.id);
    const [row] = await rowsOf(id);
    await post('list-edit', { id, changes: [{ row: row?.id, column: 'Domain', value: 'a.com' }] });
    await runNewRows(world.bench.deps);
    const { run: next } = await latest();
    expect(next.id).not.toBe(run.id);
    expect(await ended(next.id)).toMatchObject({ found: 1 });
  });
});
