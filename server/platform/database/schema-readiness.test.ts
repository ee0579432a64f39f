// On PostgreSQL: processes of two versions share a database there.
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createApp } from '../../app.ts';
import { send } from '../../auth/test-requests.ts';
import { makeTestDeps, type TestDeps } from '../../test-deps.ts';
import { createLog } from '../log.ts';
import { pendingMigrations } from './migrate.ts';
import { prepareSchema, watchSchema } from './schema-readiness.ts';
import { openTestDatabase } from './test-database.ts';

let deps: TestDeps;
beforeEach(async () => {
  deps = makeTestDeps(await openTestDatabase());
});
afterEach(async () => {
  await deps.close();
});

const log = createLog('silent');
const LAST = '0080_auth_secret.sql';
const newerVersion = (compatible: boolean) =>
  sql`insert into schema_migrations (name, compatible) values ('9999_newer.sql', ${compatible})`.execute(
    deps.database.db,
  );
const olderDatabase = () => sql`delete from schema_migrations where name = ${LAST}`.execute(deps.database.db);
const restore = () => sql`insert into schema_migrations (name) values (${LAST})`.execute(deps.database.db);

describe('a process that must not migrate', () => {
  it('waits until another one has, and starts at once if there is nothing to wait for', async () => {
    const stopping = new AbortController().signal;
    const options = { log, stopping, checkMs: 5 };
    expect(await prepareSchema(deps.database, 'wait', options)).toEqual([]);
    await olderDatabase();
    const warned = vi.spyOn(log, 'warn');
    let isReady = false;
    const ready = prepareSchema(deps.database, 'wait', options).then(() => {
      isReady = true;
    });
    await vi.waitFor(() => expect(warned).toHaveBeenCalledTimes(1));
    expect(isReady).toBe(false);
    expect((await pendingMigrations(deps.database)).missing).toEqual([LAST]);
    await restore();
    await ready;
    expect(warned).toHaveBeenCalledTimes(1);
  });

  it('ends its wait when it is stopped, and a command does not wait at all', async () => {
    await olderDatabase();
    const stop = new AbortController();
    const options = { log, stopping: stop.signal, checkMs: 60_000 };
    const waiting = prepareSchema(deps.database, 'wait', options);
    stop.abort();
    await expect(waiting).rejects.toThrow('Stopped before the database was changed');
    await expect(prepareSchema(deps.database, 'require', options)).rejects.toThrow(
      /lacks changes of this version \(0080_auth_secret\.sql\).*leadwell migrate/,
    );
    await restore();
  });
});

describe.runIf(process.env.TEST_POSTGRES_URL)('a process of an older version', () => {
  it('notices that a newer one has changed the database', async () => {
    const onNewer = vi.fn<() => void>();
    const logged = vi.spyOn(deps.log, 'error');
    const stop = watchSchema(deps, onNewer, 5);
    await newerVersion(false);
    await vi.waitFor(() => expect(onNewer).toHaveBeenCalledTimes(1));
    expect(logged).toHaveBeenCalledTimes(1);
    await stop();
  });

  it('goes on if the change is one that it can go on with', async () => {
    const onNewer = vi.fn<() => void>();
    await newerVersion(true);
    let reads = 0;
    const counting = {
      ...deps,
      database: {
        ...deps.database,
        get db() {
          reads += 1;
          return deps.database.db;
        },
      },
    };
    const stop = watchSchema(counting, onNewer, 5);
    await vi.waitFor(() => expect(reads).toBeGreaterThan(6));
    await stop();
    expect(onNewer).not.toHaveBeenCalled();
  });

  it('notices a newer version of the queue', async () => {
    const onNewer = vi.fn<() => void>();
    await sql`update pgboss.version set version = version + 1`.execute(deps.database.db);
    const stop = watchSchema(deps, onNewer, 5);
    await vi.waitFor(() => expect(onNewer).toHaveBeenCalledTimes(1));
    await stop();
  });
});

it('answers no calls and is not ready while a newer version has changed the database', async () => {
  const app = createApp(deps);
  deps.availability.set('newer', true);
  const reply = await send(app, '/functions/v1/account', { token: 'any' });
  expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '5']);
  const ready = await app.request('/readyz');
  expect([ready.status, await ready.json()]).toEqual([
    503,
    { ok: false, database: 'changed by a newer version' },
  ]);
  expect((await app.request('/healthz')).status).toBe(200);
});
