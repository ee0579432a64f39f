// On PostgreSQL: imports with the same key arrive at the same time.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { batch, type ListBench, openListBench, place } from './test-lists.ts';

let bench: ListBench;
beforeAll(async () => {
  bench = await openListBench({
    LIST_ROWS_PER_ACCOUNT: '5',
    LISTS_PER_ACCOUNT: '3',
    LIST_MB_PER_ACCOUNT: '1',
  });
});
afterAll(() => bench.close());

describe('attacks on lists', () => {
  it('a person cannot read, change or start the list of another account', async () => {
    const [ada, eve] = [await bench.person(), await bench.person()];
    await bench.call('extension-import', { token: await ada.device(), body: batch([place('a')]) });
    const [{ id }] = (await ada.call('lists')).body.lists;
    const [row] = (await ada.call(`list-rows?id=${id}`)).body.rows;
    expect((await eve.call('lists')).body.lists).toEqual([]);
    const tries = await Promise.all([
      eve.call(`list-rows?id=${id}`),
      eve.call(`list-csv?id=${id}`),
      eve.call('list-rename', { id, name: 'Mine' }),
      eve.call('list-delete-rows', { id, rows: [row.id] }),
      eve.call('list-quote', { id, type: 'website-extraction' }),
      eve.call('list-start', { id, type: 'website-extraction', columns: { website: 'website' } }),
    ]);
    expect(tries.map(({ code }) => code)).toEqual(Array(6).fill('not_found'));
    await eve.call('list-delete', { id });
    // Rows of another list, through an own one.
    await bench.call('extension-import', { token: await eve.device(), body: batch([place('e')]) });
    const [own] = (await eve.call('lists')).body.lists;
    await eve.call('list-delete-rows', { id: own.id, rows: [row.id] });
    expect((await ada.call(`list-rows?id=${id}`)).body).toMatchObject({ total: 1, rows: [{ id: row.id }] });
    for (const name of ['lists', `list-rows?id=${id}`, `list-csv?id=${id}`])
      expect((await bench.call(name)).status).toBe(401);
  });

  it('parallel imports with one key add once and all get the same reply', async () => {
    const ada = await bench.person();
    const token = await ada.device();
    const body = batch([place('a'), { key: 'x', aliases: ['x'], values: {} }]);
    const headers = { 'idempotency-key': 'batch-1' };
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => bench.call('extension-import', { token, body, headers })),
    );
    for (const reply of replies)
      expect(reply.body).toEqual({
        added: 1,
        updated: 0,
        list: { id: expect.any(String), name: 'Bakeries' },
        refused: [{ key: 'x', reason: 'The row has no values.' }],
      });
    const other = await bench.call('extension-import', { token, body: batch([place('b')]), headers });
    expect(other.code).toBe('idempotency_conflict');
    // Without a key, the rows themselves are recognized.
    await Promise.all(
      Array.from({ length: 4 }, () => bench.call('extension-import', { token, body: batch([place('c')]) })),
    );
    expect((await ada.call('lists')).body.storage.rows.used).toBe(2);
  });

  it('an account stores only as much as it may, also with parallel imports', async () => {
    const ada = await bench.person();
    const token = await ada.device();
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        bench.call('extension-import', { token, body: batch([place(`p${n}`)]) }),
      ),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(5);
    const full = replies.find(({ status }) => status !== 200);
    expect(full).toMatchObject({
      status: 429,
      code: 'quota_exceeded',
      body: { error: { message: expect.stringContaining('5 rows') } },
    });
    // Rows that are there can still be updated.
    const update = batch([place('p0', { phone: '1' })]);
    const [known] = (await ada.call('lists')).body.lists;
    const found = (await ada.call(`list-rows?id=${known.id}&search=p0`)).body.total;
    if (found > 0)
      expect((await bench.call('extension-import', { token, body: update })).body.updated).toBe(1);
    const eve = await bench.person();
    const device = await eve.device();
    for (let n = 0; n < 4; n++) {
      const body = batch([place(`p${n}`)], { list: `List ${n}` });
      const { code } = await bench.call('extension-import', { token: device, body });
      expect([n, code]).toEqual([n, n < 3 ? undefined : 'quota_exceeded']);
    }
  });

  it('hostile cells and batches are refused and leave nothing behind', async () => {
    const ada = await bench.person();
    const token = await ada.device();
    const send = (body: unknown) => bench.call('extension-import', { token, body });
    const many = Array.from({ length: 501 }, (_, n) => place(`p${n}`));
    expect((await send(batch(many))).code).toBe('validation_failed');
    expect((await send(batch([place('nul', { phone: 'a\0b' })]))).code).toBe('validation_failed');
    const huge = batch([place('huge', { phone: 'x'.repeat(1_000_000) })]);
    expect((await send(huge)).code).toBe('payload_too_large');
    const large = batch([place('large', { phone: 'x'.repeat(900_000) })]);
    expect((await send(large)).body).toMatchObject({ added: 0, refused: [{ key: 'large' }] });
    expect((await send('{"list":')).code).toBe('bad_json');
    expect((await send(batch([]))).code).toBe('validation_failed');
    expect((await send(batch([place('a')], { readerVersion: '0.0.9' }))).code).toBe('unprocessable');
    expect((await send(batch([place('a')], { site: 'clutch' }))).code).toBe('validation_failed');
    const proto = `{"list":"L","site":"google-maps","readerVersion":"0.1.0","rows":[{"key":"__proto__","aliases":["__proto__","constructor"],"values":{"__proto__":"x","name":"ok"}}]}`;
    expect((await send(proto)).status).toBeLessThan(500);
    const half = batch([place('lone', { name: '\ud800' })]);
    expect((await send(half)).status).toBeLessThan(500);
    const kept = (await ada.call('lists')).body.storage.rows.used;
    expect(kept).toBeLessThanOrEqual(2);
  });

  it('many different faults make no large reply that is kept', async () => {
    const ada = await bench.person();
    const token = await ada.device();
    const rows = Array.from({ length: 500 }, (_, n) => ({
      key: `k${n}`,
      aliases: [`k${n}`],
      values: { [`${n}`.padEnd(500, 'x')]: 'y' },
    }));
    const { body } = await bench.call('extension-import', { token, body: batch(rows) });
    expect(body.refused).toHaveLength(500);
    const { refused } = await bench.database.db
      .selectFrom('list_imports')
      .where('account_id', '=', ada.id)
      .select('refused')
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(refused).length).toBeLessThan(10_000);
  });
});
