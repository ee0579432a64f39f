import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { WAIT } from '../../../e2e/fixtures/wait.ts';
import { makeList } from '../../lists/steps/test-step-lists.ts';
import { transaction } from '../../platform/database/db.ts';
import { listTasks } from '../task-list.ts';
import { openTaskBench, type TaskBench } from '../test-tasks.ts';
import { analyzeTables } from './analyze-tables.ts';

let bench: TaskBench;
beforeAll(async () => {
  bench = await openTaskBench();
});
afterAll(() => bench.close());

const TABLE = 'public.counted_table';
const run = (script: string) => bench.deps.database.runScript(script);
const analyze = () => analyzeTables(bench.deps.database);

describe.runIf(!process.env.TEST_POSTGRES_URL)('statistics of PGlite', () => {
  it('are made for a table with rows, and again when a part of it changed', async () => {
    await run('create table counted_table (number integer)');
    expect(await analyze()).not.toContain(TABLE);
    await run('insert into counted_table select * from generate_series(1, 10)');
    expect(await analyze()).toContain(TABLE);
    expect(await analyze()).not.toContain(TABLE);
    await run('insert into counted_table select * from generate_series(1, 200)');
    await vi.waitFor(async () => expect(await analyze()).toContain(TABLE), WAIT);
    expect(await analyze()).not.toContain(TABLE);
    // Nothing is known of a table whose rows were all deleted.
    await run('create table emptied_table (number integer)');
    await run('insert into emptied_table values (1); delete from emptied_table');
    expect(await analyze()).toContain('public.emptied_table');
    expect(await analyze()).not.toContain('public.emptied_table');
    await run('drop table counted_table; drop table emptied_table');
  });

  it('let it count the undone runs of many tasks without a search for each', async () => {
    const { db } = bench.deps.database;
    const account = await bench.account(5);
    const list = await makeList(bench.deps, account, [{ Company: 'Acme' }]);
    await sql`
      with ids as (
        insert into task_lists (id, account_id, created_at)
        select gen_random_uuid(), ${account}::uuid, now() from generate_series(1, 3000) returning id
      )
      insert into tasks (id, account_id, type, status, total, finished_at)
      select id, ${account}::uuid, 'lead-enrichment', 'completed', 1, now() from ids`.execute(db);
    await sql`
      insert into list_runs (task_id, list_id, account_id, steps, started_at, undone_at)
      select id, ${list}::uuid, ${account}::uuid, '[]', now(), case when random() < 0.01 then now() end
      from tasks where account_id = ${account}::uuid`.execute(db);
    await analyze();
    const scans = await transaction(db, async (tx) => {
      const scansNow = async () => {
        const { rows } = await sql<{ scans: number }>`
          select sum(seq_scan + idx_scan)::int as scans from pg_stat_xact_user_tables
          where relname in ('list_runs', 'tasks')`.execute(tx);
        return rows[0]?.scans ?? Number.NaN;
      };
      const before = await scansNow();
      const filter = { search: '', undone: 'false', page: 1, limit: 10 } as const;
      await listTasks(tx, bench.deps.taskTools, account, filter);
      return (await scansNow()) - before;
    });
    expect(scans).toBeLessThan(100);
  });
});
