import { sql } from 'kysely';
import { plural, pluralForm } from '#contract/plural.ts';
import { countWrongBalances } from '../../accounts/balance-check.ts';
import { isUnused, whyNotEmpty } from '../../accounts/lost-database.ts';
import type { Deps } from '../../deps.ts';
import { clientConnections } from '../../platform/database/client-connections.ts';
import { readSchema } from '../../platform/database/migrate.ts';
import { findOrphanRows } from '../../platform/database/orphan-rows.ts';
import { QUEUE_SCHEMA, queueSchemaVersion } from '../../platform/database/queue-schema.ts';
import { READABLE_BYTES, tableSizes } from '../../platform/database/table-sizes.ts';
import { type Found, fault, type HealthCheck, ok, warning } from '../../platform/operator/health-check.ts';
import { waitingJobs } from '../../platform/queue/waiting-jobs.ts';
import { liveWorkers, unfinishedTasks } from '../../tasks/workers.ts';
import { countFailingWebhooks } from '../../webhooks/disabled-webhooks.ts';
import { checkBackup } from './backup-check.ts';
import { checkSecret, type KnownSecrets } from './secret-check.ts';

/** What the checks of the database need. */
export type DatabaseCheckDeps = Pick<Deps, 'database' | 'config' | 'clock'> & {
  secrets: KnownSecrets;
};

const OLDEST_POSTGRES = 15;
const CLOCK_SECONDS = 5;
const CLOCK_FAULT_SECONDS = 60;
const LATE_SECONDS = 15 * 60;
const MIGRATE = 'Run `leadwell migrate`, or start a server of this version.';

/**
 * The checks of an open database, embedded or PostgreSQL. They only read. `databaseAnswers` goes first: without it, the
 * others have nothing to say.
 */
export function databaseChecks(deps: DatabaseCheckDeps): HealthCheck[] {
  const { db } = deps.database;
  return [
    ...cheapDatabaseChecks(deps),
    {
      name: 'rows',
      run: async () => {
        const orphans = await findOrphanRows(db);
        if (orphans.length === 0) return ok('every row has its account and its task');
        const named = orphans.map(({ table, of, count }) => `${count} in ${table} (of ${of})`).join(', ');
        return fault(
          `rows are left whose account or task is gone: ${named}`,
          'Put back a backup from before they appeared, or delete them with SQL after you made a backup.',
        );
      },
    },
    { name: 'ledger', run: () => checkLedger(deps) },
  ];
}

/** Those of them that take a few statements with short answers, however much is stored. */
export function cheapDatabaseChecks(deps: DatabaseCheckDeps): HealthCheck[] {
  const { db } = deps.database;
  const checks: HealthCheck[] = [
    { name: 'clock', run: () => checkClock(deps) },
    { name: 'lost data', run: () => checkLost(deps) },
    { name: 'migrations', run: () => checkMigrations(deps) },
    { name: 'queue', run: () => checkQueue(deps) },
    { name: 'secret of the database', run: () => checkSecret(deps) },
    { name: 'workers', run: () => checkWorkers(deps) },
    { name: 'backup', run: () => checkBackup(deps) },
    {
      name: 'webhooks',
      run: async () => {
        const { failing, disabled } = await countFailingWebhooks(db);
        if (failing + disabled === 0) return ok('no webhook fails');
        return warning(
          `${plural(failing, 'webhook')} ${pluralForm(failing, 'fails', 'fail')}, and ${disabled} ${pluralForm(disabled, 'was', 'were')} disabled after failing for days`,
          'If all fail, check that this machine reaches the internet on port 443. Otherwise their owners see why on the page Webhooks.',
        );
      },
    },
    ...(deps.config.embedded ? [] : [{ name: 'connections', run: () => checkConnections(deps) }]),
  ];
  return checks.map((check) => onTables(deps, check));
}

/** A check that fails because an update brings what it reads says nothing: the check of the migrations says what to do. */
function onTables({ database }: DatabaseCheckDeps, check: HealthCheck): HealthCheck {
  return {
    ...check,
    run: async () => {
      try {
        return await check.run();
      } catch (error) {
        if (!isUnknownName(error) || (await readSchema(database)).missing.length === 0) throw error;
        return [];
      }
    },
  };
}

/** Whether a statement named a table or column that the database doesn't have. */
function isUnknownName(error: unknown): boolean {
  return ['42P01', '42703'].includes(String((error as { code?: unknown }).code));
}

async function checkLost({ database, config }: DatabaseCheckDeps): Promise<readonly Found[]> {
  const why = whyNotEmpty(config);
  if (why === null || !(await isUnused(database))) return [];
  return [
    fault(
      `the database is empty, but ${why}`,
      'If a setting is wrong, correct DATABASE_URL or DATA_DIR. If the data is lost, run `leadwell restore FILE` with a backup.',
    ),
  ];
}

/** Whether the database answers, and its version. */
export function databaseAnswers({ database }: Pick<DatabaseCheckDeps, 'database'>): HealthCheck {
  return {
    name: 'database',
    run: async () => {
      const { rows } = await sql<{ number: string; text: string }>`
        select current_setting('server_version_num') as number, current_setting('server_version') as text
      `.execute(database.db);
      const { number = '0', text = '' } = rows[0] ?? {};
      const version = text.split(' ')[0] ?? text;
      if (Math.floor(Number(number) / 10_000) >= OLDEST_POSTGRES)
        return ok(
          database.kind.engine === 'pglite' ? `embedded, PostgreSQL ${version}` : `PostgreSQL ${version}`,
        );
      return fault(
        `PostgreSQL ${version} is too old`,
        `Update the database server of DATABASE_URL to PostgreSQL ${OLDEST_POSTGRES} or newer.`,
      );
    },
  };
}

async function checkClock({ database, clock }: DatabaseCheckDeps): Promise<Found> {
  if (database.kind.engine === 'pglite') return ok('the embedded database uses the clock of this machine');
  const before = clock.now();
  const { rows } = await sql<{
    ms: number;
  }>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`.execute(database.db);
  const middle = (before + clock.now()) / 2;
  const seconds = Math.abs((rows[0]?.ms ?? middle) - middle) / 1000;
  if (seconds <= CLOCK_SECONDS) return ok('agrees with the clock of the database');
  const says = `differs from the clock of the database by ${Math.round(seconds)} seconds`;
  const todo =
    'Turn on time synchronization (NTP) on this machine and on that of the database: `timedatectl set-ntp true`.';
  return seconds > CLOCK_FAULT_SECONDS ? fault(says, todo) : warning(says, todo);
}

async function checkMigrations({ database }: DatabaseCheckDeps): Promise<Found> {
  const { applied, missing, unknown, compatible } = await readSchema(database);
  if (unknown.length > 0) {
    const says = `a newer version of Leadwell has changed the database (${unknown.join(', ')})`;
    const todo = 'Update this program to the newer version.';
    return compatible ? warning(says, todo) : fault(says, todo);
  }
  if (missing.length === 0) return ok(`all ${applied.length} are applied`);
  return fault(
    `${missing.length} ${pluralForm(missing.length, 'is', 'are')} missing, from ${missing[0]} on`,
    MIGRATE,
  );
}

async function checkQueue({ database: { db } }: DatabaseCheckDeps): Promise<Found> {
  const version = await queueSchemaVersion(db);
  if (version === null) return fault('the tables of the queue are missing', MIGRATE);
  if (version < QUEUE_SCHEMA)
    return fault(
      `the tables of the queue have the version ${version}, and this program needs ${QUEUE_SCHEMA}`,
      MIGRATE,
    );
  if (version > QUEUE_SCHEMA)
    return fault(
      `the tables of the queue are those of a newer version (${version})`,
      'Update this program to the newer version.',
    );
  const jobs = await waitingJobs(db);
  const waiting = jobs.reduce((sum, job) => sum + job.waiting, 0);
  const late = jobs.filter(({ oldestSeconds }) => oldestSeconds > LATE_SECONDS);
  if (late.length === 0) return ok(`${plural(waiting, 'job')} ${pluralForm(waiting, 'waits', 'wait')}`);
  const named = late.map(
    ({ queue, oldestSeconds }) => `${queue} for ${plural(Math.round(oldestSeconds / 60), 'minute')}`,
  );
  return warning(
    `jobs that are due wait: ${named.join(', ')}`,
    'Start more workers with `leadwell worker`, and look for errors in the log of those that run.',
  );
}

async function checkWorkers({ database: { db }, config }: DatabaseCheckDeps): Promise<Found> {
  const workers = (await liveWorkers(db)).length;
  if (workers > 0) return ok(`${workers} ${workers === 1 ? 'runs' : 'run'}`);
  if (config.WORKER !== 'none') return ok('the server runs tasks itself when it runs');
  const { queued, processing } = await unfinishedTasks(db);
  return fault(
    `none runs, WORKER is none, and ${queued + processing} tasks wait`,
    'Start `leadwell worker`, or unset WORKER and restart the server.',
  );
}

async function checkLedger({ database: { db } }: DatabaseCheckDeps): Promise<Found> {
  const entries = (await tableSizes(db)).find(({ table }) => table === 'credit_entries');
  if (entries && entries.rowBytes > READABLE_BYTES)
    return ok('has more than 64 MB, so its sums are not compared here');
  const wrong = await countWrongBalances(db);
  if (wrong === 0) return ok('each balance is the sum of its entries');
  return fault(
    `${wrong} ${wrong === 1 ? 'account has a balance' : 'accounts have balances'} other than the sum of the entries`,
    'Put back a backup from before that. Otherwise set the balance anew with `leadwell users credits EMAIL CREDITS`, after you asked for help with a support bundle: `leadwell support-bundle FILE`.',
  );
}

async function checkConnections({ database: { db } }: DatabaseCheckDeps): Promise<Found> {
  const { all: used } = await clientConnections(db);
  const { rows } = await sql<{ most: number }>`
    select current_setting('max_connections')::int as most
  `.execute(db);
  const { most = 0 } = rows[0] ?? {};
  if (used < most * 0.9) return ok(`${used} of ${most} are used`);
  return warning(
    `${used} of ${most} connections of PostgreSQL are used`,
    'Raise max_connections of PostgreSQL, or lower DATABASE_POOL.',
  );
}
