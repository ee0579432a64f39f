import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addOptOuts } from '../opt-outs/opt-outs.ts';
import { settleBatch } from '../tasks/settle-batch.ts';
import { batch, type ListBench, type ListOwner, openListBench, place } from './test-lists.ts';

let bench: ListBench;
beforeAll(async () => {
  bench = await openListBench();
});
afterAll(() => bench.close());

/** A list of four places. The first one has the lowest ID. */
async function places(owner: ListOwner): Promise<{ id: string; ids: number[] }> {
  const rows = [
    place('Ann', { city: 'São Paulo', reviews: '1,200', website: 'ann.example', hours: '2024-05-01' }),
    place('Ben', { reviews: '40', website: 'ben.example', hours: '1/31/2026' }),
    place('Cleo', { city: 'Berlin', reviews: '7', website: 'cleo.example' }),
    place('Dan', { reviews: 'many', website: 'dan.example' }),
  ];
  await bench.call('extension-import', { token: await owner.device(), body: batch(rows) });
  const { id } = (await owner.call('lists')).body.lists[0];
  const all = (await owner.call(`list-rows?id=${id}`)).body.rows;
  return { id, ids: all.map((row: { id: number }) => row.id).reverse() };
}

const text = (...conditions: object[]) => JSON.stringify(conditions);
const on = (column: string, is: string, value?: string) => ({ fields: [column], is, value });
const names = (rows: { values: { name: string } }[]) => rows.map(({ values }) => values.name.slice(6));
const namesInFile = (csv: string) =>
  csv
    .split('\r\n')
    .slice(1, -1)
    .map((line) => /Place (\w+)/.exec(line)?.[1]);

describe('filters of a list', () => {
  it('compare every column, in pages and files', async () => {
    const ada = await bench.person();
    const { id } = await places(ada);
    for (const [where, expected] of [
      [text(on('city', 'empty')), ['Dan', 'Ben']],
      [text(on('city', 'not-empty')), ['Cleo', 'Ann']],
      [text(on('city', 'equal', 'sao paulo')), ['Ann']],
      [text(on('city', 'not-equal', 'BERLIN')), ['Dan', 'Ben', 'Ann']],
      [text(on('city', 'one-of', 'BERLIN, sao paulo')), ['Cleo', 'Ann']],
      [text(on('city', 'containing', 'SAO')), ['Ann']],
      [text(on('city', 'not-containing', 'SAO')), ['Dan', 'Cleo', 'Ben']],
      [text(on('reviews', 'at-least', '40')), ['Ben', 'Ann']],
      [text(on('reviews', 'at-least', '8'), on('reviews', 'at-most', '100')), ['Ben']],
      [text(on('hours', 'at-least', '2026-01-01')), ['Ben']],
      [text(on('city', 'equal', 'nowhere')), []],
    ] as const) {
      const query = `id=${id}&where=${encodeURIComponent(where)}`;
      const { rows, total } = (await ada.call(`list-rows?${query}`)).body;
      expect([where, names(rows), total]).toEqual([where, expected, expected.length]);
      expect(namesInFile((await ada.call(`list-csv?${query}`)).body)).toEqual([...expected].reverse());
    }
    for (const search of ['sao', 'SÃO PAULO', 'Sa\u0303o', 'paulo'])
      expect(
        names((await ada.call(`list-rows?id=${id}&search=${encodeURIComponent(search)}`)).body.rows),
      ).toEqual(['Ann']);
    expect(namesInFile((await ada.call(`list-csv?id=${id}&search=sao`)).body)).toEqual(['Ann']);
    const both = `id=${id}&search=place&sort=name&where=${encodeURIComponent(text(on('city', 'empty')))}`;
    expect(names((await ada.call(`list-rows?${both}`)).body.rows)).toEqual(['Ben', 'Dan']);
    const second = `id=${id}&limit=1&page=2&where=${encodeURIComponent(text(on('city', 'empty')))}`;
    expect(names((await ada.call(`list-rows?${second}`)).body.rows)).toEqual(['Ben']);
  });

  it('are refused for columns that the list does not have, and values without an order', async () => {
    const ada = await bench.person();
    const { id } = await places(ada);
    const unknown = text(on('town', 'empty'));
    const query = `id=${id}&where=${encodeURIComponent(unknown)}`;
    const start = { id, type: 'website-extraction', columns: { website: 'website' }, where: unknown };
    for (const reply of [
      await ada.call(`list-rows?${query}`),
      await ada.call(`list-csv?${query}`),
      await ada.call('list-quote', start),
      await ada.call('list-start', start),
    ]) {
      expect([reply.code, reply.body.error.message]).toEqual([
        'validation_failed',
        'The list has no column “town”.',
      ]);
    }
    const two = encodeURIComponent(text({ fields: ['city', 'reviews'], is: 'empty' }));
    expect((await ada.call(`list-rows?id=${id}&where=${two}`)).body.error.message).toContain('one column');
    const range = encodeURIComponent(text(on('reviews', 'at-least', 'many')));
    expect((await ada.call(`list-rows?id=${id}&where=${range}`)).body.error.message).toContain(
      'needs a number or a date',
    );
  });
});

describe('selected rows of a list', () => {
  it('are exported and handed to a tool, without others', async () => {
    const ada = await bench.person();
    const { id, ids } = await places(ada);
    const selected = `${ids[0]},${ids[2]}`;
    const whole: string = (await ada.call(`list-csv?id=${id}`)).body;
    const lines = whole.split('\r\n');
    const csv = (await ada.call(`list-csv?id=${id}&selected=${selected}`)).body;
    expect(csv).toBe([lines[0], lines[1], lines[3], ''].join('\r\n'));
    const where = text(on('city', 'equal', 'Berlin'));
    const both = `id=${id}&selected=${selected}&where=${encodeURIComponent(where)}`;
    expect(namesInFile((await ada.call(`list-csv?${both}`)).body)).toEqual(['Cleo']);

    const request = { id, type: 'website-extraction', columns: { website: 'website' }, selected };
    expect((await ada.call('list-quote', request)).body).toMatchObject({ items: 2, skipped: 0 });
    expect((await ada.call('list-quote', { ...request, where })).body).toMatchObject({ items: 1 });
    const task = (await ada.call('list-start', request)).body;
    const items = await bench.database.db
      .selectFrom('task_items')
      .select('input')
      .where('task_id', '=', task.id)
      .orderBy('position')
      .execute();
    expect(items.map(({ input }) => input)).toEqual(['ann.example', 'cleo.example']);
  });

  it('are none of another list, and not too many', async () => {
    const [ada, eve] = [await bench.person(), await bench.person()];
    const { id, ids } = await places(ada);
    const own = await places(eve);
    const selected = ids.join(',');
    expect((await eve.call(`list-csv?id=${id}&selected=${selected}`)).code).toBe('not_found');
    expect(namesInFile((await eve.call(`list-csv?id=${own.id}&selected=${selected}`)).body)).toEqual([]);
    const request = { id: own.id, type: 'website-extraction', columns: { website: 'website' }, selected };
    expect((await eve.call('list-start', request)).body.error.message).toBe('No row of the list matches.');
    const many = await eve.call(`list-csv?id=${own.id}&selected=1-1001`);
    expect([many.code, many.body.error.message]).toEqual([
      'validation_failed',
      expect.stringContaining('at most 1,000 rows'),
    ]);
  });

  it('have no one who opted out', async () => {
    const ada = await bench.person();
    const { id, ids } = await places(ada);
    await addOptOuts(bench.deps, [{ kind: 'domain', value: 'ben.example' }], async () => {});
    const selected = ids.slice(0, 2).join(',');
    const csv = (await ada.call(`list-csv?id=${id}&selected=${selected}`)).body;
    expect(namesInFile(csv)).toEqual(['Ann']);
    const request = { id, type: 'website-extraction', columns: { website: 'website' }, selected };
    expect((await ada.call('list-quote', request)).body).toMatchObject({ items: 1 });
  });
});

describe('a company with several people in a cell', () => {
  it('stays without the one who opted out', async () => {
    const ada = await bench.person();
    const people = 'Ann Lee, CEO, ann@people.example; Bob Ray, CFO, bob@people.example';
    const columns = [{ name: 'Company' }, { name: 'People' }, { name: 'Email' }];
    const { id } = (await ada.call('list-create', { name: 'Companies with people', columns })).body;
    const rows = [
      { Company: 'Acme', People: people },
      { Company: 'Beta', Email: 'ann@people.example' },
    ];
    await ada.call('list-add-rows', { id, rows });
    await addOptOuts(bench.deps, [{ kind: 'email', value: 'ann@people.example' }], async () => {});
    const csv = (await ada.call(`list-csv?id=${id}`)).body as string;
    expect(csv).toContain('Bob Ray, CFO, bob@people.example');
    expect(csv).not.toMatch(/ann@people|Ann Lee|Beta/);
  });
});

describe('selected results of a task', () => {
  it('are saved with their own columns, without people who opted out', async () => {
    const ada = await bench.person();
    const hosts = ['one.example', 'two.example', 'three.example', ''];
    const started = await ada.call(
      'website-extraction',
      {
        urls: hosts,
        list: { columns: ['Person', 'City'], rows: ['Ann,Köln', 'Ben,', 'Cleo,', 'Nobody,'] },
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
      items: hosts.slice(0, 3).map((host, position) => ({
        position,
        row: JSON.stringify({ url: `https://${host}/`, emails: [`hi@${host}`] }),
        found: true,
        failed: false,
        billable: true,
      })),
    });
    await addOptOuts(bench.deps, [{ kind: 'domain', value: 'two.example' }], async () => {});
    const save = { taskId: task.id, rows: 'all' };
    const people = async (id: string) =>
      (await ada.call(`list-rows?id=${id}&sort=Person`)).body.rows.map(
        ({ values }: { values: { Person: string } }) => values.Person,
      );
    const some = (await ada.call('list-save-task', { ...save, name: 'Some', selected: '0-1' })).body;
    expect(some).toMatchObject({ added: 1, updated: 0, refused: 1 });
    expect(some.list.columns.slice(0, 2)).toEqual(['Person', 'City']);
    expect(await people(some.list.id)).toEqual(['Ann']);
    const where = text(on('own-2', 'empty'));
    const empty = (await ada.call('list-save-task', { ...save, name: 'Empty', where })).body;
    expect(await people(empty.list.id)).toEqual(['Cleo']);

    const none = await ada.call('list-save-task', { ...save, name: 'None', selected: '1' });
    expect(none.body.error.message).toContain('asked not to be listed');
    const beyond = await ada.call('list-save-task', { ...save, name: 'None', selected: '3' });
    expect(beyond.body.error.message).toContain('The task has no row 3');
    const eve = await bench.person();
    expect((await eve.call('list-save-task', { ...save, name: 'Eve', selected: '0' })).code).toBe(
      'not_found',
    );
    expect((await ada.call('lists')).body.lists).toHaveLength(2);
  });
});
