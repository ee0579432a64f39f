// On PostgreSQL: connections die without a sign, and the pool replaces them.
import { type RawBuilder, sql } from 'kysely';
import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DRILL, DRILL_WAIT } from '../../e2e/fixtures/wait.ts';
import { createApp } from '../app.ts';
import { send, signUp } from '../auth/test-requests.ts';
import { watchDatabase } from '../platform/database/database-watch.ts';
import type { Database } from '../platform/database/db.ts';
import { openProxiedDatabase, type ProxiedDatabase } from './test-proxied-database.ts';

/** With the default limits of a process, whose time-outs are far longer than the watch needs. */

const LOCK = 4711;
const silent = (message: string) => ({ name: 'DatabaseSilent', message });
/** Ended after an outage. Only that ends connections whose statement the server works on. */
const ENDED = silent('The database answers again, and sent nothing on this connection since it stopped.');
/** Ended without one. */
const LOST = silent('The database answers other connections, and sent nothing on this one.');
/** What the pool has without those of the queue. */
const POOL = 10;

let proxied: ProxiedDatabase;
let { direct, proxy, deps } = {} as ProxiedDatabase;
let stop: (() => Promise<void>) | null;

function poolOf({ kind }: Database): pg.Pool {
  if (kind.engine !== 'postgres') throw new Error('not on PostgreSQL');
  return kind.pool;
}

describe.runIf(process.env.TEST_POSTGRES_URL)('when connections die without a sign', DRILL, () => {
  beforeEach(async () => {
    proxied = await openProxiedDatabase();
    ({ direct, proxy, deps } = proxied);
    stop = null;
  });
  afterEach(async () => {
    await stop?.();
    await proxied.close();
  });

  const watch = async () => {
    stop = await watchDatabase(deps, { exitMs: 3_600_000 });
  };

  /** Takes a lock, for which `waitForLock` waits as a slow statement does. Returns what frees it. */
  async function lock(): Promise<() => void> {
    const holder = await poolOf(direct).connect();
    await holder.query(`select pg_advisory_lock(${LOCK})`);
    return () => holder.release(true);
  }
  const waitForLock = () =>
    sql`select pg_advisory_xact_lock_shared(${sql.lit(LOCK)})`.execute(deps.database.db);

  /** Waits until so many connections of the process are like that. */
  const expectConnections = (count: number, condition: RawBuilder<boolean>) =>
    vi.waitFor(async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from pg_stat_activity
        where application_name = 'drill' and datname = current_database() and ${condition}`.execute(
        direct.db,
      );
      expect(rows[0]?.count).toBe(count);
    }, DRILL_WAIT);

  async function signedIn() {
    const app = createApp(deps);
    const { access_token: token } = await signUp(app, 'ada@example.com');
    return async () => {
      const reply = await send(app, '/functions/v1/account', { token });
      return [reply.status, reply.headers.get('retry-after')];
    };
  }

  it('ends all of a full pool when the database answers a new connection', async () => {
    const call = await signedIn();
    await watch();
    await expectConnections(1, sql`query = 'select 1'`);
    const unlock = await lock();
    const unused = await poolOf(deps.database).connect();
    await unused.query('begin');
    const busy = Array.from({ length: POOL - 1 }, waitForLock);
    await expectConnections(POOL - 1, sql`wait_event_type = 'Lock'`);
    const waiting = call();
    proxy.silence();
    for (const ended of await Promise.allSettled(busy))
      expect(ended).toMatchObject({ status: 'rejected', reason: ENDED });
    await expect(unused.query('commit')).rejects.toThrow();
    unused.release(true);
    expect(await waiting).toEqual([503, '5']);
    await vi.waitFor(async () => expect(await call()).toEqual([200, null]), DRILL_WAIT);
    await vi.waitFor(() => expect(proxy.silenced()).toBe(0), DRILL_WAIT);
    unlock();
  });

  it('finds lost answers while the check itself gets some, and leaves slow statements alone', async () => {
    const call = await signedIn();
    const unlock = await lock();
    const pool = poolOf(deps.database);
    const endedUnused = vi.fn<(error: Error) => void>();
    pool.on('error', endedUnused);
    const held = await Promise.all(Array.from({ length: POOL - 1 }, () => pool.connect()));
    proxy.silence();
    // On a new connection, because all others are taken.
    const slow = waitForLock();
    await expectConnections(1, sql`wait_event_type = 'Lock'`);
    await watch();
    await expectConnections(1, sql`query like '%select pid from pg_stat_activity%'`);
    const [lost, unused] = [held.slice(0, 3), held.slice(3)];
    for (const client of unused) client.release();
    const ended = Promise.allSettled(lost.map((client) => client.query('select 2')));
    expect(await call()).toEqual([503, '5']);
    expect(await ended).toEqual(
      lost.map(() => ({ status: 'rejected', reason: expect.objectContaining(LOST) })),
    );
    expect(endedUnused.mock.calls.map(([error]) => error)).toContainEqual(expect.objectContaining(LOST));
    for (const client of lost) client.release(true);
    await vi.waitFor(async () => expect(await call()).toEqual([200, null]), DRILL_WAIT);
    await vi.waitFor(() => expect(proxy.silenced()).toBe(0), DRILL_WAIT);
    unlock();
    await slow;
  });
});
