import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { WAIT } from '../../../e2e/fixtures/wait.ts';
import { runFor } from '../../platform/database/database-turns.ts';
import { NO_WATCHDOG } from '../../platform/process/watchdog.ts';
import { openTaskBench, type TaskBench } from '../test-tasks.ts';
import { createVacuum, VACUUM_STEP_BYTES, vacuumAll } from './vacuum.ts';

const HOUR_MS = 3_600_000;
const LARGE = 'public.large_table';
const SMALL = 'public.small_table';
let bench: TaskBench;
beforeAll(async () => {
  bench = await openTaskBench();
});
afterAll(() => bench.close());

const deps = () => ({ ...bench.deps, watchdog: NO_WATCHDOG });
const run = (script: string) => bench.deps.database.runScript(script);
/** Someone loads a page. */
const use = () => runFor(randomUUID(), () => sql`select 1`.execute(bench.deps.database.db));

/** Makes a large and a small table with dead rows. */
async function makeDeadRows(): Promise<void> {
  await run(`drop table if exists large_table, small_table;
    create table large_table (text text); alter table large_table alter column text set storage plain;
    create table small_table (text text);
    insert into large_table select repeat('x', 4000) from generate_series(1, ${VACUUM_STEP_BYTES / 4000});
    insert into small_table select 'x' from generate_series(1, 200);`);
  await run('delete from large_table; delete from small_table');
  const dead = async () => {
    const { rows } = await sql<{ relname: string }>`
      select relname from pg_stat_user_tables where n_dead_tup > 150 and relname like '%_table' order by relname
    `.execute(bench.deps.database.db);
    return rows.map(({ relname }) => relname);
  };
  await vi.waitFor(async () => expect(await dead()).toEqual(['large_table', 'small_table']), WAIT);
}

describe.runIf(!process.env.TEST_POSTGRES_URL)('dead rows', () => {
  it('of a large table stay while someone uses the database, and go when no one does', async () => {
    await makeDeadRows();
    const vacuum = createVacuum(deps());
    await use();
    expect(await vacuum?.()).toContain(SMALL);
    await use();
    expect(await vacuum?.()).not.toContain(LARGE);
    expect(await vacuum?.()).toContain(LARGE);
  });

  it('of a large table go after a day in any case', async () => {
    await makeDeadRows();
    const vacuum = createVacuum(deps());
    for (let hour = 0; hour < 24; hour += 1) {
      await use();
      expect(await vacuum?.()).not.toContain(LARGE);
      bench.deps.clock.advance(HOUR_MS);
    }
    await use();
    expect(await vacuum?.()).toContain(LARGE);
  });

  it('of all tables go before the server listens', async () => {
    await makeDeadRows();
    await vacuumAll(deps());
    const vacuum = createVacuum(deps());
    await vi.waitFor(async () => expect(await vacuum?.()).toEqual([]), WAIT);
  });
});
