// On PostgreSQL: the database can be away while the server runs.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Gauge } from 'prom-client';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { AdminStatus } from '#contract/admin-status.ts';
import { send } from '../../auth/test-requests.ts';
import '../../backups/schedule.ts';
import { noteFailed, noteWritten } from '../../backups/last-backup.ts';
import { openPaymentBench, type PaymentBench } from '../../payments/test-bench.ts';
import { metrics } from '../../platform/metrics/metrics.ts';
import { countSettled } from '../../tasks/settled-metrics.ts';
import { countVisits } from '../../tasks/site-metrics.ts';
import { startHeartbeat } from '../../tasks/workers.ts';
import { createStatus } from './status.ts';

let bench: PaymentBench;
let adminKey: string;
beforeAll(async () => {
  bench = await openPaymentBench();
  adminKey = bench.deps.secrets.adminKey;
});
afterAll(() => bench.close());
afterEach(() => {
  bench.deps.availability.set('silent', false);
  bench.deps.clock.advance(60_000);
});

async function call(key: string, address = '192.0.2.1') {
  const response = await send(bench.app, '/functions/v1/admin-status', { address, body: { adminKey: key } });
  return { status: response.status, body: (await response.json()) as unknown };
}
const read = async (): Promise<AdminStatus> => AdminStatus.parse((await call(adminKey)).body);

it('says how queue, workers, work, accounts, disk and versions are', async () => {
  const { db } = bench.database;
  const payer = await bench.person();
  await bench.deps.queue.createQueue('for-status');
  await bench.deps.queue.send('for-status', {});
  const task = { account_id: payer.id, type: 'website-extraction', status: 'queued' } as const;
  await db
    .insertInto('tasks')
    .values([
      { ...task, total: 9_000_000, processed: 1 },
      { ...task, total: 5 },
    ])
    .execute();
  countVisits({
    results: { read: 3, timeout: 2 },
    hosts: [
      { host: 'slow.status.example', requests: 2, ms: 8e9 },
      { host: 'fast.status.example', requests: 2, ms: 10 },
    ],
  });
  countSettled('website-extraction', {
    items: [
      { found: true, failed: false },
      { found: false, failed: true },
    ],
    credits: 0,
  });
  const stop = startHeartbeat(bench.deps);
  await expect
    .poll(async () => (await db.selectFrom('workers').select('id').execute()).length)
    .toBeGreaterThan(0);
  const status = await read();
  await stop();

  expect(status.down).toEqual([]);
  expect(status.queue).toContainEqual(
    expect.objectContaining({ kind: 'for-status', waiting: 1, running: 0 }),
  );
  expect(status.workers?.[0]?.name).toContain(`process ${process.pid}`);
  expect(status.accounts?.[0]).toEqual({ email: payer.email, tasks: 2, itemsLeft: 9_000_004 });
  expect(status.work?.hosts[0]).toEqual({ host: 'slow.status.example', requests: 2, averageMs: 4e9 });
  expect(status.work?.pages.find(({ result }) => result === 'timeout')?.count).toBeGreaterThanOrEqual(2);
  expect(status.work?.items.find(({ tool }) => tool === 'website-extraction')).toMatchObject({
    done: expect.any(Number),
    failed: expect.any(Number),
  });
  expect(status.versions.database).toMatch(/^PostgreSQL \d+/);
  expect(status.versions.schema).toMatch(/^\d{4}_\w+$/);
  expect(status.versions.engine).toBeNull();
  expect(status.disk.databaseBytes).toBeGreaterThan(100_000);
  expect(status.backup).toMatchObject({ scheduled: false });
  expect(JSON.stringify(status)).not.toContain(adminKey);
});

it('knows the last backup without asking a folder that cannot be read', async () => {
  const read = createStatus({
    ...bench.deps,
    config: { ...bench.deps.config, BACKUP_FOLDER: import.meta.filename },
  });
  // Tests of backups in the same process set it, too.
  const written = metrics.getSingleMetric('leadwell_backup_timestamp_seconds') as Gauge;
  written.remove();
  expect((await read()).backup).toMatchObject({ scheduled: true, at: null });
  written.set(1_790_000_000);
  bench.deps.clock.advance(60_000);
  expect((await read()).backup?.at).toBe('2026-09-21T14:13:20.000Z');
  written.remove();
});

it('knows the last backup of another server', async () => {
  const { db } = bench.database;
  const schedule = () => ({ everyHours: 24, nowMs: bench.deps.clock.now() });
  await noteWritten(db, Date.parse('2026-11-26T02:00:00.000Z'), schedule());
  expect((await read()).backup).toEqual({
    scheduled: false,
    at: '2026-11-26T02:00:00.000Z',
    failed: false,
  });
  await noteFailed(db, schedule());
  bench.deps.clock.advance(60_000);
  expect((await read()).backup).toMatchObject({ at: '2026-11-26T02:00:00.000Z', failed: true });
  bench.deps.availability.set('silent', true);
  bench.deps.clock.advance(60_000);
  expect((await read()).backup).toBeNull();
});

it('is read once for all who ask within five seconds', async () => {
  const first = await read();
  bench.deps.clock.advance(4000);
  expect((await read()).at).toBe(first.at);
  bench.deps.clock.advance(2000);
  expect((await read()).at).not.toBe(first.at);
});

it('answers while the database is away, names the parts, and still wants the key', async () => {
  bench.deps.availability.set('silent', true);
  const status = await read();
  expect(status.down.map(({ part, says }) => [part, says])).toEqual(
    ['queue', 'workers', 'work', 'accounts', 'database', 'backup'].map((part) => [
      part,
      "The database doesn't answer.",
    ]),
  );
  expect(status).toMatchObject({ queue: null, accounts: null, versions: { database: null } });
  expect(status.versions.server).not.toBe('');
  const guesses = [];
  for (let guess = 0; guess < 6; guess += 1)
    guesses.push((await call(`guess ${guess}`, '198.51.100.1')).status);
  expect(guesses).toEqual([403, 403, 403, 403, 403, 429]);
  expect((await call(adminKey, '198.51.100.1')).status).toBe(429);
  expect((await call(adminKey)).status).toBe(200);
});

it('names what the checks found, and what to do', async () => {
  const { db } = bench.database;
  // One that an earlier version wrote, without measures.
  await db.insertInto('workers').values({ id: randomUUID(), name: 'earlier version' }).execute();
  await sql`insert into schema_migrations (name) values ('9999_newer.sql')`.execute(db);
  const status = await read();
  await sql`delete from schema_migrations where name = '9999_newer.sql'`.execute(db);
  expect(status.workers).toContainEqual(expect.objectContaining({ name: 'earlier version' }));
  expect(status.work).toMatchObject({ items: expect.any(Array) });
  expect(status.faults).toContainEqual(
    expect.objectContaining({
      check: 'migrations',
      state: 'fault',
      says: expect.stringContaining('9999_newer'),
      todo: expect.stringContaining('Update this program'),
    }),
  );
  expect(status.faults.map(({ state }) => state)).not.toContain('ok');
});

it('is one entry in the log of the key, however often the page asks', async () => {
  const address = '203.0.113.7';
  for (let look = 0; look < 3; look += 1) await call(adminKey, address);
  const entries = () =>
    bench.database.db.selectFrom('admin_log').select('action').where('address', '=', address).execute();
  expect(await entries()).toEqual([{ action: 'status' }]);
  await call('wrong', address);
  bench.deps.clock.advance(61 * 60_000);
  await call(adminKey, address);
  expect(await entries()).toHaveLength(3);
});
