// On PostgreSQL: lists are found by an index, and transactions wait for each other.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { WAIT } from '../../e2e/fixtures/wait.ts';
import { createApp } from '../app.ts';
import { newCaller } from '../auth/test-caller.ts';
import { transaction } from '../platform/database/db.ts';
import { insertItems } from './item-store.ts';
import { abandonedLists, deleteIfAbandoned, insertList, markListStarted } from './list-store.ts';
import { listTasks } from './task-list.ts';
import { openTaskBench, type TaskBench } from './test-tasks.ts';

let bench: TaskBench;
beforeAll(async () => {
  bench = await openTaskBench();
});
afterAll(() => bench.close());

/** Tasks with one row of 50 KB each, latest last. Returns their IDs. */
async function addLargeTasks(accountId: string, count: number): Promise<string[]> {
  const { db } = bench.deps.database;
  const ids = Array.from({ length: count }, () => randomUUID());
  const at = (n: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, n));
  await db
    .insertInto('task_lists')
    .values(ids.map((id, n) => ({ id, account_id: accountId, created_at: at(n) })))
    .execute();
  await db
    .insertInto('tasks')
    .values(
      ids.map((id, n) => ({
        id,
        account_id: accountId,
        type: 'website-extraction',
        status: 'completed',
        total: 1,
        processed: 1,
        created_at: at(n),
      })),
    )
    .execute();
  await sql`
    insert into task_items (task_id, position, shard, input, status, row)
    select id, 0, 0, 'https://acme.com/', 'settled', jsonb_build_object('title', repeat('x', 50000))
    from task_lists where account_id = ${accountId}::uuid`.execute(db);
  return ids;
}

describe('a list of all tasks with their results', () => {
  it('has a limited size, and says where each result is that it leaves out', async () => {
    const person = await newCaller(createApp(bench.deps));
    const ids = await addLargeTasks(person.id, 150);
    const reply = await person.table('select=*&order=createdat.desc');
    const text = await reply.text();
    expect(Buffer.byteLength(text)).toBeLessThan(2.3 * 1024 * 1024);
    const rows = JSON.parse(text) as { id: string; result: object[] | null; result_url: string | null }[];
    expect(rows.map(({ id }) => id)).toEqual(ids.toReversed());
    const whole = rows.findIndex(({ result }) => result === null);
    expect(whole).toBe(41);
    for (const [index, { id, result, result_url }] of rows.entries()) {
      expect(result_url === null).toBe(index < whole);
      if (index < whole) expect(result).toEqual([{ title: 'x'.repeat(50_000) }]);
      else expect(result_url).toBe(`${bench.deps.publicUrl}/rest/v1/tasks?select=result&id=eq.${id}`);
    }
    const [last] = (await (await person.table(`select=result&id=eq.${ids[0]}`)).json()) as object[];
    expect(last).toEqual({ result: [{ title: 'x'.repeat(50_000) }] });
  });

  it('takes a limited number of queries', async () => {
    const person = await newCaller(createApp(bench.deps));
    const { db } = bench.deps.database;
    await db
      .insertInto('tasks')
      .values(
        Array.from({ length: 300 }, () => ({
          account_id: person.id,
          type: 'website-extraction',
          status: 'completed' as const,
          total: 0,
        })),
      )
      .execute();
    const rows = (await (await person.table('select=id,result')).json()) as { result: object[] | null }[];
    expect(rows).toHaveLength(300);
    expect(rows.filter(({ result }) => result !== null)).toHaveLength(100);
  });
});

it.each(['true', 'false'] as const)(
  'tasks with undone=%s are found without a search for each',
  async (undone) => {
    const { db } = bench.deps.database;
    const account = await bench.account(5);
    await addLargeTasks(account, 20);
    const scans = await transaction(db, async (tx) => {
      // A table of a few rows would be searched for each.
      await sql`set local enable_nestloop = off`.execute(tx);
      const scansNow = async () => {
        const { rows } = await sql<{ scans: number }>`
        select (seq_scan + idx_scan)::int as scans from pg_stat_xact_user_tables
        where relname = 'list_runs'`.execute(tx);
        return rows[0]?.scans ?? Number.NaN;
      };
      const before = await scansNow();
      const { count } = await listTasks(tx, bench.deps.taskTools, account, {
        search: '',
        undone,
        page: 1,
        limit: 10,
      });
      expect(count).toBe(undone === 'true' ? 0 : 20);
      return (await scansNow()) - before;
    });
    // One for the count, and one for the page.
    expect(scans).toBeLessThanOrEqual(2);
  },
);

describe('lists without a task', () => {
  it('are found without reading those that have one', async () => {
    const account = await bench.account(5);
    const { db } = bench.deps.database;
    const started = Array.from({ length: 300 }, () => ({
      id: randomUUID(),
      account_id: account,
      created_at: new Date(0),
    }));
    await db
      .insertInto('task_lists')
      .values(started.map((list) => ({ ...list, state: 'started' as const })))
      .execute();
    const abandoned = randomUUID();
    await insertList(db, { id: abandoned, accountId: account, items: 1, bytes: 10, at: new Date(0) });
    const { found, read } = await transaction(db, async (tx) => {
      // A table of a few pages is read whole, although there is an index.
      await sql`set local enable_seqscan = off`.execute(tx);
      const rowsRead = async () => {
        const { rows } = await sql<{ read: number }>`
          select (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_user_tables
          where relname = 'task_lists'`.execute(tx);
        return rows[0]?.read ?? Number.NaN;
      };
      const before = await rowsRead();
      const lists = await abandonedLists(tx, new Date(1));
      return { found: lists, read: (await rowsRead()) - before };
    });
    expect([found, read]).toEqual([[abandoned], 1]);
  });

  it('of an earlier version with a task are kept, and not found again', async () => {
    const account = await bench.account(5);
    const [id = ''] = await addLargeTasks(account, 1);
    const { db } = bench.deps.database;
    expect(await abandonedLists(db, new Date())).toContain(id);
    await deleteIfAbandoned(db, id);
    expect(await abandonedLists(db, new Date())).not.toContain(id);
    const items = await db.selectFrom('task_items').select('position').where('task_id', '=', id).execute();
    expect(items).toHaveLength(1);
  });

  it.runIf(process.env.TEST_POSTGRES_URL)(
    'are not deleted while a transaction starts their task, whose answer was lost',
    async () => {
      const { db } = bench.deps.database;
      const account = await bench.account(5);
      const id = randomUUID();
      await insertList(db, { id, accountId: account, items: 1, bytes: 10, at: new Date() });
      await insertItems(db, id, [{ position: 0, shard: 0, input: 'https://acme.com/' }]);
      const commit = Promise.withResolvers<void>();
      const marked = Promise.withResolvers<boolean>();
      const starting = transaction(db, async (tx) => {
        marked.resolve(await markListStarted(tx, id));
        await commit.promise;
        await tx
          .insertInto('tasks')
          .values({ id, account_id: account, type: 'website-extraction', total: 1 })
          .execute();
      });
      expect(await marked.promise).toBe(true);
      const deleting = deleteIfAbandoned(db, id);
      await vi.waitFor(async () => {
        const { rows } = await sql`
          select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
          db,
        );
        expect(rows).toHaveLength(1);
      }, WAIT);
      commit.resolve();
      await Promise.all([starting, deleting]);
      const items = await db.selectFrom('task_items').select('position').where('task_id', '=', id).execute();
      expect(items).toHaveLength(1);
    },
  );

  it('cannot start once they are abandoned', async () => {
    const { db } = bench.deps.database;
    const account = await bench.account(5);
    const id = randomUUID();
    await insertList(db, { id, accountId: account, items: 1, bytes: 10, at: new Date() });
    await deleteIfAbandoned(db, id);
    expect(await transaction(db, (tx) => markListStarted(tx, id))).toBe(false);
  });
});
