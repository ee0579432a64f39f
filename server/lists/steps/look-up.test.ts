import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ColumnRole } from '#contract/list-columns.ts';
import type { LookUpItem } from '#contract/list-look-up.ts';
import { createLookUpTool } from '#tools/lead-enrichment/run/look-up-tool.ts';
import { createApp } from '../../app.ts';
import { type Caller, newCaller } from '../../auth/test-caller.ts';
import { addOptOuts } from '../../opt-outs/opt-outs.ts';
import { recordStatements } from '../../platform/database/test-statements.ts';
import { openTaskBench, type TaskBench } from '../../tasks/test-tasks.ts';
import { startWorker } from '../../tasks/worker/worker.ts';
import { excludedKeys, foundKeys, personalKeys } from '../exclusions/excluded-keys.ts';
import { lookUpRows } from './look-up-rows.ts';
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
const make = (rows: Record<string, string>[], name: string) => makeList(bench.deps, ada.id, rows, name);
const lookUpIn = (
  list: string | null,
  { inputs, companies = false }: { inputs: Record<string, string>; companies?: boolean },
  columns: readonly string[] = ['Title'],
) => ({
  kind: 'tool',
  name: 'There',
  tries: [
    {
      tool: 'look-up',
      inputs,
      lookUp: { list, companies, fields: columns.map((column) => ({ name: `${column} there`, column })) },
    },
  ],
  outputs: columns.map((column) => ({ field: `${column} there` })),
});

/** Runs all cells of the steps of a list. Returns the values of a column, and the notes and answers of the cells. */
async function run(id: string, column = 'Title there', more: object = {}) {
  const task = await post('list-run', { id, cap: 0, cells: 'all', ...more }, 202);
  await ended(task.id);
  const page = (await (await ada.get('list-rows', { id })).json()) as { list: { steps: { id: string }[] } };
  const step = page.list.steps[0]?.id ?? '';
  const rows = await rowsOf(id);
  return {
    step,
    states: rows.map(({ states }) => states[step]),
    values: rows.map(({ values }) => values[column] ?? null),
    cell: async (at: number) =>
      (await (await ada.get('list-cell', { id, row: String(rows[at]?.id), step })).json()) as {
        cost: number;
        tries: { text: string; row: { evidence: { text: string }[] } }[];
      },
  };
}

describe('a column that looks rows up in another list', () => {
  it.each([
    ['email', 'ann@acme.com', 'ANN+news@Acme.com'],
    ['linkedin', 'https://www.linkedin.com/in/Ann-9/?x=1', 'linkedin.com/in/ann-9'],
    ['phone', '+49 30 123456', '+49 (0)30 123456'],
    ['website', 'https://www.acme.com/about', 'shop.acme.com'],
    ['company', 'Acme GmbH', 'ACME'],
  ])('finds a row by its %s in any spelling, and takes values for free', async (role, there, here) => {
    const header = role[0]?.toUpperCase() + role.slice(1);
    const other = await make([{ [header]: there, Title: 'CEO' }], 'Others');
    const id = await make([{ [header]: here }, { [header]: '' }], 'Mine');
    await post('list-step-save', { id, step: lookUpIn(other, { inputs: { [role]: header } }) });
    expect(await post('list-run-quote', { id })).toMatchObject({ cells: 1, credits: 0 });
    const { values, cell } = await run(id);
    expect(values).toEqual(['CEO', null]);
    expect(await cell(0)).toMatchObject({ cost: 0, tries: [{ text: 'From “Others”' }] });
  });

  it('finds a person by the name at a company', async () => {
    const other = await make([{ 'Full name': 'Ann Lee', Company: 'Acme Inc.', Title: 'CEO' }], 'Others');
    const id = await make(
      [
        { 'Full name': 'ann lee', Company: 'Acme' },
        { 'Full name': 'Bo Lee', Company: 'Acme' },
      ],
      'Mine',
    );
    const inputs = { full_name: 'Full name', company: 'Company' };
    await post('list-step-save', { id, step: lookUpIn(other, { inputs }) });
    const { values, states, cell } = await run(id);
    expect(values).toEqual(['CEO', null]);
    expect(states[1]?.status).toBe('nothing-found');
    expect((await cell(1)).tries[0]?.text).toBe('Not in “Others”');
    expect((await cell(0)).tries[0]?.row.evidence).toEqual([
      { text: 'Others: the row “Ann Lee” has the same name annlee at acme' },
    ]);
  });

  it('never takes the values of a colleague, in lists with names and websites alone', async () => {
    const person = (name: string, site: string, title = '') => ({
      'Full name': name,
      Website: site,
      ...(title ? { Title: title } : {}),
    });
    const there = [person('Bo Ray', 'acme.com', 'Boss'), person('Ann Lee', 'www.acme.com', 'CEO')];
    const others = await make(there, 'Others');
    const left = await make(there, 'Left');
    await post('list-set-exclusion', { id: left, excludes: 'people' });
    const inputs = { full_name: 'Full name', website: 'Website' };
    const mine = [person('ann lee', 'https://shop.acme.com/x'), person('Cy Poe', 'acme.com')];
    const withCompany = person('Ann Lee', '');
    for (const [list, companies, title] of [
      [others, false, null],
      [others, true, 'Boss'],
      [left, false, null],
    ] as const) {
      const id = await make([...mine, withCompany], `Mine ${list} ${companies}`);
      await post('list-step-save', { id, step: lookUpIn(list, { inputs, companies }) });
      // Also in rows that the exclusion list leaves out.
      const { values } = await run(id, 'Title there', { leaveOut: [] });
      expect(values).toEqual(['CEO', title, null]);
      const tries = [{ tool: 'in-list', inputs, membership: { lists: [list], companies } }];
      const step = { kind: 'tool', name: 'Known?', tries, outputs: [{ field: 'in_list' }] };
      await post('list-step-save', { id, step });
      await run(id);
      // Whom an exclusion list leaves out is in it: with a website alone, everyone there.
      const isKnown = (await rowsOf(id)).map((row) => row.values['In list']);
      expect(isKnown).toEqual(['yes', companies || list === left ? 'yes' : 'no', undefined]);
    }
  });

  it('takes a row about the person before one about the company, and the first of several', async () => {
    const other = await make(
      [
        { Email: 'boss@acme.com', Title: 'Boss' },
        { Email: 'ann@acme.com', Title: 'Ann' },
        { Email: 'ann@acme.com', Title: 'Ann again' },
        { Email: 'cy@other.com', Title: '' },
      ],
      'Others',
    );
    const mine = [{ Email: 'ann@acme.com' }, { Email: 'new@acme.com' }, { Email: 'cy@other.com' }];
    const id = await make(mine, 'Mine');
    const inputs = { email: 'Email' };
    const { step } = await post('list-step-save', { id, step: lookUpIn(other, { inputs }) });
    const first = await run(id);
    expect(first.values).toEqual(['Ann', null, null]);
    expect((await first.cell(2)).tries[0]?.text).toBe('In “Others”, but without these values');
    const page = await (await ada.get('list-rows', { id })).json();
    const [output] = (page as { list: { steps: { outputs: object[] }[] } }).list.steps[0]?.outputs ?? [];
    const changed = { ...lookUpIn(other, { inputs, companies: true }), id: step, outputs: [output] };
    await post('list-step-save', { id, step: changed });
    expect(await post('list-run-quote', { id, cells: 'stale' })).toMatchObject({ cells: 3 });
    expect((await run(id)).values).toEqual(['Ann', 'Boss', null]);
  });

  it('agrees with the column that says whether a row is in the list', async () => {
    const rows = [
      { Email: 'ann@acme.com', Phone: '', Website: '' },
      { Email: 'x@gmail.com', Phone: '', Website: '' },
      { Email: '', Phone: '+49 30 123456', Website: 'phone.example' },
      { Email: '', Phone: '', Website: 'shop.site.example' },
      { Email: '', Phone: '', Website: 'none.example' },
    ];
    const entries = [
      { Email: 'bo@acme.com', Phone: '', Website: '' },
      { Email: 'y@gmail.com', Phone: '', Website: '' },
      { Email: '', Phone: '+4930123456', Website: 'www.phone.example' },
      { Email: '', Phone: '', Website: 'site.example' },
    ].map((entry) => ({ ...entry, Title: 'yes' }));
    const inputs = { email: 'Email', phone: 'Phone', website: 'Website' };
    const found: (string | null)[][] = [];
    for (const companies of [false, true]) {
      const other = await make(entries, `Others ${companies}`);
      const id = await make(rows, `Mine ${companies}`);
      await post('list-step-save', { id, step: lookUpIn(other, { inputs, companies }) });
      const tries = [{ tool: 'in-list', inputs, membership: { lists: [other], companies } }];
      const step = { kind: 'tool', name: 'Known?', tries, outputs: [{ field: 'in_list' }] };
      await post('list-step-save', { id, step });
      const { values } = await run(id);
      found.push(values);
      const answers = (await rowsOf(id)).map((row) => row.values['In list']);
      expect(answers).toEqual(values.map((value) => value ?? 'no'));
    }
    expect(found).toEqual([
      [null, null, 'yes', 'yes', null],
      ['yes', null, 'yes', 'yes', null],
    ]);
  });

  it('keeps its values when the other list changes, and takes the new ones when it runs again', async () => {
    const other = await make([{ Email: 'ann@acme.com', Title: 'CEO' }], 'Others');
    const id = await make([{ Email: 'ann@acme.com' }], 'Mine');
    await post('list-step-save', { id, step: lookUpIn(other, { inputs: { email: 'Email' } }) });
    expect((await run(id)).values).toEqual(['CEO']);
    const [row] = await rowsOf(other);
    await post('list-edit', { id: other, changes: [{ row: row?.id, column: 'Title', value: 'Founder' }] });
    expect(await post('list-run-quote', { id, cells: 'stale' })).toMatchObject({ cells: 0 });
    expect((await rowsOf(id))[0]?.values['Title there']).toBe('CEO');
    expect((await run(id)).values).toEqual(['Founder']);
  });

  it('refuses its own list, another account’s, and columns that the list doesn’t have', async () => {
    const id = await make([{ Email: 'a@b.com' }], 'Mine');
    const bob = await newCaller(app);
    const theirs = await makeList(bench.deps, bob.id, [{ Email: 'a@b.com', Title: 'x' }], 'Theirs');
    const other = await make([{ Email: 'a@b.com', Title: 'x' }], 'Others');
    const inputs = { email: 'Email' };
    const refused = async (step: object) =>
      (await post('list-step-save', { id, step }, 400)).error.message as string;
    expect(await refused(lookUpIn(null, { inputs }))).toBe('Choose the list to look in.');
    expect(await refused(lookUpIn(id, { inputs }))).toMatch(/can’t look up in itself/);
    expect(await refused(lookUpIn(theirs, { inputs }))).toMatch(/don’t have the list/);
    expect(await refused(lookUpIn(other, { inputs }, ['Shoe']))).toMatch(/“Others” has no column “Shoe”/);
    expect(await refused(lookUpIn(other, { inputs: {} }))).toMatch(/Choose the columns/);
    expect(await refused(lookUpIn(other, { inputs: { shoe: 'Email' } }))).toMatch(/nothing that this tool/);
    expect(await refused(lookUpIn(other, { inputs }, ['Title', 'Title']))).toMatch(/the same name/);
  });

  it('says when the column or the list is gone, and keeps the value', async () => {
    const other = await make([{ Email: 'ann@acme.com', Title: 'CEO' }], 'Others');
    const id = await make([{ Email: 'ann@acme.com' }], 'Mine');
    await post('list-step-save', { id, step: lookUpIn(other, { inputs: { email: 'Email' } }) });
    await run(id);
    await post('list-change-columns', { id: other, delete: ['Title'] });
    const column = await run(id);
    expect(column.states[0]).toMatchObject({
      status: 'failed',
      note: '“Others” no longer has the column for “Title there”. Choose another one in this column.',
    });
    await post('list-delete', { id: other });
    const list = await run(id);
    expect(list.states[0]).toMatchObject({
      status: 'failed',
      note: expect.stringMatching(/list .* is gone/),
    });
    expect(list.values).toEqual(['CEO']);
  });

  it('gives nothing of a row about someone who opted out', async () => {
    const other = await make([{ Email: 's@x.com', Company: 'Fourth', Title: 'Secret' }], 'Others');
    const id = await make([{ Company: 'FOURTH GmbH' }], 'Mine');
    const inputs = { company: 'Company' };
    await post('list-step-save', { id, step: lookUpIn(other, { inputs, companies: true }) });
    await addOptOuts(bench.deps, [{ kind: 'email', value: 's@x.com' }], async () => {});
    const { values, states, cell } = await run(id);
    expect(values).toEqual([null]);
    expect(states[0]?.status).toBe('nothing-found');
    expect(JSON.stringify(await cell(0))).not.toMatch(/Secret|s@x\.com/);
  });

  it('is in recipes without its list, and says that it needs one', async () => {
    const other = await make([{ Email: 'x@y.com', Title: 'CEO' }], 'Others');
    const id = await make([{ Email: 'x@y.com' }], 'Mine');
    await post('list-step-save', { id, step: lookUpIn(other, { inputs: { email: 'Email' } }) });
    const { id: _, createdAt: __, ...recipe } = await post('list-recipe-from-list', { id, name: 'There' });
    const { lookUp } = recipe.steps[0].tries[0];
    expect(lookUp).toMatchObject({ list: null, fields: [{ name: 'Title there', column: 'Title' }] });
    const target = await make([{ Email: 'a@b.com' }], 'Target');
    await post('list-recipe-apply', { id: target, recipe });
    expect((await post('list-run-quote', { id: target })).problem).toMatch(
      /Choose a list in this column first/,
    );
  });
});

it.each<Record<string, string>>([
  { email: 'Ann+news@Acme.com; bo@gmail.com', full_name: 'Ann Lee', company: 'Acme GmbH' },
  { website: 'https://www.acme.com/x; birch.de', phone: '+49 30 123456', company: 'Acme' },
  { linkedin: 'linkedin.com/in/ann-9', first_name: 'Ann', last_name: 'Lee' },
  { full_name: 'Ann Lee', website: 'acme.com; birch.de', job_title: 'CEO' },
  { email: 'ann@xn--mnchen-3ya.de' },
  { email: 'no address', website: 'none' },
])('a row is found by all keys of entries about it or its company: %o', (cells) => {
  const columns = Object.keys(cells).map((id) => ({ id, role: ColumnRole.parse(id), type: 'text' as const }));
  const both = [...personalKeys(columns, cells), ...excludedKeys(columns, cells, 'companies')];
  expect(new Set(foundKeys(columns, cells))).toEqual(new Set(both));
});

it('10,000 rows are looked up in steps: the other list is read once, and then only the rows that match', async () => {
  const ROWS = 10_000;
  const person = await bench.account('unlimited');
  const email = (at: number) => `p${at}@firm${at}.example`;
  const entries = Array.from({ length: ROWS }, (_, at) => ({ Email: email(at), Title: `Title ${at}` }));
  const list = await makeList(bench.deps, person, entries, 'Others');
  const { database, statements } = recordStatements(bench.deps.database);
  const tool = createLookUpTool((_, items) => lookUpRows({ ...bench.deps, database }, person, items));
  const fields = [{ name: 'Title', column: 'Title' }];
  const items = Array.from({ length: ROWS }, (_, position) => {
    const item: LookUpItem = { list, companies: true, fields, texts: { email: email(position) } };
    return { position, input: JSON.stringify(item) };
  });
  let right = 0;
  for await (const { position, row } of tool.run(items, new AbortController().signal))
    if (row.values.Title === `Title ${position}`) right += 1;
  expect(right).toBe(ROWS);
  // Steps of 500 rows and one that finds the end; and for each 200 rows, the list, its rows, and at most two more.
  expect(statements.length).toBeLessThanOrEqual(ROWS / 500 + 1 + (ROWS / 200) * 4);
  expect(Math.max(...statements.map(({ rows }) => rows))).toBeLessThanOrEqual(500);
}, 180_000);
