// On PostgreSQL: steps find their rows by their place in the table.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PERSONAL_DATA } from '../account-closing.ts';
import { deleteExpiredKeys } from '../idempotency/idempotency.ts';
import { recordStatements } from '../platform/database/test-statements.ts';
import { openTaskBench, sites, type TaskBench } from '../tasks/test-tasks.ts';
import { deleteAccount } from './delete-account.ts';

const MANY = 1200;
const STEP_ROWS = 500;

let bench: TaskBench;
beforeAll(async () => {
  bench = await openTaskBench();
});
afterAll(() => bench.close());

/** An account with many rows in several tables. */
async function filledAccount(): Promise<{ id: string; email: string }> {
  const { db } = bench.deps.database;
  const id = await bench.account(MANY);
  const task = await bench.start(id, sites(10));
  await bench.settle(task, [0, 1]);
  await sql`
    insert into credit_entries (account_id, amount, reason) select ${id}::uuid, 0, 'test' from generate_series(1, ${MANY}::integer)
  `.execute(db);
  await sql`
    insert into charged_items (account_id, kind, digest, fresh_until)
    select ${id}::uuid, 'website-extraction', md5(n::text), now() from generate_series(1, ${MANY}::integer) n
  `.execute(db);
  await sql`
    with list as (
      insert into lists (account_id, kind, source, name, columns, created_at, updated_at)
      values (${id}::uuid, 'extension', 'clutch', 'List', '[]', now(), now()) returning id
    )
    insert into list_rows (list_id, cells, bytes, added_at, updated_at)
    select list.id, '{}', 2, now(), now() from list, generate_series(1, ${MANY}::integer)
  `.execute(db);
  const { email } = await db
    .selectFrom('accounts')
    .select('email')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { id, email };
}

async function countRows(table: 'credit_entries' | 'charged_items' | 'list_rows'): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(
    bench.deps.database.db,
  );
  return rows[0]?.n ?? 0;
}

it('deletes an account with many rows in steps, and leaves those of others', async () => {
  const other = await filledAccount();
  const { id, email } = await filledAccount();
  const { database, statements } = recordStatements(bench.deps.database);
  await deleteAccount({ ...bench.deps, database }, id, email, {
    endPayments: async () => {},
    personalData: PERSONAL_DATA,
  });
  expect(Math.max(...statements.map(({ rows }) => rows))).toBeLessThanOrEqual(STEP_ROWS);
  // The rows of the ledger, of paid items and of lists, before the account itself.
  const full = statements.filter(({ text, rows }) => text.startsWith('delete') && rows === STEP_ROWS);
  expect(full).toHaveLength(3 * Math.floor(MANY / STEP_ROWS));
  expect(await countRows('list_rows')).toBe(MANY);
  expect(await countRows('charged_items')).toBe(MANY + 2);
  expect(await bench.task((await bench.start(other.id, sites(1))).id)).toMatchObject({ total: 1 });
});

it('deletes expired keys in steps', async () => {
  const { database, statements } = recordStatements(bench.deps.database);
  const id = await bench.account(1);
  await sql`
    insert into idempotency_keys (account_id, call, key, request_hash, created_at)
    select ${id}::uuid, 'test', n::text, '', now() - interval '2 days' from generate_series(1, ${MANY}::integer) n
  `.execute(bench.deps.database.db);
  await deleteExpiredKeys(database.db, Date.now());
  expect(statements.map(({ rows }) => rows)).toEqual([STEP_ROWS, STEP_ROWS, MANY - 2 * STEP_ROWS]);
});
