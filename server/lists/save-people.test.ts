import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptyWebsiteRow } from '#tools/website-extraction/definition.ts';
import { parseCsv } from '../../e2e/fixtures/parse-csv.ts';
import { addOptOuts } from '../opt-outs/opt-outs.ts';
import { settleBatch } from '../tasks/settle-batch.ts';
import { type ListBench, type ListOwner, openListBench } from './test-lists.ts';

let bench: ListBench;
beforeAll(async () => {
  bench = await openListBench();
});
afterAll(() => bench.close());

const ASYNC = { headers: { prefer: 'respond-async' } };
const person = (name: string, more: object = {}) => ({
  name,
  title: 'CEO',
  email: null,
  phone: null,
  profile: null,
  page: 'https://studio.example.com/team',
  ...more,
});
const STUDIO = {
  ...emptyWebsiteRow('https://studio.example.com/'),
  domain: 'studio.example.com',
  organization_name: 'Studio Ltd',
  emails: ['info@studio.example.com'],
  company_email: 'info@studio.example.com',
  phones: ['+12125550134'],
  people: [
    person('Ann Bell', { phone: '+12125550135' }),
    person('Zoë Cole', { email: 'zoe@studio.example.com' }),
    person('Dan Ford', { email: 'dan@studio.example.com' }),
  ],
};

/** A finished task whose list has a column of its own that is called like one of ours, and a site in two rows. */
async function finished(owner: ListOwner): Promise<string> {
  const { body } = await owner.call(
    'website-extraction',
    {
      urls: ['studio.example.com', 'none.example.com', 'studio.example.com'],
      people: true,
      list: {
        columns: ['Name', 'Town'],
        rows: ['Studio,Berlin', 'None,Bonn', 'Studio again,Berlin'],
      },
    },
    ASYNC,
  );
  const task = await bench.database.db
    .selectFrom('tasks')
    .selectAll()
    .where('id', '=', body.id)
    .executeTakeFirstOrThrow();
  expect(task.options).toEqual({ depth: 'standard', people: 'true' });
  await settleBatch(bench.deps, {
    taskId: task.id,
    runNo: task.run_no,
    items: [STUDIO, emptyWebsiteRow('https://none.example.com/')].map((row, position) => ({
      position,
      row: JSON.stringify(row),
      found: position === 0,
      failed: false,
      billable: true,
    })),
  });
  return task.id;
}

describe('a row for each person of websites', () => {
  it('is in files: the person, the company, and the columns of the list', async () => {
    const ada = await bench.person();
    const id = await finished(ada);
    const file = async (query: string) =>
      parseCsv((await ada.call(`task-csv?id=${id}&bom=false${query}`)).body);
    const people = await file('&per=person');
    expect(people.map(({ name }) => name)).toEqual(['Ann Bell', 'Zoë Cole', 'Dan Ford']);
    expect(people[1]).toEqual({
      name: 'Zoë Cole',
      title: 'CEO',
      email: 'zoe@studio.example.com',
      phone: '',
      profile: '',
      page: 'https://studio.example.com/team',
      website: 'studio.example.com',
      company: 'Studio Ltd',
      company_email: 'info@studio.example.com',
      company_phone: '+12125550134',
      company_Name: 'Studio',
      Town: 'Berlin',
    });
    expect((await file('&per=person&columns=name,email'))[0]).toEqual({
      name: 'Ann Bell',
      email: '',
      company_Name: 'Studio',
      Town: 'Berlin',
    });
    expect(await file('&per=person&show=not_found')).toEqual([]);
    expect(await file('&q=zo%C3%AB%20cole')).toHaveLength(2);
    const websites = await file('');
    expect(websites).toHaveLength(3);
    expect(Object.keys(websites[0] ?? {})).not.toContain('people');
    expect((await ada.call(`task-csv?id=${id}&per=person&columns=emails`)).code).toBe('validation_failed');
    expect((await ada.call(`task-csv?id=${id}&per=company`)).code).toBe('validation_failed');
  });

  it('is saved to a list that tools can work, and updated when saved again', async () => {
    const ada = await bench.person();
    const save = { taskId: await finished(ada), name: 'People', per: 'person' };
    const first = (await ada.call('list-save-task', { ...save, perCompany: 2 })).body;
    expect(first).toMatchObject({ added: 2, updated: 0, list: { rows: 2, source: { kind: 'own' } } });
    expect(first.list.columns.slice(0, 3)).toEqual(['name', 'title', 'email']);
    // Those with an email come first.
    const names = async () =>
      (await ada.call(`list-rows?id=${first.list.id}`)).body.rows.map(
        ({ values }: { values: { name: string } }) => values.name,
      );
    expect((await names()).sort()).toEqual(['Dan Ford', 'Zoë Cole']);
    expect((await ada.call('list-save-task', save)).body).toMatchObject({ added: 1, updated: 2 });
    expect((await ada.call('list-save-task', save)).body).toMatchObject({ added: 0, updated: 3 });
    const tools = first.list.tools.map(({ type }: { type: string }) => type);
    expect(tools).toContain('csv-extraction');
    const websites = { taskId: save.taskId, name: 'People' };
    expect((await ada.call('list-save-task', websites)).code).toBe('conflict');
  });

  it('needs people, and a tool that finds some', async () => {
    const ada = await bench.person();
    const save = { taskId: await finished(ada), name: 'Nobody', per: 'person', show: 'not_found' };
    expect((await ada.call('list-save-task', save)).body.error.message).toContain(
      'These results have no people to save',
    );
    const emails = await ada.call(
      'csv-extraction',
      { csv_content: 'first_name,last_name,domain\nA,B,c.com' },
      ASYNC,
    );
    const other = await ada.call('list-save-task', { taskId: emails.body.id, name: 'X', per: 'person' });
    expect(other.code).toBe('validation_failed');
    for (const perCompany of [0, 26, 1.5])
      expect((await ada.call('list-save-task', { ...save, perCompany })).code).toBe('validation_failed');
  });

  it('is left out for someone who opted out, and their colleagues stay', async () => {
    const ada = await bench.person();
    const taskId = await finished(ada);
    const { list } = (await ada.call('list-save-task', { taskId, name: 'People', per: 'person' })).body;
    await addOptOuts(bench.deps, [{ kind: 'email', value: 'zoe@studio.example.com' }], async () => {});
    const text = async (call: string) => JSON.stringify((await ada.call(call)).body);
    for (const call of [
      `task-csv?id=${taskId}&per=person`,
      `task-rows?id=${taskId}`,
      `list-rows?id=${list.id}`,
    ]) {
      expect(await text(call)).not.toContain('Zoë');
      expect(await text(call)).toContain('Dan Ford');
    }
  });
});

describe('the websites of a list', () => {
  it('can be searched for people', async () => {
    const ada = await bench.person();
    const created = await ada.call('list-create', {
      name: 'Companies',
      columns: [{ name: 'Website', type: 'url' }],
    });
    const { id } = created.body;
    await ada.call('list-add-rows', { id, rows: [{ Website: 'studio.example.com' }] });
    const { tools } = (await ada.call(`list-rows?id=${id}`)).body.list;
    const options = { people: 'true' };
    expect(tools).toContainEqual({
      type: 'website-extraction',
      action: 'Find people on their websites',
      note: expect.stringContaining('“Save to list”'),
      options,
    });
    const wanted = { id, type: 'website-extraction', columns: { website: 'Website' }, options };
    expect((await ada.call('list-quote', wanted)).body).toMatchObject({
      action: 'Find people on their websites',
      items: 1,
      problem: null,
    });
    expect((await ada.call('list-start', wanted)).body.options).toEqual({
      depth: 'standard',
      people: 'true',
    });
    const without = await ada.call('list-start', { ...wanted, options: undefined });
    expect(without.body.options).toEqual({ depth: 'standard' });
  });
});
