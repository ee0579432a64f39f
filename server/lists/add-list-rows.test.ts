// On PostgreSQL: two requests with one key run at the same time on two connections.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { optingOutLate } from '../opt-outs/test-late-opt-out.ts';
import { addListRows } from './add-list-rows.ts';
import { type ListBench, type ListOwner, openListBench } from './test-lists.ts';

let bench: ListBench;
let ada: ListOwner;
beforeAll(async () => {
  bench = await openListBench();
  ada = await bench.person();
});
afterAll(() => bench.close());

let made = 0;
async function newList(): Promise<string> {
  made += 1;
  const columns = [{ name: 'Company' }];
  return (await ada.call('list-create', { name: `Added ${made}`, columns })).body.id;
}
const add = (id: string, rows: readonly object[], key?: string) =>
  ada.call('list-add-rows', { id, rows }, key === undefined ? {} : { headers: { 'idempotency-key': key } });
async function companies(id: string): Promise<string[]> {
  const { body } = await ada.call(`list-rows?id=${id}&limit=200&order=added`);
  return body.rows.map((row: { values: { Company: string } }) => row.values.Company);
}

it('refuses rows of people who opt out after they were checked', async () => {
  const id = await newList();
  const rows = [
    { Company: 'A', Email: 'late@added.example' },
    { Company: 'B', Email: '' },
  ];
  const database = optingOutLate(bench.deps, [{ kind: 'email', value: 'late@added.example' }]);
  const added = await addListRows({ ...bench.deps, database }, ada.id, { id, rows });
  expect(added).toMatchObject({ added: 1, refused: [{ row: 0 }] });
  expect(await companies(id)).toEqual(['B']);
  await bench.deps.database.db.deleteFrom('opt_outs').execute();
});

it('refuses a row of which a value would get lost, and says why', async () => {
  const id = await newList();
  const rows = [
    { '': 'x', Company: 'A' },
    { Company: 'B', ' company ': 'C' },
    { Company: 'D', company: ' D' },
    { Company: 'E', ' ': '' },
  ];
  expect(await add(id, rows)).toMatchObject({
    status: 200,
    body: {
      added: 2,
      refused: [
        { row: 0, reason: 'A value has no column name.' },
        { row: 1, reason: 'The row has two values for the column “Company”. Send one.' },
      ],
    },
  });
  expect(await companies(id)).toEqual(['D', 'E']);
});

describe('rows that are added with an Idempotency-Key', () => {
  const large = Object.fromEntries(
    Array.from({ length: 12 }, (_, at) => [`Note ${at}`, 'x'.repeat(9000)] as const),
  );
  const rows = [{ Company: ' ' }, large, { Company: 'A' }, {}];

  it('are added once, with the first reply', async () => {
    const id = await newList();
    const first = await add(id, rows, 'key-1');
    const reason = 'The row has no values.';
    const counts = {
      added: 1,
      updated: 0,
      refused: [
        { row: 0, reason },
        { row: 1, reason: 'A row can have 100 KB at most.' },
        { row: 3, reason },
      ],
    };
    expect(first).toMatchObject({ status: 200, body: counts });
    expect(await add(id, [{ Company: 'B' }])).toMatchObject({ status: 200, body: { added: 1 } });
    const again = await add(id, rows, 'key-1');
    expect(again).toMatchObject({ status: 200, body: counts });
    expect(await companies(id)).toEqual(['A', 'B']);
    expect(await add(id, [{ Company: 'C' }], 'key-1')).toMatchObject({
      status: 409,
      code: 'idempotency_conflict',
    });
  });

  it('are added once by two requests at the same time', async () => {
    const id = await newList();
    const many = Array.from({ length: 90 }, (_, at) => ({ Company: `Company ${at}` }));
    const replies = await Promise.all([add(id, many, 'twice'), add(id, many, 'twice')]);
    expect(replies.map(({ status, body }) => [status, body.added])).toEqual([
      [200, 90],
      [200, 90],
    ]);
    expect(await companies(id)).toHaveLength(90);
  });

  it('can be added with the same key after a failure', async () => {
    expect(await add(crypto.randomUUID(), rows, 'key-2')).toMatchObject({ status: 404 });
    const id = await newList();
    expect(await add(id, [{ Company: 'A' }], 'key-2')).toMatchObject({ status: 200, body: { added: 1 } });
  });
});
