// On PostgreSQL: what a process knows about its database when it begins to take calls.
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { blockProcess } from '../../e2e/fixtures/block-process.ts';
import { DRILL, DRILL_WAIT } from '../../e2e/fixtures/wait.ts';
import { watchDatabase } from '../platform/database/database-watch.ts';
import { openProxiedDatabase, type ProxiedDatabase } from './test-proxied-database.ts';

/** Longer than the database can take to answer a check. */
const BLOCKED_MS = 1600;

let proxied: ProxiedDatabase;
let { direct, proxy, deps } = {} as ProxiedDatabase;
let stop: (() => Promise<void>) | null;

describe.runIf(process.env.TEST_POSTGRES_URL)('the first check of the database', DRILL, () => {
  beforeEach(async () => {
    proxied = await openProxiedDatabase();
    ({ direct, proxy, deps } = proxied);
    stop = null;
  });
  afterEach(async () => {
    await stop?.();
    await proxied.close();
  });

  it('is over before calls are let in, so that /readyz does not say 200 before an outage is known', async () => {
    proxy.refuse();
    stop = await watchDatabase(deps, { exitMs: 3_600_000 });
    expect(deps.availability.problem()).toBe('silent');
    proxy.restore();
    await expect.poll(() => deps.availability.problem()).toBe(null);
  });

  it('does not take a start that blocks the event loop for a silent database', async () => {
    const problems: unknown[] = [];
    const { set } = deps.availability;
    deps.availability.set = (problem, exists) => {
      if (exists) problems.push(problem);
      set(problem, exists);
    };
    const watching = watchDatabase(deps, { exitMs: 3_600_000 });
    blockProcess(BLOCKED_MS);
    stop = await watching;
    const checked = sql`
      select from pg_stat_activity
      where application_name = 'drill' and datname = current_database() and query = 'select 1'`;
    await vi.waitFor(async () => expect((await checked.execute(direct.db)).rows).toHaveLength(1), DRILL_WAIT);
    expect(problems).toEqual([]);
  });
});
