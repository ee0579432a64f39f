import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseOptOuts } from '../leads/test-leads.ts';
import { addOptOuts } from '../opt-outs/opt-outs.ts';
import { websiteColumns, websiteNames } from './list-fields.ts';
import { sweepList } from './opt-out-sweep.ts';
import { findList } from './store.ts';
import { batch, type ListBench, type ListOwner, openListBench, place } from './test-lists.ts';

let bench: ListBench;
let ada: ListOwner;
beforeAll(async () => {
  bench = await openListBench();
  ada = await bench.person();
});
afterAll(() => bench.close());

const optOut = (domain: string) => addOptOuts(bench.deps, parseOptOuts(domain), async () => {});
const valuesOf = async (id: string) =>
  (await ada.call(`list-rows?id=${id}&order=added`)).body.rows.map(
    ({ values }: { values: object }) => values,
  );

it('knows columns with websites in other languages, and second ones', () => {
  const names = ['Webseite', 'Company Domain Name', 'Homepage URL', 'Site web', 'Company website'];
  expect(websiteNames([...names, 'Company', 'LinkedIn URL', 'Notes'])).toEqual(names);
  const field = (id: string, role: string | null, type = 'text') => ({
    ...{ id, name: id, role, type, step: null, field: null },
  });
  const fields = [
    field('A', 'website'),
    field('B', 'domain'),
    field('Find domains: Domain', null, 'url'),
    field('Profile', 'linkedin', 'url'),
    field('Text', null),
    field('Website 2', null, 'url'),
    field('Their Homepage', null, 'url'),
    { ...field('Final address', null, 'url'), step: 's1', field: 'final_url' },
    { ...field('Firm', null, 'url'), step: 's2', field: 'companyDomain' },
    { ...field('X', null, 'url'), step: 's1', field: 'twitter_url' },
    ...['Source', 'Source URL', 'Profile link', 'Picture', 'Found at', ''].map((name) =>
      field(name, null, 'url'),
    ),
  ] as Parameters<typeof websiteColumns>[0]['fields'];
  const columns = (fields ?? []).map(({ id }) => id);
  expect([...websiteColumns({ kind: 'own', source: 'own', columns, fields })]).toEqual([
    'A',
    'B',
    'Find domains: Domain',
    'Website 2',
    'Their Homepage',
    'Final address',
    'Firm',
  ]);
});

it('keeps rows of other companies with a link to a domain that opted out', async () => {
  const columns = [{ name: 'Company' }, { name: 'Website' }, { name: 'Source', type: 'url', role: null }];
  const { id } = (await ada.call('list-create', { name: 'Linked', columns })).body;
  const row = { Company: 'One', Website: 'one.example', Source: 'https://directory.example/one' };
  await ada.call('list-add-rows', { id, rows: [row] });
  await optOut('directory.example');
  expect(await valuesOf(id)).toEqual([row]);
  await sweepList(bench.deps, id, []);
  expect((await findList(bench.database.db, ada.id, id))?.rows).toBe(1);
  expect((await ada.call('list-add-rows', { id, rows: [row] })).body).toMatchObject({
    added: 1,
    refused: [],
  });
});

it('refuses rows of an extension by a column that a person says has websites', async () => {
  const token = await ada.device();
  const capture = async (key: string, category: string) =>
    (await bench.call('extension-import', { token, body: batch([place(key, { category })]) })).body;
  await capture('first', 'bakery');
  const { lists } = (await ada.call('lists')).body;
  const { id } = lists.find(({ name }: { name: string }) => name === 'Bakeries');
  await ada.call('list-change-columns', { id, change: [{ id: 'category', role: 'domain' }] });
  await optOut('captured.example');
  expect(await capture('second', 'captured.example')).toMatchObject({
    added: 0,
    refused: [{ key: 'second', optedOut: true }],
  });
  expect(await capture('third', 'other.example')).toMatchObject({ added: 1, refused: [] });
});

it('refuses, hides and removes rows by the domain of a company that opted out, whatever the column is called', async () => {
  const columns = [
    { name: 'Company' },
    { name: 'Webseite' },
    { name: 'Where', type: 'url', role: 'domain' },
    { name: 'Find domains: Domain', type: 'url', role: null },
  ];
  const { id } = (await ada.call('list-create', { name: 'Sites', columns })).body;
  await ada.call('list-change-columns', { id, delete: ['Webseite'] });
  // The ID of the new one has a random end.
  const { body } = await ada.call('list-change-columns', { id, add: [{ name: 'Webseite' }] });
  expect(body.fields.at(-1)).toMatchObject({ role: 'website' });
  const rows = [
    { Company: 'One', Where: 'https://gone.example/about' },
    { Company: 'Two', 'Find domains: Domain': 'gone.example' },
    { Company: 'Three', Webseite: 'www.gone.example' },
    { Company: 'Four', Where: 'https://stays.example' },
  ];
  await ada.call('list-add-rows', { id, rows });
  const [first] = (await ada.call(`list-rows?id=${id}&order=added`)).body.rows;
  const typed = { row: first.id, column: 'Where', value: 'other.example' };
  const { edit } = (await ada.call('list-edit', { id, changes: [typed] })).body;
  const deleted = (
    await ada.call('list-add-rows', { id, rows: [{ Company: 'Five', Where: 'gone.example' }] })
  ).body;
  expect(deleted.added).toBe(1);
  const last = (await ada.call(`list-rows?id=${id}&limit=1`)).body.rows[0];
  const removal = (await ada.call('list-delete-rows', { id, rows: [last.id] })).body.edit;
  await optOut('gone.example');

  const shown = [
    { Company: 'One', Where: 'other.example' },
    { Company: 'Four', Where: 'https://stays.example' },
  ];
  expect(await valuesOf(id)).toEqual(shown);
  const undone = await ada.call('list-undo', { id, edit });
  expect(undone.body.refused).toMatchObject([{ reason: expect.stringContaining('asked not') }]);
  const again = await ada.call('list-add-rows', { id, rows: [...rows.slice(0, 3), { Homepage2: 'x' }] });
  expect(again.body).toMatchObject({ added: 1, refused: [{ row: 0 }, { row: 1 }, { row: 2 }] });
  const fresh = await ada.call('list-add-rows', { id, rows: [{ 'Homepage URL': 'gone.example' }] });
  expect(fresh.body.refused).toHaveLength(1);

  await sweepList(bench.deps, id, []);
  const stored = async (table: 'list_rows' | 'list_history' | 'removed_list_rows') =>
    JSON.stringify(await bench.database.db.selectFrom(table).selectAll().where('list_id', '=', id).execute());
  for (const table of ['list_rows', 'list_history', 'removed_list_rows'] as const)
    expect(await stored(table)).not.toContain('gone.example');
  expect((await ada.call('list-undo', { id, edit: removal })).body.rows ?? []).toEqual([]);
  expect((await findList(bench.database.db, ada.id, id))?.rows).toBe(3);
});
