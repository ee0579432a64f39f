// On PostgreSQL: clocks, workers and connections differ from those of an embedded database.
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseConfig } from '../../config.ts';
import { requireAuthSecret } from '../../platform/database/auth-secret.ts';
import { type Database, openPostgres, transaction } from '../../platform/database/db.ts';
import { openTestDatabase } from '../../platform/database/test-database.ts';
import { createLog } from '../../platform/log.ts';
import { type Finding, runChecks } from '../../platform/operator/health-check.ts';
import { createQueue } from '../../platform/queue/queue.ts';
import { databaseAnswers, databaseChecks } from './database-checks.ts';

const SECRET = 'the secret of the tests, long enough';

let database: Database;
beforeEach(async () => {
  database = await openTestDatabase();
  await requireAuthSecret(database.db, SECRET);
});
afterEach(() => database.close());

const check = async ({
  clock = Date as { now(): number },
  authSecret = SECRET,
  earlier = null,
  environment = {},
}: {
  clock?: { now(): number };
  authSecret?: string;
  earlier?: { secret: string } | null;
  environment?: Record<string, string>;
} = {}): Promise<Finding[]> => {
  const { kind } = database;
  const config = parseConfig({
    ...(kind.engine === 'postgres' ? { DATABASE_URL: kind.url, AUTH_SECRET: SECRET } : {}),
    ...environment,
  });
  const deps = { database, config, clock, secrets: { authSecret, earlier } };
  return runChecks([databaseAnswers(deps), ...databaseChecks(deps)]);
};

/** The findings that aren't fine. */
const wrong = async (options?: Parameters<typeof check>[0]) =>
  (await check(options)).filter(({ state }) => state !== 'ok');

async function addAccount(balance: number): Promise<string> {
  const { id } = await database.db
    .insertInto('accounts')
    .values({ email: `p${Math.random()}@firm.example`, balance })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

it('find nothing in a healthy database', async () => {
  const found = await check();
  expect(found.filter(({ state }) => state !== 'ok')).toEqual([]);
  expect(found.map(({ check }) => check)).toEqual(
    expect.arrayContaining(['database', 'migrations', 'queue', 'rows', 'ledger']),
  );
});

describe('find in the database', () => {
  it('a missing migration', async () => {
    await database.db.transaction().execute(async (tx) => {
      await sql`delete from schema_migrations where name = '0095_oauth.sql'`.execute(tx);
    });
    expect(await wrong()).toEqual([
      {
        check: 'migrations',
        state: 'fault',
        says: '1 is missing, from 0095_oauth.sql on',
        todo: expect.stringContaining('leadwell migrate'),
      },
    ]);
  });

  it('a missing migration, and nothing else, if other checks read what it brings', async () => {
    await sql`delete from schema_migrations where name = '0120_last_backup.sql'`.execute(database.db);
    await sql`alter table last_backup rename to not_yet`.execute(database.db);
    expect(await wrong()).toMatchObject([{ check: 'migrations', state: 'fault' }]);
    await sql`alter table not_yet rename to last_backup`.execute(database.db);
  });

  it('the migrations of a newer version', async () => {
    await sql`insert into schema_migrations (name) values ('9999_newer.sql')`.execute(database.db);
    expect(await wrong()).toMatchObject([
      { check: 'migrations', state: 'fault', says: expect.stringContaining('9999_newer.sql') },
    ]);
    await sql`update schema_migrations set compatible = true where name = '9999_newer.sql'`.execute(
      database.db,
    );
    expect(await wrong()).toMatchObject([{ check: 'migrations', state: 'warning' }]);
  });

  it('the tables of an older and of a newer queue', async () => {
    const { rows } = await sql<{ version: number }>`select version from pgboss.version`.execute(database.db);
    const now = rows[0]?.version ?? 0;
    for (const version of [now - 1, now + 1]) {
      await sql`update pgboss.version set version = ${version}`.execute(database.db);
      expect(await wrong()).toMatchObject([{ check: 'queue', state: 'fault' }]);
    }
    await sql`update pgboss.version set version = ${now}`.execute(database.db);
  });

  it('jobs that wait for long', async () => {
    const queue = createQueue(database, createLog('silent'));
    await queue.start();
    await queue.createQueue('late');
    await queue.send('late', {});
    await queue.stop({ graceful: false });
    await sql`update pgboss.job set start_after = now() - interval '2 hours' where name = 'late'`.execute(
      database.db,
    );
    expect(await wrong()).toMatchObject([
      { check: 'queue', state: 'warning', says: expect.stringContaining('late for 120 minutes') },
    ]);
  });

  it('another AUTH_SECRET', async () => {
    expect(await wrong({ authSecret: 'another secret of the tests, long enough' })).toMatchObject([
      {
        check: 'secret of the database',
        state: 'fault',
        todo: expect.stringContaining('leadwell secret accept'),
      },
    ]);
  });

  it('rows whose account is gone', async () => {
    const id = await addAccount(0);
    await transaction(database.db, async (tx) => {
      await tx
        .insertInto('credit_entries')
        .values({ account_id: id, amount: 5, reason: 'welcome', from_balance: true, spent: false })
        .execute();
      await sql`set local session_replication_role = replica`.execute(tx);
      await tx.deleteFrom('accounts').where('id', '=', id).execute();
    });
    expect(await wrong()).toMatchObject([
      { check: 'rows', state: 'fault', says: expect.stringContaining('1 in credit_entries (of accounts)') },
    ]);
  });

  it('a balance that its entries do not add up to', async () => {
    await addAccount(0);
    await addAccount(7);
    expect(await wrong()).toMatchObject([
      { check: 'ledger', state: 'fault', says: expect.stringMatching(/^1 account has a balance/) },
    ]);
  });

  it('webhooks that fail', async () => {
    const id = await addAccount(0);
    await database.db
      .insertInto('webhook_endpoints')
      .values({
        account_id: id,
        name: 'hook',
        url: 'https://hooks.example/',
        events: sql`'{}'`,
        keys: '',
        failing_since: new Date(),
        created_at: new Date(),
      })
      .execute();
    expect(await wrong()).toMatchObject([
      {
        check: 'webhooks',
        state: 'warning',
        says: expect.stringMatching(/^1 webhook fails, and 0 were disabled/),
      },
    ]);
  });

  it('that no worker runs, if the server has none', async () => {
    expect(await wrong({ environment: { WORKER: 'none' } })).toMatchObject([
      { check: 'workers', state: 'fault', todo: expect.stringContaining('leadwell worker') },
    ]);
  });
});

it.runIf(!process.env.TEST_POSTGRES_URL)('do not compare the clock of an embedded database', async () => {
  expect(await wrong({ clock: { now: () => Date.now() + 3_600_000 } })).toEqual([]);
});

it.runIf(process.env.TEST_POSTGRES_URL)('find a clock that is off', async () => {
  expect(await wrong({ clock: { now: () => Date.now() + 600_000 } })).toMatchObject([
    { check: 'clock', state: 'fault', todo: expect.stringContaining('NTP') },
  ]);
  expect(await wrong({ clock: { now: () => Date.now() - 20_000 } })).toMatchObject([
    { check: 'clock', state: 'warning' },
  ]);
});

it.runIf(process.env.TEST_POSTGRES_URL)('find a database that does not answer', async () => {
  const gone = openPostgres('postgres://leadwell@127.0.0.1:1/none', { pool: 3 });
  const found = await runChecks([databaseAnswers({ database: gone })]);
  expect(found).toMatchObject([{ check: 'database', state: 'fault' }]);
  await gone.close();
});
