// On PostgreSQL: lists and results of one account are stored by several connections at once.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PERSONAL_DATA } from '../account-closing.ts';
import { transaction } from '../platform/database/db.ts';
import { deleteRows } from './delete-rows.ts';
import { deleteIfAbandoned, insertList, storedBy } from './list-store.ts';
import { openTaskBench, sites, type TaskBench } from './test-tasks.ts';

let bench: TaskBench;
beforeAll(async () => {
  bench = await openTaskBench();
});
afterAll(() => bench.close());

/** What the rows themselves add up to. */
async function summed(account: string) {
  const { rows } = await sql<{ items: number; bytes: number; waiting: number }>`
    select coalesce(sum(l.items), 0)::int8 as items, coalesce(sum(l.bytes + coalesce(t.row_bytes, 0)), 0)::int8 as bytes,
           count(*) filter (where t.id is null or t.status in ('queued', 'processing')) as waiting
    from task_lists l left join tasks t on t.id = l.id where l.account_id = ${account}::uuid
  `.execute(bench.deps.database.db);
  return rows[0];
}

const counted = (account: string) => transaction(bench.deps.database.db, (tx) => storedBy(tx, account));

type Step = 'start' | 'upload' | 'abandon' | 'settle' | 'delete';

describe('what an account stores', () => {
  it('is what its lists and results add up to, whatever happens at once', async () => {
    const step = fc.constantFrom<Step>('start', 'upload', 'abandon', 'settle', 'delete');
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(step, { maxLength: 4 }), { maxLength: 6 }), async (rounds) => {
        const { db } = bench.deps.database;
        const account = await bench.account(1000);
        const tasks = [await bench.start(account, sites(2))];
        const uploads: string[] = [];
        const run: Record<Step, () => Promise<unknown>> = {
          start: async () => tasks.push(await bench.start(account, sites(3, `?${randomUUID()}`))),
          upload: () => {
            const id = randomUUID();
            uploads.push(id);
            return insertList(db, { id, accountId: account, items: 7, bytes: 70, at: new Date() });
          },
          abandon: async () => {
            for (const id of uploads.splice(0)) await deleteIfAbandoned(db, id);
          },
          settle: () => Promise.all(tasks.map((task) => bench.settle(task, [0, 1]))),
          delete: async () => {
            const [first] = tasks;
            if (first) await deleteRows(bench.deps, account, first.id).catch(() => {});
          },
        };
        for (const steps of rounds) {
          await Promise.all(steps.map((name) => run[name]()));
          expect(await counted(account)).toEqual(await summed(account));
        }
      }),
      { numRuns: 12 },
    );
  });

  it('is nothing without lists, and is deleted with the account', async () => {
    const { db } = bench.deps.database;
    const account = await bench.account(10);
    expect(await counted(account)).toEqual({ items: 0, bytes: 0, waiting: 0 });
    await bench.settle(await bench.start(account, sites(2)), [0]);
    expect((await counted(account)).items).toBe(2);
    await db.deleteFrom('accounts').where('id', '=', account).execute();
    expect(await counted(account)).toEqual({ items: 0, bytes: 0, waiting: 0 });
  });

  it('is counted for the rows of earlier versions', async () => {
    const { db } = bench.deps.database;
    const account = await bench.account(10);
    await bench.settle(await bench.start(account, sites(4)), [0, 1]);
    const before = await counted(account);
    expect(before.bytes).toBeGreaterThan(0);
    const script = readFileSync(
      new URL('../../db/migrations/0081_account_storage.sql', import.meta.url),
      'utf8',
    );
    await bench.deps.database.runScript(
      `drop table account_storage; drop trigger count_list_storage on task_lists; drop trigger count_row_storage on tasks;
       drop trigger count_deleted_row_storage on tasks; drop function count_list_storage; drop function count_row_storage;
       drop index tasks_of_account_by_id; ${script}`,
    );
    expect(await counted(account)).toEqual(before);
    await db.deleteFrom('accounts').where('id', '=', account).execute();
  });
});

it('every table that an account exports in pages has an index for them', async () => {
  const { rows } = await sql<{ table: string; columns: string }>`
    select t.relname as table, pg_get_indexdef(i.indexrelid) as columns
    from pg_index i join pg_class t on t.oid = i.indrelid
  `.execute(bench.deps.database.db);
  const exported = PERSONAL_DATA.filter((declared) => declared.kind === 'table');
  const missing = exported
    // An account has few rows of the others.
    .filter(({ table }) => MANY_ROWS.has(table))
    .filter(
      ({ table, key }) =>
        !rows.some((index) => index.table === table && index.columns.includes(`(account_id, ${key})`)),
    );
  expect(missing.map(({ table }) => table)).toEqual([]);
});

const MANY_ROWS = new Set<string>(['tasks', 'credit_entries']);
