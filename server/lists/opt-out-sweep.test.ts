// On PostgreSQL: a change of another connection commits between what the sweep reads and what it writes.
import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseOptOuts } from '../leads/test-leads.ts';
import { addOptOuts } from '../opt-outs/opt-outs.ts';
import { sweepList } from './opt-out-sweep.ts';
import { type ListBench, type ListOwner, openListBench } from './test-lists.ts';

let bench: ListBench;
let ada: ListOwner;
beforeAll(async () => {
  bench = await openListBench();
  ada = await bench.person();
});
afterAll(() => bench.close());

async function newList(name: string, rows: readonly object[], keyColumn: string | null = null) {
  const columns = [{ name: 'Company' }, { name: 'Email' }, { name: 'People' }];
  const { body } = await ada.call('list-create', { name, columns, keyColumn });
  await ada.call('list-add-rows', { id: body.id, rows });
  const stored = await storedRows(body.id);
  return { id: body.id as string, ids: stored.map(({ id }) => id) };
}
async function storedRows(id: string) {
  const rows = bench.database.db
    .selectFrom('list_rows')
    .select(['id', 'cells', 'bytes'])
    .where('list_id', '=', id);
  return (await rows.orderBy('id').execute()).map((row) => ({ ...row, id: Number(row.id) }));
}

/** The same server, on which something happens right after the first statement whose result has such a row. */
function interrupted(hasRow: (row: Record<string, unknown>) => boolean, between: () => Promise<void>) {
  let isDone = false;
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (isDone || !result.rows.some(hasRow)) return result;
      isDone = true;
      await between();
      return result;
    },
  };
  const { database } = bench.deps;
  return { ...bench.deps, database: { ...database, db: database.db.withPlugin(plugin) } };
}
const optOut = (address: string) => addOptOuts(bench.deps, parseOptOuts(address), async () => {});
const countersOf = async (id: string) => {
  const { rows, bytes, optedOut } = (await ada.call(`list-rows?id=${id}&limit=1`)).body.list;
  return { rows, bytes, optedOut };
};

it('takes nothing from a change that was made while it looked at the rows', async () => {
  const people = 'Jo Doe, CEO, jo@one.example; Al Roe, CTO, al@one.example';
  const { id, ids } = await newList('Swept', [
    { Company: 'One', People: people },
    { Company: 'Two', Email: 'jo@one.example' },
    { Company: 'Three', Email: 'jo@one.example' },
  ]);
  await optOut('jo@one.example');
  const change = (row: number | undefined, column: string, value: string) => ({ row, column, value });
  const deps = interrupted(
    (row) => row.cells !== undefined && row.added_at !== undefined,
    async () => {
      const changes = [change(ids[0], 'Company', 'One Inc.'), change(ids[1], 'Email', 'info@two.example')];
      expect((await ada.call('list-edit', { id, changes })).status).toBe(200);
    },
  );
  await sweepList(deps, id, []);
  const rows = await storedRows(id);
  expect(rows.map(({ cells }) => cells)).toEqual([
    { Company: 'One Inc.', People: 'Al Roe, CTO, al@one.example' },
    { Company: 'Two', Email: 'info@two.example' },
  ]);
  expect(await countersOf(id)).toEqual({
    rows: 2,
    bytes: rows.reduce((sum, { bytes }) => sum + bytes, 0),
    optedOut: 2,
  });
});

it('leaves no key of a value that it removed', async () => {
  const people = 'Ed Doe, CEO, ed@key.example; Al Roe, CTO, al@key.example';
  const { id } = await newList('Swept keys', [{ People: people }], 'People');
  await optOut('ed@key.example');
  await sweepList(bench.deps, id, []);
  const keys = await bench.database.db
    .selectFrom('list_row_keys')
    .select('key')
    .where('list_id', '=', id)
    .execute();
  expect(keys).toEqual([{ key: 'key:al roe, cto, al@key.example' }]);
  const [row] = await storedRows(id);
  expect(await countersOf(id)).toMatchObject({ bytes: row?.bytes, optedOut: 1 });
});

it('takes no evidence of an answer that came while it looked at the cells', async () => {
  const { id, ids } = await newList('Swept cells', [{ Company: 'A' }, { Company: 'B' }]);
  const { db } = bench.database;
  const evidence = (email: string) =>
    JSON.stringify([
      {
        tool: 'x',
        verdict: null,
        found: true,
        failed: false,
        accepted: true,
        text: '',
        charge: 0,
        row: { email },
      },
    ]);
  const cells = ids.map((row) => ({
    list_id: id,
    row_id: row,
    step: 's1',
    status: 'done' as const,
    tries: evidence('cy@cell.example'),
  }));
  await db.insertInto('list_cells').values(cells).execute();
  await optOut('cy@cell.example');
  const deps = interrupted(
    (row) => row.tries !== undefined && row.version !== undefined,
    async () => {
      await db
        .updateTable('list_cells')
        .set({ tries: evidence('new@cell.example') })
        .where('list_id', '=', id)
        .where('row_id', '=', ids[1] ?? 0)
        .execute();
    },
  );
  await sweepList(deps, id, []);
  const left = await db
    .selectFrom('list_cells')
    .select(['tries', 'note'])
    .where('list_id', '=', id)
    .orderBy('row_id')
    .execute();
  expect(left).toMatchObject([
    { tries: [], note: expect.stringContaining('asked not to be listed') },
    { tries: [{ row: { email: 'new@cell.example' } }], note: null },
  ]);
});
