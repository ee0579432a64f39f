// On PostgreSQL: the steps of a search are other statements there.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { recordStatements } from '../platform/database/test-statements.ts';
import { createColumnIndex } from './column-index/column-index.ts';
import { createListSearch, type ListQuery } from './list-search.ts';
import { findList, type ListRecord } from './store.ts';
import { batch, type ListBench, type ListOwner, openListBench, place } from './test-lists.ts';

const ROWS = 3000;
const STEP_ROWS = 500;
const isEmbedded = !process.env.TEST_POSTGRES_URL;

let bench: ListBench;
let eve: ListOwner;
let list: ListRecord;
beforeAll(async () => {
  bench = await openListBench();
  eve = await bench.person();
  list = await filledList(eve, ROWS, 'row');
});
afterAll(() => bench.close());
beforeEach(() => void bench.statements.splice(0));

/** A list with many rows. `pad` makes each of them larger. */
async function filledList(owner: ListOwner, rows: number, name: string, pad = 0): Promise<ListRecord> {
  const { db } = bench.database;
  const body = batch([place('first', { reviews: '1' })], { list: name });
  await bench.call('extension-import', { token: await owner.device(), body });
  const { lists } = (await owner.call('lists')).body;
  const { id } = lists.find((list: { name: string }) => list.name === name);
  await sql`
    insert into list_rows (list_id, cells, bytes, added_at, updated_at)
    select ${id}::uuid, jsonb_build_object('name', ${name} || ' ' || n, 'reviews', (n % 7)::text, 'website',
      (select string_agg(md5(n::text || m), '') from generate_series(1, ${pad}::integer) m)),
      40 + 32 * ${pad}::integer, now(), now()
    from generate_series(2, ${rows}::integer) n
  `.execute(db);
  await sql`update lists set rows = ${rows} where id = ${id}::uuid`.execute(db);
  const found = await findList(db, owner.id, id);
  if (!found) throw new Error('The list is missing.');
  return found;
}
const steps = () => bench.statements.filter(({ text }) => text.includes('list_rows'));

describe('a search of a large list', () => {
  // The index can't answer these searches, because of their line breaks.
  it('lets another user in between any two of its steps', async () => {
    const ada = await bench.person();
    const own = await filledList(ada, 3, 'own');
    bench.statements.splice(0);
    let isOver = false;
    const attack = Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        eve.call(`list-rows?id=${list.id}&search=no%0Athing${n}&sort=name`),
      ),
    ).finally(() => (isOver = true));
    const files = Promise.all(
      Array.from({ length: 3 }, () => eve.call(`list-csv?id=${list.id}&search=nothing`)),
    );
    const waits: number[] = [];
    while (!isOver) {
      const before = steps().length;
      const reply = await ada.call(`list-rows?id=${own.id}`);
      expect(reply.body.total).toBe(3);
      waits.push(steps().length - before);
    }
    const codes = (await attack).map(({ code }) => code);
    await files;
    // One runs, ten wait, and the others are refused.
    expect(codes.filter((code) => code === undefined)).toHaveLength(11);
    expect(codes.filter((code) => code === 'rate_limited')).toHaveLength(9);
    expect(waits.length).toBeGreaterThan(2);
    // A reply takes a few statements of Ada's, of which each waits for two steps of all of Eve's work at most.
    // PostgreSQL runs Eve's on a few connections of their own at the same time (database-turns.test.ts).
    if (isEmbedded) expect(Math.max(...waits)).toBeLessThan(25);
    expect(steps().length).toBeGreaterThan(11 * (ROWS / STEP_ROWS));
  });

  it('reads the list once, in steps, and only the rows of the page again', async () => {
    const { database, statements } = recordStatements(bench.database);
    const search = createListSearch(database.db, null);
    const query: ListQuery = { search: 'RÓW 1', sort: null, offset: 0, limit: 50 };
    const { rows, total } = await search.page(list, query);
    expect([rows.length, total]).toEqual([50, 1110]);
    const reads = () => statements.filter(({ text }) => text.includes('list_rows'));
    // Six full steps, one that finds the end, and the rows.
    expect(reads()).toHaveLength(ROWS / STEP_ROWS + 2);
    expect(Math.max(...reads().map((statement) => statement.rows))).toBeLessThanOrEqual(50);
    statements.splice(0);
    const next = await search.page(list, { ...query, offset: 50 });
    expect(next.rows[0]?.id).toBeLessThan(rows.at(-1)?.id ?? 0);
    expect(reads()).toHaveLength(1);
    // A change of the list makes it read again.
    const token = await eve.device();
    await bench.call('extension-import', { token, body: batch([place('row 1x')], { list: 'row' }) });
    expect((await search.page(list, query)).total).toBe(1111);
  });

  it('compares columns in the same steps, and remembers what it found', async () => {
    const { database, statements } = recordStatements(bench.database);
    const search = createListSearch(database.db, null);
    const where = Array.from({ length: 10 }, () => ({
      fields: ['reviews'],
      is: 'at-least' as const,
      value: '6',
    }));
    const query: ListQuery = { search: '', where, sort: null, offset: 0, limit: 50 };
    expect((await search.page(list, query)).total).toBe(428);
    const reads = () => statements.filter(({ text }) => text.includes('list_rows'));
    expect(reads()).toHaveLength(Math.ceil((ROWS + 1) / STEP_ROWS) + 2);
    statements.splice(0);
    await search.page(list, { ...query, offset: 400 });
    expect(reads()).toHaveLength(1);
  });

  it('reads the list into the index once, in steps, and then only what changed', async () => {
    const { database, statements } = recordStatements(bench.database);
    const index = createColumnIndex({ log: bench.deps.log });
    const search = createListSearch(database.db, index);
    const reads = () => statements.filter(({ text }) => text.includes('list_rows'));
    const indexed = await filledList(eve, ROWS, 'indexed');
    const query: ListQuery = { search: 'INDÉXED 1', sort: null, offset: 0, limit: 50 };
    expect((await search.page(indexed, query)).total).toBe(1110);
    // Six full steps, one for the last row, one that finds the end, and the rows.
    expect(reads()).toHaveLength(ROWS / STEP_ROWS + 2);
    for (const more of [
      { offset: 50 },
      { search: 'indexed 2' },
      { sort: { column: 'name', direction: 'asc' } },
    ]) {
      statements.splice(0);
      await search.page(indexed, { ...query, ...more } as ListQuery);
      expect(reads()).toHaveLength(1);
    }
    statements.splice(0);
    const token = await eve.device();
    await bench.call('extension-import', { token, body: batch([place('1x')], { list: 'indexed' }) });
    expect((await search.page(indexed, { ...query, search: 'place 1x' })).total).toBe(1);
    // The row that changed, the end of the changes, and the rows.
    expect(reads()).toHaveLength(3);
    await index.close();
  });

  it('lets another user in between any two steps that read it into the index', async () => {
    const ada = await bench.person();
    const own = await filledList(ada, 3, 'own');
    const lists = await Promise.all([1, 2, 3].map((n) => filledList(eve, ROWS, `for the index ${n}`)));
    bench.statements.splice(0);
    let isOver = false;
    const attack = Promise.all(
      lists.flatMap(({ id }) =>
        Array.from({ length: 3 }, (_, n) => eve.call(`list-rows?id=${id}&search=nothing${n}&sort=name`)),
      ),
    ).finally(() => (isOver = true));
    const waits: number[] = [];
    while (!isOver) {
      const before = steps().length;
      expect((await ada.call(`list-rows?id=${own.id}&search=own`)).body.total).toBe(2);
      waits.push(steps().length - before);
    }
    expect((await attack).map(({ body }) => body.total)).toEqual(Array(9).fill(0));
    expect(waits.length).toBeGreaterThan(2);
    if (isEmbedded) expect(Math.max(...waits)).toBeLessThan(25);
    // Each list is read once, for three searches.
    const read = steps().filter(({ text }) => text.includes('string_agg'));
    expect(read.length).toBeLessThan(lists.length * (ROWS / STEP_ROWS + 3));
  });

  it('sorts all rows across its steps', async () => {
    const { rows } = (await eve.call(`list-rows?id=${list.id}&sort=reviews&limit=200&page=3`)).body;
    const values = rows.map(({ values }: { values: { reviews?: string } }) => values.reviews);
    expect(new Set(values)).toEqual(new Set(['0', '1']));
    expect(values).toEqual([...values].sort());
  });

  it('reads fewer rows in a step if they are large', async () => {
    const large = await filledList(eve, 100, 'large', 900);
    const pages: number[] = [];
    bench.statements.splice(0);
    const { body } = await eve.call(`list-csv?id=${large.id}`);
    expect(body.split('\r\n')).toHaveLength(102);
    for (const { text, rows } of bench.statements) if (text.includes('list_rows')) pages.push(rows);
    // After a small one, 28,840 bytes each: 19 of them exceed 512 KB.
    expect(Math.max(...pages)).toBe(20);
    expect(pages.reduce((sum, rows) => sum + rows, 0)).toBe(100);
  });

  it('ends when its client leaves', async () => {
    const search = createListSearch(bench.database.db, null);
    const leaving = new AbortController();
    const query: ListQuery = { search: 'nothing', sort: null, offset: 0, limit: 50 };
    leaving.abort(new Error('left'));
    await expect(search.page(list, query, leaving.signal)).rejects.toThrow('left');
    expect(steps()).toHaveLength(1);
  });
});

describe('a list that is read for a tool', () => {
  const quote = (owner: ListOwner, id: string) =>
    owner.call('list-quote', { id, type: 'website-extraction' });

  /** Sets what everyone has used of a limit. */
  const setUses = (name: string, used: number) =>
    bench.database.db.updateTable('rate_limits').set({ used }).where('bucket', 'like', `${name}:%`).execute();

  it('is not refused because another account asks for many', async () => {
    const ada = await bench.person();
    const own = await filledList(ada, 3, 'own');
    let isOver = false;
    const tries = Array.from({ length: 90 }, (_, n) =>
      n % 3 > 0
        ? quote(eve, list.id)
        : eve.call('list-start', {
            id: list.id,
            type: 'website-extraction',
            columns: { website: 'website' },
          }),
    );
    const attack = Promise.all(tries).finally(() => (isOver = true));
    // As many wait as can.
    await Promise.any(
      tries.map(async (reply) => {
        if ((await reply).code !== 'rate_limited') throw new Error('It waits.');
      }),
    );
    const codes: (string | undefined)[] = [];
    while (!isOver && codes.length < 100) codes.push((await quote(ada, own.id)).code);
    expect(new Set(codes)).toEqual(new Set([undefined]));
    // One is read, and ten wait.
    const refused = (await attack).filter(({ code }) => code === 'rate_limited');
    expect(refused.length).toBeGreaterThan(40);
  });

  it('and its plain pages are limited per account and minute', async () => {
    const bob = await bench.person();
    const own = await filledList(bob, 3, 'own');
    const page = () => bob.call(`list-rows?id=${own.id}`);
    for (const [call, ask, limit] of [
      ['list-quote', () => quote(bob, own.id), 120],
      ['list-rows', page, 600],
    ] as const) {
      expect((await ask()).code).toBeUndefined();
      await setUses(call, limit - 1);
      expect([(await ask()).code, (await ask()).code]).toEqual([undefined, 'rate_limited']);
    }
    bench.deps.clock.advance(60_000);
    expect((await page()).code).toBeUndefined();
  });
});
