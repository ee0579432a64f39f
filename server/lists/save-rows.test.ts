import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ListColumn } from '#contract/list-columns.ts';
import { addOptOuts } from '../opt-outs/opt-outs.ts';
import { batch, type ListBench, type ListOwner, openListBench, place } from './test-lists.ts';

let bench: ListBench;
beforeAll(async () => {
  bench = await openListBench({ LIST_ROWS_PER_ACCOUNT: '1200', LISTS_PER_ACCOUNT: '4' });
});
afterAll(() => bench.close());

const PLACES = [
  place('Ann', { city: 'São Paulo', phone: '1', website: 'ann.example' }, ['cid:ann']),
  place('Ben', { city: 'Berlin', website: 'ben.example' }),
  place('Cleo', { city: 'Berlin', website: 'cleo.example' }),
];

/** The ID of a list with these places. */
async function saveList(
  owner: ListOwner,
  list = 'Bakeries',
  rows: readonly object[] = PLACES,
): Promise<string> {
  await bench.call('extension-import', { token: await owner.device(), body: batch(rows, { list }) });
  const { lists } = (await owner.call('lists')).body;
  return lists.find(({ name }: { name: string }) => name === list).id;
}
const readRows = async (owner: ListOwner, id: string) =>
  (await owner.call(`list-rows?id=${id}&sort=name`)).body.rows;
const names = async (owner: ListOwner, id: string) =>
  (await readRows(owner, id)).map(({ values }: { values: { name: string } }) => values.name.slice(6));

describe('saving rows of a list to another list', () => {
  it('saves all, the selected ones or those that match, and updates them when saved again', async () => {
    const ada = await bench.person();
    const id = await saveList(ada);
    const [, ben, cleo] = await readRows(ada, id);
    const first = (await ada.call('list-save-rows', { id, name: 'Some', selected: `${ben.id}` })).body;
    expect(first).toMatchObject({
      added: 1,
      updated: 0,
      refused: 0,
      list: { name: 'Some', rows: 1, source: { kind: 'extension', site: 'google-maps' } },
    });
    expect((await readRows(ada, first.list.id))[0].values).toEqual(ben.values);
    const where = JSON.stringify([{ fields: ['city'], is: 'equal', value: 'berlin' }]);
    const second = (await ada.call('list-save-rows', { id, name: 'Some', where })).body;
    expect(second).toMatchObject({ added: 1, updated: 1, list: { id: first.list.id, rows: 2 } });
    const both = { id, name: 'Both', where, selected: `${cleo.id}` };
    expect(await names(ada, (await ada.call('list-save-rows', both)).body.list.id)).toEqual(['Cleo']);
    const third = (await ada.call('list-save-rows', { id, name: 'Some' })).body;
    expect(third).toMatchObject({ added: 1, updated: 2, list: { rows: 3 } });
    expect(await names(ada, first.list.id)).toEqual(['Ann', 'Ben', 'Cleo']);
    // The rows have all their identifiers, so that the extension finds them in the new list.
    const token = await ada.device();
    const body = batch([{ key: 'cid:ann', aliases: ['cid:ann'], values: { phone: '2' } }], { list: 'Some' });
    expect((await bench.call('extension-import', { token, body })).body).toMatchObject({
      added: 0,
      updated: 1,
    });
    expect((await readRows(ada, first.list.id))[0].values).toMatchObject({ name: 'Place Ann', phone: '2' });
    // And those of the first list stay as they were.
    expect((await readRows(ada, id))[0].values).toMatchObject({ phone: '1' });
  });

  it('saves every row of a large list, in steps', async () => {
    const ada = await bench.person();
    const rows = Array.from({ length: 500 }, (_, n) => place(`a${n}`));
    const id = await saveList(ada, 'Large', rows);
    await saveList(ada, 'Large', [place('last')]);
    bench.statements.splice(0);
    const { body } = await ada.call('list-save-rows', { id, name: 'Copy' });
    expect(body).toMatchObject({ added: 501, updated: 0, list: { rows: 501 } });
    const inserts = bench.statements.filter(({ text }) => text.includes('insert into list_rows'));
    expect(inserts).toHaveLength(3);
    const { lists, storage } = (await ada.call('lists')).body;
    expect(lists.map((list: { bytes: number }) => list.bytes)).toEqual([body.list.bytes, body.list.bytes]);
    expect(storage.rows.used).toBe(1002);
    // 198 more rows fit.
    const full = await ada.call('list-save-rows', { id, name: 'Third' });
    expect([full.status, full.code, full.body.error.message]).toEqual([
      429,
      'quota_exceeded',
      expect.stringContaining('1,200 rows'),
    ]);
    expect((await ada.call('lists')).body.storage.rows.used).toBeLessThanOrEqual(1200);
  });

  it('refuses the same list, the name of a list from elsewhere, and rows that match nothing', async () => {
    const ada = await bench.person();
    const id = await saveList(ada);
    const refused = async (body: object) => {
      const reply = await ada.call('list-save-rows', { id, name: 'New', ...body });
      return [reply.code, reply.body.error.message];
    };
    expect(await refused({ name: ' Bakeries ' })).toEqual([
      'conflict',
      'These rows are in this list already. Choose another list.',
    ]);
    const code = await ada.code();
    const { token } = (await bench.activate(code, 'page-contacts')).body;
    const other = { key: 'k', aliases: ['k'], values: { kind: 'Email', value: 'a@b.example' } };
    const body = batch([other], { site: 'page-contacts', list: 'Pages' });
    await bench.call('extension-import', { token, body });
    expect(await refused({ name: 'Pages' })).toEqual(['conflict', expect.stringContaining('“Pages”')]);
    expect(await refused({ search: 'nowhere' })).toEqual([
      'unprocessable',
      'Nothing was saved: no row of the list matches.',
    ]);
    const where = JSON.stringify([{ fields: ['town'], is: 'empty' }]);
    expect(await refused({ where })).toEqual(['validation_failed', 'The list has no column “town”.']);
    expect((await refused({ selected: '1-1001' }))[0]).toBe('validation_failed');
    const { lists } = (await ada.call('lists')).body;
    expect(lists.map(({ name }: { name: string }) => name).sort()).toEqual(['Bakeries', 'Pages']);
  });

  it('leaves out people who opted out', async () => {
    const ada = await bench.person();
    const id = await saveList(ada);
    const [, ben] = await readRows(ada, id);
    await addOptOuts(bench.deps, [{ kind: 'domain', value: 'ben.example' }], async () => {});
    const none = await ada.call('list-save-rows', { id, name: 'None', selected: `${ben.id}` });
    expect([none.code, none.body.error.message]).toEqual([
      'unprocessable',
      expect.stringContaining('asked not to be listed'),
    ]);
    const { body } = await ada.call('list-save-rows', { id, name: 'Rest' });
    expect(body).toMatchObject({ added: 2, refused: 1 });
    expect(await names(ada, body.list.id)).toEqual(['Ann', 'Cleo']);
  });

  it('gives the free version no more rows than an import does', async () => {
    const ada = await bench.person('unlimited');
    const rows = Array.from({ length: 30 }, (_, n) => place(`p${n}`));
    const id = await saveList(ada, 'Places', rows);
    await ada.setPlan('free');
    const all = await ada.call('list-save-rows', { id, name: 'Copy' });
    expect([all.code, all.body.error.message]).toEqual([
      'quota_exceeded',
      'The free version keeps 50 rows. Upgrade your plan for more.',
    ]);
    expect((await ada.call('lists')).body.lists).toHaveLength(1);
    const some = (await readRows(ada, id)).slice(0, 20).map((row: { id: number }) => row.id);
    const saved = await ada.call('list-save-rows', { id, name: 'Copy', selected: some.join(',') });
    expect(saved.body).toMatchObject({ added: 20 });
  });
});

describe('saving rows of an own list', () => {
  const own = async (ada: ListOwner, name: string, columns: readonly object[], rows: readonly object[]) => {
    const { body } = await ada.call('list-create', { name, columns, keyColumn: 'Site' });
    await ada.call('list-add-rows', { id: body.id, rows });
    return body.id as string;
  };
  const change = (ada: ListOwner, id: string, more: object) =>
    ada.call('list-change-columns', { id, ...more });
  const SITE = { name: 'Site', type: 'url', role: 'website' };

  it('finds the columns of the other list by their names, and adds those that it lacks', async () => {
    const ada = await bench.person();
    const id = await own(
      ada,
      'From',
      [SITE, { name: 'Note' }, { name: 'Size', type: 'number' }],
      [
        { Site: 'a.example', Note: 'first', Size: '5' },
        { Site: 'b.example', Note: 'second' },
      ],
    );
    // Its ID is what the other list calls another column.
    await change(ada, id, { change: [{ id: 'Note', name: 'Remark' }] });
    const to = await own(
      ada,
      'To',
      [SITE, { name: 'Note' }, { name: 'Comment' }],
      [{ Site: 'https://b.example', Note: 'own' }],
    );
    await change(ada, to, { change: [{ id: 'Comment', name: 'Remark' }] });
    const { body } = await ada.call('list-save-rows', { id, name: 'To' });
    expect(body).toMatchObject({ added: 1, updated: 1 });
    expect(
      body.list.fields.map(({ id: column, name, type, role }: ListColumn) => [column, name, type, role]),
    ).toEqual([
      ['Site', 'Site', 'url', 'website'],
      ['Note', 'Note', 'text', null],
      ['Comment', 'Remark', 'text', null],
      ['Size', 'Size', 'number', null],
    ]);
    const { rows } = (await ada.call(`list-rows?id=${to}&order=added`)).body;
    expect(rows.map(({ values }: { values: object }) => values)).toEqual([
      { Site: 'b.example', Note: 'own', Comment: 'second' },
      { Site: 'a.example', Comment: 'first', Size: '5' },
    ]);
  });

  it('finds columns with other names by what they are about, and so the rows that both lists have', async () => {
    const ada = await bench.person();
    const company = { role: 'company' };
    const id = await own(
      ada,
      'Deals',
      [SITE, { name: 'Company', ...company }, { name: 'Mail', role: 'email' }],
      [
        { Site: 'a.example', Company: 'A', Mail: 'a@a.example' },
        { Site: 'b.example', Company: 'B' },
      ],
    );
    const columns = [{ name: 'Web', role: 'website' }, { name: 'Firm', ...company }, { name: 'Mail' }];
    const to = (await ada.call('list-create', { name: 'Customers', columns, keyColumn: 'Web' })).body.id;
    await ada.call('list-add-rows', { id: to, rows: [{ Web: 'https://www.a.example/', Firm: 'A Inc' }] });
    const { body } = await ada.call('list-save-rows', { id, name: 'Customers' });
    expect(body).toMatchObject({ added: 1, updated: 1 });
    expect(body.list.fields.map(({ name }: ListColumn) => name)).toEqual(['Web', 'Firm', 'Mail']);
    const { rows } = (await ada.call(`list-rows?id=${to}&order=added`)).body;
    expect(rows.map(({ values }: { values: object }) => values)).toEqual([
      { Web: 'a.example', Firm: 'A', Mail: 'a@a.example' },
      { Web: 'b.example', Firm: 'B' },
    ]);
  });

  it('never puts two columns into one, whatever their IDs are', async () => {
    const ada = await bench.person();
    const columns = [SITE, { name: 'Phone' }, { name: 'Mobile' }];
    const row = { Site: 'a.example', Phone: '111', Mobile: '222' };
    const id = await own(ada, 'Two', columns, [row]);
    const to = await own(ada, 'One', [SITE, { name: 'Phone' }], [{ Site: 'b.example', Phone: '333' }]);
    await change(ada, to, { change: [{ id: 'Phone', name: 'Mobile' }] });
    const { body } = await ada.call('list-save-rows', { id, name: 'One' });
    const named = (body.list.fields as ListColumn[]).map(({ name }) => name);
    expect(named).toEqual(['Site', 'Mobile', 'Phone']);
    const [site, mobile = '', phone = ''] = body.list.fields.map((field: ListColumn) => field.id);
    const { rows } = (await ada.call(`list-rows?id=${to}&order=added`)).body;
    expect(rows.map(({ values }: { values: object }) => values)).toEqual([
      { [site]: 'b.example', [mobile]: '333' },
      { [site]: 'a.example', [mobile]: '222', [phone]: '111' },
    ]);
  });

  it('of one source keeps apart what was renamed, also when it is saved again', async () => {
    const ada = await bench.person();
    const id = await saveList(ada, 'Source', [place('Ann', { phone: '1' }, ['cid:ann'])]);
    await saveList(ada, 'Known', [place('Ben', { phone: '2' }, ['cid:ben'])]);
    await change(ada, id, { change: [{ id: 'phone', name: 'Mobile' }], add: [{ name: 'phone' }] });
    const [{ id: row }] = await readRows(ada, id);
    const second = (await ada.call(`list-rows?id=${id}`)).body.list.fields.at(-1).id as string;
    await ada.call('list-edit', { id, changes: [{ row, column: second, value: '9' }] });
    for (const again of [false, true]) {
      const { body } = await ada.call('list-save-rows', { id, name: 'Known' });
      expect([again, body.code]).toEqual([again, undefined]);
      expect(body.list.fields.at(-1)).toMatchObject({ id: second, name: 'phone_2' });
      expect(body.list.fields.filter(({ name }: ListColumn) => name.startsWith('phone'))).toHaveLength(2);
      const [ann] = await readRows(ada, body.list.id);
      expect(ann.values).toMatchObject({ phone: '1', [second]: '9' });
    }
  });

  it('of one source gives each new column a name of its own', async () => {
    const ada = await bench.person();
    const id = await saveList(ada, 'Numbers', [place('Ann', { phone: '1' }, ['cid:ann'])]);
    await saveList(ada, 'Other', [place('Ben', { phone: '2' }, ['cid:ben'])]);
    const change = [{ id: 'phone', name: 'Mobile' }];
    await ada.call('list-change-columns', { id, change, add: [{ name: 'phone' }, { name: 'phone_2' }] });
    const { body } = await ada.call('list-save-rows', { id, name: 'Other' });
    expect(body.list.fields.slice(-2).map(({ name }: ListColumn) => name)).toEqual(['phone_2', 'phone_2_2']);
  });

  it('makes a list with the same columns and key', async () => {
    const ada = await bench.person();
    const id = await own(ada, 'Original', [SITE, { name: 'Note' }], [{ Site: 'a.example', Note: 'n' }]);
    await change(ada, id, { change: [{ id: 'Note', name: 'Remark', type: 'number' }] });
    const { body } = await ada.call('list-save-rows', { id, name: 'Copy' });
    expect(body.list).toMatchObject({
      keyColumn: 'Site',
      fields: [
        { name: 'Site', type: 'url', role: 'website' },
        { name: 'Remark', type: 'number', step: null },
      ],
    });
    expect((await ada.call('list-save-rows', { id, name: 'Copy' })).body).toMatchObject({
      added: 0,
      updated: 1,
    });
    const more = { id: body.list.id, rows: [{ Site: 'http://A.example', Remark: '2' }] };
    expect((await ada.call('list-add-rows', more)).body).toMatchObject({ added: 0, updated: 1 });
  });

  it('says when the other list would have too many columns', async () => {
    const ada = await bench.person();
    const many = (letter: string) => Array.from({ length: 120 }, (_, at) => ({ name: `${letter} ${at}` }));
    const id = await own(ada, 'Wide', [SITE, ...many('a')], [{ Site: 'a.example' }]);
    await own(ada, 'Wider', [SITE, ...many('b')], [{ Site: 'a.example' }]);
    const { body } = await ada.call('list-save-rows', { id, name: 'Wider' });
    expect(body.error.message).toBe('A list can have 200 columns at most.');
  });
});

describe('attacks with saved rows', () => {
  it('no one saves rows of the list of another account, also by their IDs', async () => {
    const [ada, eve] = [await bench.person(), await bench.person()];
    const id = await saveList(ada);
    const own = await saveList(eve);
    const stolen = (await readRows(ada, id)).map((row: { id: number }) => row.id).join(',');
    expect((await eve.call('list-save-rows', { id, name: 'Mine' })).code).toBe('not_found');
    const through = await eve.call('list-save-rows', { id: own, name: 'Mine', selected: stolen });
    expect(through.code).toBe('unprocessable');
    expect((await eve.call('lists')).body.lists).toHaveLength(1);
  });

  it('of two sources at once never makes two lists with one name', async () => {
    const ada = await bench.person();
    const maps = await saveList(ada, 'Maps');
    const body = batch([place('Acme')], { site: 'clutch', list: 'Agencies' });
    await bench.call('extension-import', { token: await ada.device('clutch'), body });
    const { lists } = (await ada.call('lists')).body;
    const agencies = lists.find(({ name }: { name: string }) => name === 'Agencies').id;
    for (const name of ['One', 'Two']) {
      const replies = await Promise.all(
        [maps, agencies].map((id) => ada.call('list-save-rows', { id, name })),
      );
      expect(replies.map(({ code }) => code).sort()).toEqual(['conflict', undefined]);
      const all: { name: string }[] = (await ada.call('lists')).body.lists;
      expect(all.filter((list) => list.name === name)).toHaveLength(1);
    }
  });
});
