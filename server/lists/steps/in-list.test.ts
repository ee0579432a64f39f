import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '../../app.ts';
import { type Caller, newCaller } from '../../auth/test-caller.ts';
import { addOptOuts } from '../../opt-outs/opt-outs.ts';
import { openTaskBench, type TaskBench } from '../../tasks/test-tasks.ts';
import { startWorker } from '../../tasks/worker/worker.ts';
import { callsOf } from './test-step-calls.ts';
import { makeList } from './test-step-lists.ts';

let bench: TaskBench;
let stop: () => Promise<void>;
let app: ReturnType<typeof createApp>;
let ada: Caller;
beforeAll(async () => {
  bench = await openTaskBench();
  app = createApp(bench.deps);
  const worker = await startWorker(bench.deps);
  stop = () => worker.stop();
});
beforeEach(async () => {
  ada = await newCaller(app);
});
afterAll(async () => {
  await stop();
  await bench.close();
});

const { post, rowsOf, ended } = callsOf(() => ada);
const lookIn = (
  lists: string[],
  inputs: object = { email: 'Email', company: 'Company' },
  more: object = {},
) => ({
  kind: 'tool',
  name: 'Known?',
  tries: [{ tool: 'in-list', inputs, membership: { lists, ...more } }],
  outputs: [{ field: 'in_list' }, { field: 'row' }, { field: 'key' }],
});
const make = (rows: Record<string, string>[], name: string) => makeList(bench.deps, ada.id, rows, name);
const ROWS = [
  { Name: 'Ann', Email: 'ANN+news@acme.com', Company: 'Acme' },
  { Name: 'Ben', Email: 'ben@other.com', Company: 'Other' },
  { Name: 'Cal', Email: '', Company: '' },
  { Name: 'Dan', Email: '', Company: 'FOURTH GmbH' },
];

async function run(id: string) {
  const task = await post('list-run', { id, cap: 0, cells: 'all' }, 202);
  await ended(task.id);
  const page = (await (await ada.get('list-rows', { id })).json()) as { list: { steps: { id: string }[] } };
  const step = page.list.steps[0]?.id ?? '';
  const rows = await rowsOf(id);
  return {
    step,
    rows,
    answers: rows.map(({ values }) => [values['In list'], values['Row there'], values['What is the same']]),
  };
}

describe('a column that says whether a row is in a list', () => {
  it('says yes or no for free, and names the row and what is the same', async () => {
    const known = await make(
      [
        { Company: 'Acme Corp', Email: 'ann@acme.com' },
        { Company: 'Fourth', Email: '' },
      ],
      'Known',
    );
    const id = await make(ROWS, 'Leads');
    await post('list-step-save', { id, step: lookIn([known]) });
    expect(await post('list-run-quote', { id })).toMatchObject({ cells: 3, credits: 0 });
    const { step, rows, answers } = await run(id);
    expect(answers).toEqual([
      ['yes', 'Acme Corp', 'email address ann@acme.com'],
      ['no', undefined, undefined],
      [undefined, undefined, undefined],
      ['yes', 'Fourth', 'company name fourth'],
    ]);
    const cell = await (await ada.get('list-cell', { id, row: String(rows[0]?.id), step })).json();
    expect(cell).toMatchObject({
      cost: 0,
      tries: [
        {
          text: 'In “Known”',
          row: {
            evidence: [{ text: 'Known: the row “Acme Corp” has the same email address ann@acme.com' }],
          },
        },
      ],
    });
    // The list changed, and the same question has another answer.
    await post('list-add-rows', { id: known, rows: [{ Company: 'x', Email: 'ben@other.com' }] });
    expect((await run(id)).answers[1]).toEqual(['yes', 'x', 'email address ben@other.com']);
  });

  it('agrees with what exclusion lists leave out, and works in rows that they leave out', async () => {
    for (const excludes of ['people', 'companies']) {
      const customers = await make([{ Email: 'boss@acme.com' }, { Email: 'ben@other.com' }], `C ${excludes}`);
      await post('list-set-exclusion', { id: customers, excludes });
      const id = await make(ROWS, `Leads ${excludes}`);
      await post('list-step-save', { id, step: lookIn([customers]) });
      const { rows, answers } = await run(id);
      const query = { id, leaveOut: customers, order: 'added', limit: '200' };
      const shown = (await (await ada.get('list-rows', query)).json()) as { rows: { id: number }[] };
      const left = rows.filter((row) => !shown.rows.some((each) => each.id === row.id));
      expect(left.map(({ values }) => values.Name)).toEqual(
        rows.flatMap(({ values }, at) => (answers[at]?.[0] === 'yes' ? [values.Name] : [])),
      );
      expect(left.length).toBe(excludes === 'people' ? 1 : 2);
      await post('list-set-exclusion', { id: customers, excludes: null });
    }
  });

  it('takes colleagues for the same only if told, and says which of several lists', async () => {
    const first = await make([{ Email: 'boss@acme.com', Company: 'Acme' }], 'First');
    const second = await make([{ Email: 'ben@other.com' }], 'Second');
    const id = await make(ROWS, 'Leads');
    const email = { email: 'Email' };
    const { step } = await post('list-step-save', { id, step: lookIn([first, second], email) });
    expect((await run(id)).answers.map(([is]) => is)).toEqual(['no', 'yes', undefined, undefined]);
    await post('list-step-save', {
      id,
      step: {
        ...lookIn([first, second], email, { companies: true }),
        id: step,
        outputs: [{ field: 'in_list', column: 'In list' }, { field: 'list' }],
      },
    });
    expect(await post('list-run-quote', { id, cells: 'stale' })).toMatchObject({ cells: 2 });
    await run(id);
    expect((await rowsOf(id)).map(({ values }) => values['Which list'])).toEqual([
      'First',
      'Second',
      undefined,
      undefined,
    ]);
  });

  it('needs a list of the account that isn’t its own, and says when one is gone', async () => {
    const id = await make(ROWS, 'Leads');
    const bob = await newCaller(app);
    const theirs = await makeList(bench.deps, bob.id, ROWS, 'Theirs');
    const refused = async (lists: string[], inputs?: object) =>
      (await post('list-step-save', { id, step: lookIn(lists, inputs) }, 400)).error.message;
    expect(await refused([])).toBe('Choose the list to look in.');
    expect(await refused([id])).toMatch(/own list/);
    expect(await refused([theirs])).toMatch(/don’t have a list/);
    const known = await make([{ Email: 'x@y.com' }], 'Known');
    expect(await refused([known], {})).toMatch(/Choose the columns/);
    expect(await refused([known], { shoe: 'Name' })).toMatch(/nothing that this tool reads/);
    const { step } = await post('list-step-save', { id, step: lookIn([known]) });
    await post('list-delete', { id: known });
    const { rows } = await run(id);
    expect(rows[0]?.states[step]).toMatchObject({ status: 'failed', note: expect.stringMatching(/is gone/) });
  });

  it('never names a row about someone who opted out', async () => {
    const known = await make([{ Name: 'Ann Secret', Email: 's@x.com', Company: 'Fourth' }], 'Known');
    const id = await make(ROWS, 'Leads');
    await post('list-step-save', { id, step: lookIn([known], { company: 'Company' }, { companies: true }) });
    await addOptOuts(bench.deps, [{ kind: 'email', value: 's@x.com' }], async () => {});
    const { answers } = await run(id);
    expect(answers[3]).toEqual(['yes', undefined, 'company name fourth']);
  });

  it('is in recipes without its lists, and says that it needs one', async () => {
    const known = await make([{ Email: 'x@y.com' }], 'Known');
    const id = await make(ROWS, 'Leads');
    await post('list-step-save', { id, step: lookIn([known]) });
    const { id: _, createdAt: __, ...recipe } = await post('list-recipe-from-list', { id, name: 'Known?' });
    expect(recipe.steps[0].tries[0].membership.lists).toEqual([]);
    const other = await make([{ Email: 'a@b.com' }], 'Other');
    await post('list-recipe-apply', { id: other, recipe });
    expect((await post('list-run-quote', { id: other })).problem).toMatch(
      /Choose a list in this column first/,
    );
  });
});
