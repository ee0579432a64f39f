import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TEST_PASSWORD } from '../auth/test-requests.ts';
import { addOptOuts } from '../opt-outs/opt-outs.ts';
import { batch, type ListBench, type ListOwner, openListBench, place } from './test-lists.ts';

let bench: ListBench;
beforeAll(async () => {
  bench = await openListBench();
});
afterAll(() => bench.close());

/** Imports rows and returns the ID of the list. */
async function imported(owner: ListOwner, rows: readonly object[], more: object = {}): Promise<string> {
  const site = (more as { site?: 'clutch' }).site ?? 'google-maps';
  const body = batch(rows, more);
  const reply = await bench.call('extension-import', { token: await owner.device(site), body });
  expect(reply.status).toBe(200);
  const { lists } = (await owner.call('lists')).body;
  return lists.find(({ name }: { name: string }) => name === body.list).id;
}
const readRows = async (owner: ListOwner, id: string, query = '') =>
  (await owner.call(`list-rows?id=${id}${query}`)).body;

describe('an import', () => {
  it('adds rows, updates those with a common key, and joins two that are the same', async () => {
    const ada = await bench.person();
    const token = await ada.device();
    const send = (rows: object[], list = 'Bakeries') =>
      bench.call('extension-import', { token, body: batch(rows, { list }) });
    expect((await send([place('p1', { phone: '1' }), place('f2')])).body).toEqual({
      added: 2,
      updated: 0,
      list: { id: expect.any(String), name: 'Bakeries' },
      refused: [],
    });
    expect((await send([place('p1', { name: 'New' }), place('p3')])).body).toMatchObject({
      added: 1,
      updated: 1,
    });
    // The same place by another identifier: the rows of both become one.
    expect((await send([place('p3', { website: 'x.example' }, ['f2'])])).body).toMatchObject({ updated: 1 });
    // Another list has its own rows.
    expect((await send([place('p1')], 'Other')).body).toMatchObject({ added: 1 });
    const { lists, storage } = (await ada.call('lists')).body;
    const list = lists.find(({ name }: { name: string }) => name === 'Bakeries');
    expect(list).toMatchObject({ rows: 2, source: { kind: 'extension', site: 'google-maps' } });
    const { rows, total } = await readRows(ada, list.id);
    expect(total).toBe(2);
    expect(rows.map(({ values }: { values: object }) => values)).toEqual([
      { name: 'Place p3', website: 'x.example' },
      { name: 'New', phone: '1' },
    ]);
    expect(storage.rows).toEqual({ used: 3, max: 500_000 });
    const bytes = await bench.database.db
      .selectFrom('list_rows')
      .innerJoin('lists', 'lists.id', 'list_rows.list_id')
      .where('account_id', '=', ada.id)
      .select('list_rows.bytes')
      .execute();
    expect(storage.bytes.used).toBe(bytes.reduce((sum, row) => sum + row.bytes, 0));
  });

  it('refuses single rows with the reason: opted out, or unlike the contract', async () => {
    await addOptOuts(bench.deps, [{ kind: 'domain', value: 'gone.example.com' }], async () => {});
    await addOptOuts(bench.deps, [{ kind: 'profile', value: 'jane-doe' }], async () => {});
    const ada = await bench.person();
    const token = await ada.device();
    const { body } = await bench.call('extension-import', {
      token,
      body: batch([
        place('good'),
        place('gone', { website: 'https://www.gone.example.com/contact' }),
        { key: 'odd', aliases: ['odd'], values: { secret: 'x' } },
        place('long', { phone: '1'.repeat(2001) }),
        { key: 'empty', aliases: ['empty'], values: {} },
      ]),
    });
    expect(body).toEqual({
      added: 1,
      updated: 0,
      list: { id: expect.any(String), name: 'Bakeries' },
      refused: [
        { key: 'gone', reason: 'This person or company asked not to be listed.', optedOut: true },
        { key: 'odd', reason: expect.stringContaining('secret') },
        { key: 'long', reason: expect.stringContaining('2000') },
        { key: 'empty', reason: 'The row has no values.' },
      ],
    });
    const people = await bench.call('extension-import', {
      token: await ada.device('linkedin'),
      body: batch(
        [
          {
            key: 'jane',
            aliases: ['jane'],
            values: { name: 'Jane', profile_url: 'https://www.linkedin.com/in/Jane-Doe/' },
          },
        ],
        { site: 'linkedin' },
      ),
    });
    expect(people.body).toMatchObject({ added: 0, refused: [{ key: 'jane' }] });
  });

  it('of a free account keeps 50 rows of an extension, without contact details', async () => {
    const ada = await bench.person();
    const token = await ada.device();
    await ada.setPlan('free');
    const rows = Array.from({ length: 52 }, (_, n) => place(`p${n}`, { phone: '1', category: 'Cafe' }));
    const { body } = await bench.call('extension-import', { token, body: batch(rows) });
    expect(body).toMatchObject({ added: 50, updated: 0 });
    expect(body.refused.map(({ key }: { key: string }) => key)).toEqual(['p50', 'p51']);
    // Nor in another list.
    const more = batch([place('p99')], { list: 'Second' });
    expect((await bench.call('extension-import', { token, body: more })).body).toMatchObject({ added: 0 });
    const [list] = (await ada.call('lists')).body.lists;
    expect((await readRows(ada, list.id)).rows[0].values).toEqual({ name: 'Place p49', category: 'Cafe' });
  });
});

describe('a list', () => {
  it('is searched, sorted by number and text, and paged', async () => {
    const ada = await bench.person();
    const id = await imported(ada, [
      place('a', { reviews: '9', name: 'Zoe 100%' }),
      place('b', { reviews: '10', name: 'anna' }),
      place('c', { name: 'Bert' }),
    ]);
    const names = async (query: string) =>
      (await readRows(ada, id, query)).rows.map(({ values }: Row) => values.name);
    expect(await names('&sort=reviews')).toEqual(['Zoe 100%', 'anna', 'Bert']);
    expect(await names('&sort=reviews&direction=desc')).toEqual(['anna', 'Zoe 100%', 'Bert']);
    expect(await names('&sort=name')).toEqual(['anna', 'Bert', 'Zoe 100%']);
    expect(await names('&sort=name&limit=1&page=2')).toEqual(['Bert']);
    expect(await names('&search=ANNA')).toEqual(['anna']);
    expect(await names(`&search=${encodeURIComponent('0%')}`)).toEqual(['Zoe 100%']);
    // Names of columns aren't values.
    expect((await readRows(ada, id, '&search=reviews')).total).toBe(0);
    const unknown = await ada.call(
      `list-rows?id=${id}&sort=${encodeURIComponent("x'); drop table lists--")}`,
    );
    expect(unknown.code).toBe('validation_failed');
  });

  it('is renamed and loses rows, and its counters follow', async () => {
    const ada = await bench.person();
    const id = await imported(ada, [place('a'), place('b'), place('c')]);
    await imported(ada, [place('a')], { list: 'Second' });
    expect((await ada.call('list-rename', { id, name: 'Second' })).code).toBe('conflict');
    expect((await ada.call('list-rename', { id, name: ' Best bakeries ' })).body).toMatchObject({
      name: 'Best bakeries',
      rows: 3,
    });
    const { rows } = await readRows(ada, id);
    const gone = await ada.call('list-delete-rows', { id, rows: [rows[0].id, rows[1].id, 999_999] });
    expect(gone.body.list).toMatchObject({ rows: 1 });
    // A deleted row can come again.
    expect((await ada.call('list-delete', { id })).status).toBe(200);
    expect((await ada.call(`list-rows?id=${id}`)).code).toBe('not_found');
    expect((await ada.call('lists')).body).toMatchObject({
      lists: [{ rows: 1 }],
      storage: { rows: { used: 1 } },
    });
  });

  it('is exported as CSV with a byte order mark and guarded formulas', async () => {
    const ada = await bench.person();
    const id = await imported(ada, [
      place('a', { name: '=HYPERLINK("http://evil.example")', phone: '+49 30 1234' }),
      place('b', { name: 'Café "Zoë"' }),
    ]);
    const text = (await ada.call(`list-csv?id=${id}`)).body as string;
    const lines = text.split('\r\n');
    expect(lines[0]?.startsWith('name,category,')).toBe(true);
    expect(lines[1]).toContain("'=HYPERLINK");
    expect(lines[1]).toContain('+49 30 1234');
    expect(lines[2]?.startsWith('"Café ""Zoë"""')).toBe(true);
    const raw = await bench.app.request(`/functions/v1/list-csv?id=${id}&search=caf`, {
      headers: { authorization: `Bearer ${ada.token}` },
    });
    expect(Buffer.from(await raw.arrayBuffer()).subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    expect(raw.headers.get('content-disposition')).toContain("filename*=UTF-8''Bakeries.csv");
  });
});

interface Row {
  values: Record<string, string>;
}

it('is part of the account export, without secrets, and of the deletion', async () => {
  const ada = await bench.person();
  await imported(ada, [place('a', { phone: '1' })]);
  const file = (await ada.call('account-export')).body;
  expect(file.lists).toMatchObject([{ name: 'Bakeries', rows: [{ name: 'Place a', phone: '1' }] }]);
  expect(file.devices).toMatchObject([{ site: 'google-maps' }]);
  expect(JSON.stringify(file)).not.toMatch(/lwd_|token_hash/);
  await ada.call('account-delete', { email: file.account.email, currentPassword: TEST_PASSWORD });
  const left = await bench.database.db
    .selectFrom('lists')
    .select('id')
    .where('account_id', '=', ada.id)
    .execute();
  expect(left).toEqual([]);
});

it('with many rows is deleted in parts, completely', async () => {
  const ada = await bench.person();
  const id = await imported(ada, [place('a')]);
  await sql`
    insert into list_rows (list_id, cells, bytes, added_at, updated_at)
    select ${id}::uuid, '{"name":"x"}', 12, now(), now() from generate_series(1, 2500)
  `.execute(bench.database.db);
  expect((await ada.call('list-delete', { id })).status).toBe(200);
  expect((await ada.call('lists')).body).toMatchObject({ lists: [], storage: { rows: { used: 0 } } });
});

describe('handing a list to a tool', () => {
  it('enriches the profiles of a list of people, with their names', async () => {
    const ada = await bench.person('unlimited');
    const values = { name: 'Joe Roe', headline: 'CEO', profile_url: 'https://www.linkedin.com/in/joe-roe/' };
    const rows = [
      { key: 'joe', aliases: ['joe'], values },
      { key: 'zoe', aliases: ['zoe'], values: { name: 'Zoe Doe', headline: 'CTO' } },
    ];
    const token = await ada.device('linkedin');
    const sent = await bench.call('extension-import', { token, body: batch(rows, { site: 'linkedin' }) });
    expect(sent.body).toMatchObject({ added: 2 });
    const [list] = (await ada.call('lists')).body.lists;
    expect(list.tools).toContainEqual({ type: 'linkedin-enrichment', action: 'Enrich profiles' });
    const selection = { id: list.id, type: 'linkedin-enrichment' };
    const { columns, ...quote } = (await ada.call('list-quote', selection)).body;
    expect(columns).toMatchObject({ profile: 'profile_url', name: 'name' });
    expect(quote).toMatchObject({ items: 1, skipped: 1, itemNoun: 'profile', problem: null });
    const task = await ada.call(
      'list-start',
      { ...selection, columns },
      { headers: { 'idempotency-key': 'start-people' } },
    );
    expect(task).toMatchObject({ status: 202, body: { type: 'linkedin-enrichment', total: 1 } });
  });

  it('quotes with preselected columns, then starts the task of the tool with the own columns', async () => {
    const ada = await bench.person('free');
    const token = await maps(ada);
    await bench.call('extension-import', {
      token,
      body: batch([
        place('a', { website: 'https://one.example.com/' }),
        place('b', { website: 'http://www.one.example.com' }),
        place('c', { website: 'two.example.com' }),
        place('d'),
      ]),
    });
    await ada.setPlan('free');
    const [list] = (await ada.call('lists')).body.lists;
    expect(list.tools).toEqual([
      { type: 'website-extraction', action: 'Extract websites' },
      expect.objectContaining({ type: 'website-extraction', options: { people: 'true' } }),
      { type: 'company-to-domain', action: 'Find domains' },
    ]);
    const { id } = list;
    const quote = (await ada.call('list-quote', { id, type: 'website-extraction' })).body;
    expect(quote).toMatchObject({
      columns: { website: 'website' },
      items: 2,
      skipped: 2,
      credits: 2,
      itemNoun: 'URL',
      problem: null,
    });
    const wrong = await ada.call('list-quote', {
      id,
      type: 'website-extraction',
      columns: { website: 'phone' },
    });
    expect(wrong.body).toMatchObject({ items: 0, problem: expect.any(String) });
    const body = { id, type: 'website-extraction', columns: quote.columns };
    const [first, again] = [
      await ada.call('list-start', body, { headers: { 'idempotency-key': 'start-1' } }),
      await ada.call('list-start', body, { headers: { 'idempotency-key': 'start-1' } }),
    ];
    expect(first).toMatchObject({ status: 202, body: { type: 'website-extraction', total: 2 } });
    expect(again.body.id).toBe(first.body.id);
    const csv = await ada.call(`task-csv?id=${first.body.id}`);
    expect(csv.body).toMatch(/^name,category,/);
    const companies = (await ada.call('list-quote', { id, type: 'company-to-domain' })).body;
    expect(companies).toMatchObject({ columns: { company: 'name', website: 'website' }, items: 4 });
    expect((await ada.call('list-quote', { id, type: 'csv-extraction' })).body.problem).toMatch(/domain/);
  });

  it('finds emails of people with a domain, and checks access before it starts', async () => {
    const ada = await bench.person();
    const token = await ada.device('sales-navigator');
    await bench.call('extension-import', {
      token,
      body: batch(
        [{ key: 'a', aliases: ['a'], values: { name: 'Ada Lovelace', company: 'one.example.com' } }],
        { site: 'sales-navigator' },
      ),
    });
    const [{ id }] = (await ada.call('lists')).body.lists;
    const columns = { full_name: 'name', domain: 'company' };
    const quote = await ada.call('list-quote', { id, type: 'csv-extraction', columns });
    expect(quote.body).toMatchObject({ items: 1, credits: 0, problem: null });
    await ada.setPlan('free');
    await bench.database.db.updateTable('accounts').set({ balance: 0 }).where('id', '=', ada.id).execute();
    const refused = await ada.call('list-start', { id, type: 'csv-extraction', columns });
    expect(refused.code).toBe('access_denied');
  });
});

/** The device of an account that had the plan for a moment. */
async function maps(owner: ListOwner): Promise<string> {
  await owner.setPlan('unlimited');
  return owner.device();
}
