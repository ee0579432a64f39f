import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addOptOuts } from '../opt-outs/opt-outs.ts';
import { settleBatch } from '../tasks/settle-batch.ts';
import { startTask } from '../tasks/start-task.ts';
import { batch, type ListBench, type ListOwner, openListBench, place } from './test-lists.ts';

let bench: ListBench;
beforeAll(async () => {
  bench = await openListBench();
});
afterAll(() => bench.close());

const readRows = async (owner: ListOwner, id: string, query = '') =>
  (await owner.call(`list-rows?id=${id}${query}`)).body;

describe('saving a task to a list', () => {
  it('adds the results with data or all, and updates them when saved again', async () => {
    const ada = await bench.person();
    const task = await startTask(bench.deps, {
      accountId: ada.id,
      type: 'website-extraction',
      inputs: ['https://one.example.com', 'https://two.example.com', 'https://gone.example.com'],
      claim: null,
    });
    const save = { taskId: task.id, name: 'Results' };
    await addOptOuts(bench.deps, [{ kind: 'domain', value: 'gone.example.com' }], async () => {});
    expect((await ada.call('list-save-task', save)).code).toBe('unprocessable');
    const row = (url: string, emails: string[]) =>
      JSON.stringify({ url, emails, title: '=1+1', evidence: [{}] });
    await settleBatch(bench.deps, {
      taskId: task.id,
      runNo: task.run_no,
      items: [
        { row: row('https://one.example.com', ['a@one.example.com', 'b@one.example.com']), found: true },
        { row: row('https://two.example.com', []), found: false },
        { row: row('https://gone.example.com', []), found: true },
      ].map((item, position) => ({ ...item, position, failed: false, billable: item.found })),
    });
    const first = (await ada.call('list-save-task', save)).body;
    expect(first).toMatchObject({
      added: 1,
      updated: 0,
      // Its domain opted out.
      refused: 1,
      list: { name: 'Results', rows: 1, source: { kind: 'task', type: 'website-extraction' } },
    });
    const all = (await ada.call('list-save-task', { ...save, rows: 'all' })).body;
    expect(all).toMatchObject({ added: 1, updated: 1, list: { rows: 2 } });
    const { rows, list } = await readRows(ada, first.list.id, '&sort=url');
    expect(rows[0].values).toEqual({
      url: 'https://one.example.com',
      emails: 'a@one.example.com; b@one.example.com',
      title: '=1+1',
    });
    expect(list.columns).not.toContain('evidence');
    const eve = await bench.person();
    expect((await eve.call('list-save-task', save)).code).toBe('not_found');
  });

  it('keeps own columns, repeated rows and rows without a URL', async () => {
    const ada = await bench.person();
    const started = await ada.call(
      'website-extraction',
      {
        urls: ['own.example.com', 'OWN.example.com', '', 'empty.example.com'],
        list: {
          columns: ['Company', 'url', 'url', ''],
          rows: [
            'Own,own.example.com,a,x',
            'Own again,OWN.example.com,,',
            'Nobody,,,',
            'Empty,empty.example.com,,',
          ],
        },
      },
      { headers: { prefer: 'respond-async' } },
    );
    const task = await bench.database.db
      .selectFrom('tasks')
      .selectAll()
      .where('id', '=', started.body.id)
      .executeTakeFirstOrThrow();
    await settleBatch(bench.deps, {
      taskId: task.id,
      runNo: task.run_no,
      items: [['hi@own.example.com'], []].map((emails, position) => ({
        position,
        row: JSON.stringify({ url: `https://${position}.example.com/`, emails }),
        found: emails.length > 0,
        failed: false,
        billable: true,
      })),
    });
    const save = { taskId: task.id, name: 'With own columns', rows: 'all' };
    const { list } = (await ada.call('list-save-task', save)).body;
    expect(list.columns.slice(0, 5)).toEqual(['Company', 'url', 'url 2', 'Column 4', 'website_url']);
    const values = async () =>
      (await readRows(ada, list.id, '&sort=Company')).rows.map((row: { values: object }) => row.values);
    expect(await values()).toMatchObject([
      { Company: 'Empty', url: 'empty.example.com' },
      { Company: 'Nobody', error: 'This row has no web address' },
      { Company: 'Own', url: 'own.example.com', 'url 2': 'a', 'Column 4': 'x', emails: 'hi@own.example.com' },
      { Company: 'Own again', emails: 'hi@own.example.com' },
    ]);
    expect((await ada.call('list-save-task', save)).body).toMatchObject({ added: 0, updated: 4 });
    const found = { ...save, name: 'Only with data', rows: 'found' };
    expect((await ada.call('list-save-task', found)).body).toMatchObject({ added: 2, refused: 0 });
  });

  it('keeps own columns with names that each object has', async () => {
    const ada = await bench.person();
    const columns = ['Company', 'constructor', '__proto__'];
    const list = { columns, rows: ['Own,Meier,x', 'Two,,'] };
    const input = { urls: ['own.example.com', 'two.example.com'], list };
    const started = await ada.call('website-extraction', input, { headers: { prefer: 'respond-async' } });
    const row = JSON.stringify({ url: 'https://own.example.com/', emails: [] });
    const items = [0, 1].map((position) => ({ position, row, found: true, failed: false, billable: true }));
    await settleBatch(bench.deps, { taskId: started.body.id, runNo: 1, items });
    const save = { taskId: started.body.id, name: 'With a builder', rows: 'all' };
    const { list: saved } = (await ada.call('list-save-task', save)).body;
    expect(saved.columns.slice(0, 3)).toEqual(['Company', 'constructor 2', '__proto__ 2']);
    const { rows } = await readRows(ada, saved.id, '&sort=Company');
    expect(rows[0].values).toMatchObject({ 'constructor 2': 'Meier', '__proto__ 2': 'x' });
    expect(String((await ada.call(`list-csv?id=${saved.id}`)).body)).not.toContain('function');
    const duplicates = { id: saved.id, columns: ['constructor 2'], merge: false };
    expect((await ada.call('list-merge-duplicates', duplicates)).body).toMatchObject({ duplicates: 0 });
  });

  it('makes no second list with the same name, and loses no row of an extension', async () => {
    const ada = await bench.person();
    const token = await ada.device();
    await bench.call('extension-import', { token, body: batch([place('one')]) });
    const task = await startTask(bench.deps, {
      accountId: ada.id,
      type: 'website-extraction',
      inputs: ['https://clash.example.com'],
      claim: null,
    });
    const row = JSON.stringify({ url: 'https://clash.example.com', emails: ['a@clash.example.com'] });
    const item = { position: 0, row, found: true, failed: false, billable: true };
    await settleBatch(bench.deps, { taskId: task.id, runNo: task.run_no, items: [item] });
    const refused = await ada.call('list-save-task', { taskId: task.id, name: 'Bakeries' });
    expect([refused.code, refused.body.error.message]).toEqual([
      'conflict',
      'You already have a list named “Bakeries” with rows from elsewhere. Choose another name.',
    ]);
    const saved = await ada.call('list-save-task', { taskId: task.id, name: 'Cafes' });
    for (const key of ['two', 'three']) {
      const { body } = await bench.call('extension-import', {
        token,
        body: batch([place(key)], { list: 'Cafes' }),
      });
      expect(body.list).toEqual({ id: expect.any(String), name: 'Cafes (Google Maps)' });
    }
    const { lists } = (await ada.call('lists')).body;
    expect(
      Object.fromEntries(lists.map(({ name, rows }: { name: string; rows: number }) => [name, rows])),
    ).toEqual({ Bakeries: 1, Cafes: 1, 'Cafes (Google Maps)': 2 });
    // As earlier servers named it.
    const { id } = lists.find(({ name }: { name: string }) => name === 'Cafes (Google Maps)');
    await ada.call('list-rename', { id, name: 'Cafes (google-maps)' });
    const { body } = await bench.call('extension-import', {
      token,
      body: batch([place('four')], { list: 'Cafes' }),
    });
    expect(body.list).toEqual({ id, name: 'Cafes (google-maps)' });
    const rename = await ada.call('list-rename', { id: saved.body.list.id, name: 'Bakeries' });
    expect(rename.code).toBe('conflict');
  });

  it('says which rows are too large for a list, and doesn’t call them opted out', async () => {
    const ada = await bench.person();
    const inputs = ['https://small.example.com', 'https://large.example.com'];
    const type = 'website-extraction';
    const started = (urls: string[]) =>
      startTask(bench.deps, { accountId: ada.id, type, inputs: urls, claim: null });
    const task = await started(inputs);
    const makeItem = (url: string, position: number) => {
      const title = url.includes('large') ? 'x'.repeat(100_000) : 'x';
      return { position, row: JSON.stringify({ url, title }), found: true, failed: false, billable: true };
    };
    await settleBatch(bench.deps, { taskId: task.id, runNo: task.run_no, items: inputs.map(makeItem) });
    expect((await ada.call('list-save-task', { taskId: task.id, name: 'Some' })).body).toMatchObject({
      added: 1,
      refused: 0,
      tooLarge: 1,
    });
    const only = await started(['https://large.example.com/only']);
    const items = [makeItem('https://large.example.com/only', 0)];
    await settleBatch(bench.deps, { taskId: only.id, runNo: only.run_no, items });
    const none = await ada.call('list-save-task', { taskId: only.id, name: 'None' });
    expect(none.body.error.message).toMatch(/^Nothing was saved: 1 row with more than 100 KB/);
  });

  it('leaves out companies that opted out, by a column that the person says has websites', async () => {
    const ada = await bench.person();
    const task = await startTask(bench.deps, {
      accountId: ada.id,
      type: 'website-extraction',
      inputs: ['https://fine.example.com'],
      claim: null,
    });
    const row = JSON.stringify({ url: 'https://fine.example.com', title: 'titled.example.com' });
    const item = { position: 0, row, found: true, failed: false, billable: true };
    await settleBatch(bench.deps, { taskId: task.id, runNo: task.run_no, items: [item] });
    const save = { taskId: task.id, name: 'Titled', rows: 'all' };
    const { list } = (await ada.call('list-save-task', save)).body;
    await ada.call('list-change-columns', { id: list.id, change: [{ id: 'title', role: 'website' }] });
    await addOptOuts(bench.deps, [{ kind: 'domain', value: 'titled.example.com' }], async () => {});
    const again = await ada.call('list-save-task', save);
    expect(again.body.error.message).toContain('asked not to be listed');
  });

  it('says so if everyone in the results opted out', async () => {
    const ada = await bench.person();
    const task = await startTask(bench.deps, {
      accountId: ada.id,
      type: 'website-extraction',
      inputs: ['https://everyone.example.com'],
      claim: null,
    });
    const row = JSON.stringify({ url: 'https://everyone.example.com', emails: ['a@everyone.example.com'] });
    const item = { position: 0, row, found: true, failed: false, billable: true };
    await settleBatch(bench.deps, { taskId: task.id, runNo: task.run_no, items: [item] });
    await addOptOuts(bench.deps, [{ kind: 'domain', value: 'everyone.example.com' }], async () => {});
    for (const rows of ['all', 'found']) {
      const refused = await ada.call('list-save-task', { taskId: task.id, name: 'Everyone', rows });
      expect(refused.body.error.message).toContain('asked not to be listed');
    }
    expect((await ada.call('lists')).body.lists).toEqual([]);
  });
});
