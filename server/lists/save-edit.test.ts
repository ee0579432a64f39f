import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ListBench, type ListOwner, openListBench } from './test-lists.ts';
import { settleSites, startSaving } from './test-task-saves.ts';

let bench: ListBench;
let ada: ListOwner;
beforeAll(async () => {
  bench = await openListBench({ LIST_ROWS_PER_ACCOUNT: '1500' });
  ada = await bench.person();
});
afterAll(() => bench.close());

const columns = ['Email', 'City'].map((name) => ({ name }));
const email = (at: number) => `p${at}@x.example`;

async function newList(owner: ListOwner, name: string, rows: readonly object[]): Promise<string> {
  const { id } = (await owner.call('list-create', { name, columns, keyColumn: 'Email' })).body;
  for (let from = 0; from < rows.length; from += 500)
    await owner.call('list-add-rows', { id, rows: rows.slice(from, from + 500) });
  return id;
}
const values = async (owner: ListOwner, id: string) =>
  (await owner.call(`list-rows?id=${id}&order=added`)).body.rows.map(
    ({ values: shown }: { values: object }) => shown,
  );

const MANY = Array.from({ length: 400 }, (_, at) => ({ Email: email(at), City: 'Bern' }));
const BEFORE = [
  { Email: email(3), City: 'Chur' },
  { Email: email(390), City: 'Genf' },
];

describe('rows that are saved to a list', () => {
  it('are undone with all steps of the save, also after it was repeated', async () => {
    const from = await newList(ada, 'Many', MANY);
    const id = await newList(ada, 'Others', BEFORE);
    const edit = crypto.randomUUID();
    const save = () => ada.call('list-save-rows', { id: from, name: 'Others', edit });
    expect((await save()).body).toMatchObject({ added: 398, updated: 2, edit });
    expect((await save()).body).toMatchObject({ added: 0, updated: 400, edit });
    const undone = await ada.call('list-undo', { id, edit });
    expect(undone.body).toMatchObject({ refused: [], list: { rows: 2 } });
    expect(await values(ada, id)).toEqual(BEFORE);
  });

  it('stay as they are where rows of the list became one', async () => {
    const named = ['Name', 'City', 'Note'].map((name) => ({ name }));
    const from = (await ada.call('list-create', { name: 'Twins', columns: named })).body.id;
    const twins = [
      { Name: 'Acme', City: 'Bern' },
      { Name: 'acme', City: 'Genf', Note: 'second' },
    ];
    await ada.call('list-add-rows', { id: from, rows: twins });
    const save = (more: object) => ada.call('list-save-rows', { id: from, name: 'Joined', ...more });
    const { id } = (await save({})).body.list;
    await ada.call('list-merge-duplicates', { id: from, columns: ['Name'], merge: true });
    await ada.call('list-add-rows', { id: from, rows: [{ Name: 'Bolt', City: 'Chur' }] });
    const edit = crypto.randomUUID();
    expect((await save({ edit })).body).toMatchObject({ added: 1, updated: 1, edit });
    expect((await ada.call('list-undo', { id, edit })).body.refused).toEqual([]);
    expect(await values(ada, id)).toEqual([{ Name: 'Acme', City: 'Bern', Note: 'second' }]);
  });

  it('have nothing to undo in a new list, and if nothing changes', async () => {
    const from = await newList(ada, 'Few', BEFORE);
    const edit = crypto.randomUUID();
    const save = (more: object) => ada.call('list-save-rows', { id: from, name: 'New', ...more });
    expect((await save({ edit })).body).toMatchObject({ added: 2, edit: null });
    expect((await save({ edit })).body).toMatchObject({ updated: 2, edit: null });
    expect((await save({})).body).toMatchObject({ edit: null });
  });

  it('are undone by what the error says, if only some had room', async () => {
    const eve = await bench.person();
    const from = await newList(
      eve,
      'Full',
      Array.from({ length: 900 }, (_, at) => ({ Email: email(at) })),
    );
    const id = await newList(eve, 'Little', BEFORE);
    const edit = crypto.randomUUID();
    const { code, body } = await eve.call('list-save-rows', { id: from, name: 'Little', edit });
    expect(code).toBe('quota_exceeded');
    expect(body.error.details).toMatchObject({ edit });
    expect((await values(eve, id)).length).toBeGreaterThan(2);
    await eve.call('list-undo', { id, edit });
    expect(await values(eve, id)).toEqual(BEFORE);
  });

  it('are undone as results of a task, too', async () => {
    const taskId = await startSaving(ada, undefined);
    await settleSites(bench, taskId, [0]);
    const save = () => ada.call('list-save-task', { taskId, name: 'Results', edit });
    const edit = crypto.randomUUID();
    const { list, ...first } = (await save()).body;
    expect(first).toMatchObject({ added: 1, edit: null });
    await settleSites(bench, taskId, [1, 2]);
    expect((await save()).body).toMatchObject({ added: 2, updated: 1, edit });
    expect((await ada.call('list-undo', { id: list.id, edit })).body.list.rows).toBe(1);
  });
});
