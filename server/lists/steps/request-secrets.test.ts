import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '../../auth/test-caller.ts';
import { addOptOuts } from '../../opt-outs/opt-outs.ts';
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

describe('a test with the first row', () => {
  it('shows the answer, and stores nothing', async () => {
    const id = await makeList(world.bench.deps, ada.id, DOMAINS);
    expect(await post('list-step-test', { id, step: withSecret() })).toEqual({
      found: true,
      text: '2 of 2 values in the answer',
      values: { Employees: '5', Tags: '•••' },
      evidence: [
        `GET ${world.service.url}/private?domain=a.com: 200`,
        expect.stringContaining('"you":"•••"'),
      ],
      sent: null,
    });
    expect(
      await world.bench.deps.database.db
        .selectFrom('step_secrets')
        .selectAll()
        .where('list_id', '=', id)
        .execute(),
    ).toEqual([]);
    expect(await post('list-step-test', { id, step: withSecret({ value: 'wrong' }) })).toMatchObject({
      found: false,
      text: expect.stringContaining('refuses the key'),
    });
    const [, , empty] = await rowsOf(id);
    await post('list-step-test', { id, step: step({}), row: empty?.id }, 422);
    const other = await world.newCaller();
    expect((await other.post('list-step-test', { id, step: step({}) })).status).toBe(404);
  });

  it('leaves out people who opted out, and so do runs', async () => {
    await addOptOuts(world.bench.deps, [{ kind: 'email', value: 'info@gone.com' }], async () => {});
    const id = await makeList(world.bench.deps, ada.id, [{ Domain: 'gone.com' }]);
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
    const id = await makeList(world.bench.deps, ada.id, [{ Domain: 'a.com' }]);
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
      tables.push(JSON.stringify(await world.bench.deps.database.db.selectFrom(table).selectAll().execute()));
    for (const text of [...replies, ...tables]) expect(text).not.toMatch(/never-shown|bmV2ZXItc2hvd24/);
    expect(replies.filter((text) => text.includes('Employees')).length).toBeGreaterThan(8);
  });

  it('stays when the step is saved again, is asked for again for another host, and goes with the step', async () => {
    const id = await makeList(world.bench.deps, ada.id, [{ Domain: 'a.com' }]);
    const { step: stepId, list } = await post('list-step-save', { id, step: withSecret() });
    const [stored] = list.steps;
    const secrets = () =>
      world.bench.deps.database.db.selectFrom('step_secrets').selectAll().where('list_id', '=', id).execute();
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
    const id = await makeList(world.bench.deps, ada.id, [{ Domain: 'a.com' }]);
    await post('list-step-save', { id, step: withSecret() });
    const { id: _, createdAt: __, ...recipe } = await post('list-recipe-from-list', { id, name: 'Secret' });
    const other = await makeList(world.bench.deps, ada.id, [{ Domain: 'a.com' }], 'Other');
    await post('list-recipe-apply', { id: other, recipe });
    const { message } = (await post('list-run', { id: other }, 422)).error;
    expect(message).toBe(
      '“Ask” isn’t ready. Enter the secret for the header “Authorization” in this column first.',
    );
    expect(await post('list-run-quote', { id: other })).toMatchObject({ cells: 0, problem: message });
  });
});
