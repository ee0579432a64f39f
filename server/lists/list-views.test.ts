import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIST_VIEWS_MAX } from '#contract/list-views.ts';
import { type ListBench, type ListOwner, openListBench } from './test-lists.ts';

let bench: ListBench;
let ada: ListOwner;
beforeAll(async () => {
  bench = await openListBench();
  ada = await bench.person();
});
afterAll(() => bench.close());

let made = 0;
async function newList(rows: readonly Record<string, string>[]): Promise<string> {
  made += 1;
  const columns = ['Name', 'Email', 'Phone'].map((name) => ({ name }));
  const { body } = await ada.call('list-create', { name: `List ${made}`, columns });
  await ada.call('list-add-rows', { id: body.id, rows });
  return body.id;
}
async function valuesOf(id: string): Promise<Record<string, string>[]> {
  const { body } = await ada.call(`list-rows?id=${id}&order=added`);
  return body.rows.map(({ values }: { values: Record<string, string> }) => values);
}

describe('views of a list', () => {
  const where = [{ fields: ['Email'], is: 'empty', value: '' }];

  it('are saved, replaced and deleted by their names', async () => {
    const id = await newList([{ Name: 'Ann' }]);
    const view = { name: 'No email', search: 'ann', where, hidden: ['Phone'] };
    const saved = await ada.call('list-save-view', { id, view });
    expect(saved.body.views).toEqual([{ ...view, sort: null, pinned: [] }]);
    const replaced = await ada.call('list-save-view', { id, view: { name: 'NO EMAIL' } });
    expect(replaced.body.views).toMatchObject([{ name: 'NO EMAIL', where: [] }]);
    expect((await ada.call('list-delete-view', { id, name: 'no email' })).body.views).toEqual([]);
    expect((await ada.call('list-delete-view', { id, name: 'no email' })).status).toBe(200);
  });

  it('keep the columns that they filter by', async () => {
    const id = await newList([{ Name: 'Ann' }]);
    const step = {
      kind: 'formula',
      name: 'Loud',
      formula: '=upper({Name})',
      outputs: [{ field: 'value', name: 'Loud' }],
    };
    const { body: list } = await ada.call('list-step-save', { id, step });
    const filters = [...where, { fields: ['Loud'], is: 'not-empty' }];
    await ada.call('list-save-view', { id, view: { name: 'No email', where: filters, hidden: ['Phone'] } });
    const refused = await ada.call('list-change-columns', { id, delete: ['Phone', 'Email'] });
    expect([refused.code, refused.body.error.message]).toEqual([
      'conflict',
      'The view “No email” filters by the column “Email”. Change or delete the view first.',
    ]);
    const stepOf = (list.list ?? list).steps[0].id;
    const withColumns = { id, step: stepOf, columns: true };
    expect((await ada.call('list-step-delete', withColumns)).code).toBe('conflict');
    await ada.call('list-delete-view', { id, name: 'No email' });
    expect((await ada.call('list-step-delete', withColumns)).status).toBe(200);
    expect((await ada.call('list-change-columns', { id, delete: ['Email', 'Phone'] })).status).toBe(200);
  });

  it('are refused with an unknown column, and beyond the limit', async () => {
    const id = await newList([{ Name: 'Ann' }]);
    const gone = await ada.call('list-save-view', { id, view: { name: 'x', hidden: ['Gone'] } });
    expect([gone.status, gone.body.error.message]).toEqual([
      400,
      expect.stringContaining('no column “Gone”'),
    ]);
    for (let index = 0; index < LIST_VIEWS_MAX; index += 1)
      await ada.call('list-save-view', { id, view: { name: `View ${index}` } });
    const more = await ada.call('list-save-view', { id, view: { name: 'one more' } });
    expect([more.status, more.body.error.message]).toEqual([400, expect.stringContaining('50 views')]);
    expect((await ada.call('list-save-view', { id, view: { name: 'view 3' } })).status).toBe(200);
  });

  it('belong to their account', async () => {
    const id = await newList([{ Name: 'Ann' }]);
    const bob = await bench.person();
    expect((await bob.call('list-save-view', { id, view: { name: 'x' } })).status).toBe(404);
    expect((await bob.call('list-merge-duplicates', { id, columns: ['Name'] })).status).toBe(404);
  });
});

describe('rows that repeat others', () => {
  it('are counted first, and merged without losing a value', async () => {
    const id = await newList([
      { Name: 'Ann', Email: 'ann@a.com' },
      { Name: 'Ben', Email: 'ben@b.com' },
      { Name: 'Änn B.', Email: ' ANN@a.com', Phone: '+1 555 0100' },
      { Name: 'Cal' },
      { Name: 'Dan' },
      { Name: 'Ann C.', Email: 'ann@a.com', Phone: '+1 555 0199' },
    ]);
    const counted = await ada.call('list-merge-duplicates', { id, columns: ['Email'] });
    expect(counted.body).toMatchObject({ duplicates: 2, list: { rows: 6 } });
    const merged = await ada.call('list-merge-duplicates', { id, columns: ['Email'], merge: true });
    expect(merged.body).toMatchObject({ duplicates: 2, list: { rows: 4 } });
    expect(await valuesOf(id)).toEqual([
      { Name: 'Ann', Email: 'ann@a.com', Phone: '+1 555 0100' },
      { Name: 'Ben', Email: 'ben@b.com' },
      { Name: 'Cal' },
      { Name: 'Dan' },
    ]);
    const again = await ada.call('list-merge-duplicates', { id, columns: ['Email'], merge: true });
    expect(again.body).toMatchObject({ duplicates: 0, list: { rows: 4 } });
  });

  it('need all columns to be the same', async () => {
    const id = await newList([
      { Name: 'Ann', Email: 'info@a.com' },
      { Name: 'Ben', Email: 'info@a.com' },
      { Name: 'ann', Email: 'info@a.com' },
    ]);
    const { body } = await ada.call('list-merge-duplicates', { id, columns: ['Name', 'Email'], merge: true });
    expect(body).toMatchObject({ duplicates: 1, list: { rows: 2 } });
  });

  it('are updated when a merged row is added again', async () => {
    const { body: list } = await ada.call('list-create', {
      name: 'Keyed',
      columns: [{ name: 'Email' }, { name: 'Phone' }],
      keyColumn: 'Email',
    });
    await ada.call('list-add-rows', {
      id: list.id,
      rows: [
        { Email: 'a@a.com', Phone: '1' },
        { Email: 'b@a.com', Phone: '1' },
      ],
    });
    await ada.call('list-merge-duplicates', { id: list.id, columns: ['Phone'], merge: true });
    await ada.call('list-add-rows', { id: list.id, rows: [{ Email: 'b@a.com', Phone: '2' }] });
    expect(await valuesOf(list.id)).toEqual([{ Email: 'b@a.com', Phone: '2' }]);
  });

  it('can’t be looked for in a column that the list doesn’t have', async () => {
    const id = await newList([{ Name: 'Ann' }]);
    expect((await ada.call('list-merge-duplicates', { id, columns: ['Gone'] })).status).toBe(400);
    expect((await ada.call('list-merge-duplicates', { id, columns: [] })).body.error.message).toContain(
      'Choose a column.',
    );
  });
});
