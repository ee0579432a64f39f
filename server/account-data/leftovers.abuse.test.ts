import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { send, TEST_PASSWORD } from '../auth/test-requests.ts';
import { openPaymentBench, type PaymentBench } from '../payments/test-bench.ts';

let bench: PaymentBench;
beforeAll(async () => {
  bench = await openPaymentBench();
});
afterAll(() => bench.close());

/** The tables with a row that has a text in any column. */
async function tablesWith(text: string): Promise<string[]> {
  const { db } = bench.database;
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
  `.execute(db);
  expect(tables.length).toBeGreaterThan(30);
  const found: string[] = [];
  for (const { schema, name } of tables) {
    const table = sql.table(`${schema}.${name}`);
    const { rows } = await sql`select 1 from ${table} t where t::text like ${`%${text}%`} limit 1`.execute(
      db,
    );
    if (rows.length > 0) found.push(`${schema}.${name}`);
  }
  return found;
}

describe('an account that is deleted', () => {
  it('leaves its address nowhere, and another account keeps everything', async () => {
    const [gone, stays] = [await bench.person('gone@example.com'), await bench.person('stays@example.com')];
    const { adminKey } = bench.deps.secrets;
    for (const { email } of [gone, stays]) {
      await send(bench.app, '/auth/v1/token?grant_type=password', {
        body: { email, password: 'wrong password' },
      });
      await send(bench.app, '/auth/v1/recover', { body: { email } });
      await send(bench.app, '/auth/v1/otp', { body: { email } });
      await send(bench.app, '/functions/v1/admin-upgrade-account', { body: { adminKey, email } });
      await send(bench.app, '/functions/v1/admin-upgrade-account', { body: { adminKey: 'wrong', email } });
    }
    const { body } = await stays.call('admin-info', { adminKey });
    const actions = (body.recent as { detail: string; accepted: boolean }[]).filter(({ detail }) => detail);
    expect(actions.map(({ detail }) => detail)).toEqual([stays.email, gone.email]);
    // Mail that waits has the address; the worker deletes it once it is sent.
    await sql`delete from pgboss.job`.execute(bench.database.db);

    expect(
      (await gone.call('account-delete', { email: gone.email, currentPassword: TEST_PASSWORD })).status,
    ).toBe(200);
    expect(await tablesWith(gone.email)).toEqual([]);
    expect(await tablesWith(stays.email)).toContain('public.accounts');
    const after = await stays.call('admin-info', { adminKey });
    expect((after.body.recent as { detail: string }[]).map(({ detail }) => detail).filter(Boolean)).toEqual([
      stays.email,
      'a deleted account',
    ]);
  });
});
