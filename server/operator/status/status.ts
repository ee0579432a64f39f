import { sql } from 'kysely';
import { z } from 'zod';
import type { AdminStatus, StatusPart } from '#contract/admin-status.ts';
import { findKeyOwner } from '../../accounts/account.ts';
import { readLastBackup } from '../../backups/last-backup.ts';
import type { Deps } from '../../deps.ts';
import { ALL_REQUESTS, recentRequests } from '../../http/request-metrics.ts';
import type { LeadDataDeps } from '../../leads/lead-data-check.ts';
import { DatabaseUnavailable } from '../../platform/database/availability.ts';
import { migrationNames, readSchema } from '../../platform/database/migrate.ts';
import { tableSizes } from '../../platform/database/table-sizes.ts';
import { MEGABYTE, readFreeBytes } from '../../platform/disk/free-bytes.ts';
import { gaugeValue } from '../../platform/metrics/metrics.ts';
import { RECENT_MINUTES } from '../../platform/metrics/recent-sums.ts';
import { type HealthCheck, runChecks } from '../../platform/operator/health-check.ts';
import { firstErrorLine } from '../../platform/operator-error.ts';
import { waitingJobs } from '../../platform/queue/waiting-jobs.ts';
import { LEADWELL_VERSION } from '../../platform/version.ts';
import { busiestAccounts, liveWorkers, recentWorkOfAll } from '../../tasks/workers.ts';
import { configChecks, diskCheck } from '../doctor/config-checks.ts';
import { cheapDatabaseChecks } from '../doctor/database-checks.ts';

type StatusDeps = Deps & LeadDataDeps;

/** Pages that ask within this time share an answer. */
const SHARED_MS = 5000;
const PART_MS = 3000;
const ACCOUNTS = 10;
const ENGINE_SECONDS = 2;
const LATE = 'It had no answer within 3 seconds.';

/**
 * Creates a function that reads how the server and its parts are. Each part is read on its own within 3 seconds; the answer
 * says which could not be. However many pages ask, the database is asked once in 5 seconds.
 */
export function createStatus(deps: StatusDeps): () => Promise<AdminStatus> {
  const startedAt = new Date(deps.clock.now()).toISOString();
  let shared: { at: number; status: Promise<AdminStatus> } | null = null;
  return () => {
    const at = deps.clock.now();
    if (!shared || at - shared.at >= SHARED_MS) {
      const status = readStatus(deps, startedAt);
      shared = { at, status };
      status.catch(() => {
        shared = null;
      });
    }
    return shared.status;
  };
}

async function readStatus(deps: StatusDeps, startedAt: string): Promise<AdminStatus> {
  const { config, database, clock } = deps;
  const { db } = database;
  const down: AdminStatus['down'] = [];

  /** Reads a part; null if it can't be read. */
  async function part<T>(name: StatusPart, read: () => Promise<T>): Promise<T | null> {
    try {
      return await withinLimit(read());
    } catch (error) {
      down.push({ part: name, says: firstErrorLine(error) });
      return null;
    }
  }
  /** A part that needs the database isn't asked for while that is known to be away. */
  const stored = <T>(name: StatusPart, read: () => Promise<T>) =>
    part(name, async () => {
      const problem = deps.availability.problem();
      if (problem) throw new DatabaseUnavailable(problem);
      return read();
    });

  const [queue, workers, work, accounts, data, engine, faults, backup] = await Promise.all([
    stored('queue', () => waitingJobs(db)),
    stored('workers', () => liveWorkers(db)),
    stored('work', () => recentWorkOfAll(db)),
    stored('accounts', () => readAccounts(deps)),
    stored('database', () => readDatabase(deps)),
    part('lead databases', () => readEngine(deps)),
    part('checks', () => readFaults(deps)),
    config.BACKUP_FOLDER === undefined
      ? stored('backup', () => readOthersBackup(deps))
      : part('backup', readOwnBackup),
  ]);
  const requests = recentRequests.read().get(ALL_REQUESTS);
  const free = readFreeBytes(config.DATA_DIR);
  return {
    at: new Date(clock.now()).toISOString(),
    minutes: RECENT_MINUTES,
    down,
    requests: { all: requests?.count ?? 0, failed: requests?.sum ?? 0 },
    queue:
      queue?.map(({ queue: kind, waiting, running, oldestSeconds }) => ({
        kind,
        waiting,
        running,
        oldestSeconds,
      })) ?? null,
    workers:
      workers?.map(({ name, started_at, seen_at }) => ({
        name,
        startedAt: started_at.toISOString(),
        seenAt: seen_at.toISOString(),
      })) ?? null,
    work: work && {
      items: work.items,
      pages: work.pages,
      hosts: work.hosts.map(({ host, requests: count, ms }) => ({
        host,
        requests: count,
        averageMs: Math.round(ms / count),
      })),
    },
    accounts,
    disk: {
      freeBytes: Number.isFinite(free) ? free : null,
      neededBytes: config.MIN_FREE_DISK_MB * MEGABYTE,
      databaseBytes: data?.bytes ?? null,
    },
    versions: {
      server: LEADWELL_VERSION,
      startedAt,
      database: data?.version ?? null,
      schema: data?.schema ?? null,
      engine,
    },
    backup,
    faults: faults ?? [],
  };
}

async function withinLimit<T>(reading: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(LATE)), PART_MS);
  try {
    return await Promise.race([reading, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

async function readAccounts({
  database: { db },
  config,
}: StatusDeps): Promise<NonNullable<AdminStatus['accounts']>> {
  const busiest = await busiestAccounts(db, ACCOUNTS);
  return Promise.all(
    busiest.map(async ({ accountId, tasks, itemsLeft }) => ({
      email: (await findKeyOwner(db, config, accountId))?.email ?? 'a deleted account',
      tasks,
      itemsLeft,
    })),
  );
}

async function readDatabase({
  database,
}: StatusDeps): Promise<{ version: string; schema: string; bytes: number }> {
  const { db, kind } = database;
  const { rows } = await sql<{ version: string }>`
    select current_setting('server_version') as version
  `.execute(db);
  const number = rows[0]?.version.split(' ')[0] ?? '';
  const { applied, missing } = await readSchema(database);
  const last = (applied.at(-1) ?? 'empty').replace(/\.sql$/, '');
  const sizes = await tableSizes(db);
  return {
    version: kind.engine === 'pglite' ? `PostgreSQL ${number}, embedded` : `PostgreSQL ${number}`,
    schema:
      missing.length === 0 ? last : `${last}, ${missing.length} of ${migrationNames().length} are missing`,
    bytes: sizes.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

/** The version of the engine; null if it doesn't run, since a look at the status must not start it. */
async function readEngine({ warehouse }: StatusDeps): Promise<string | null> {
  if (!warehouse.accessible || (warehouse.embedded && warehouse.enginePid() === null)) return null;
  const [row] = await warehouse.rows(
    { sql: 'SELECT version() AS version' },
    z.object({ version: z.string() }),
    { seconds: ENGINE_SECONDS },
  );
  return `ClickHouse ${row?.version ?? ''}${warehouse.embedded ? ', built in' : ''}`;
}

/** What the cheap checks of `leadwell doctor` find. Those of the database only if it answers. */
async function readFaults(deps: StatusDeps): Promise<AdminStatus['faults']> {
  const isAway = deps.availability.problem() !== null;
  const checks: HealthCheck[] = [
    ...configChecks(deps.config),
    diskCheck(deps.config),
    ...(isAway ? [] : cheapDatabaseChecks(deps)),
  ];
  const found = await runChecks(checks.map((check) => ({ ...check, limitMs: PART_MS - 500 })));
  const problems = deps.leadData.problems().map((says) => ({
    check: 'lead databases',
    state: 'fault' as const,
    says,
    todo: null,
  }));
  return [...problems, ...found.flatMap(({ state, ...one }) => (state === 'ok' ? [] : [{ state, ...one }]))];
}

/** What the schedule of this process knows. Its folder isn't asked: its disk can hang, or refuse access. */
async function readOwnBackup(): Promise<AdminStatus['backup']> {
  const lastSeconds = await gaugeValue('backup_timestamp_seconds');
  return {
    scheduled: true,
    at: lastSeconds > 0 ? new Date(lastSeconds * 1000).toISOString() : null,
    failed: (await gaugeValue('backup_failed')) === 1,
  };
}

/** What another server noted about its schedule. */
async function readOthersBackup({ database: { db }, clock }: StatusDeps): Promise<AdminStatus['backup']> {
  const last = await readLastBackup(db, clock.now());
  return {
    scheduled: false,
    at: last?.writtenAt?.toISOString() ?? null,
    failed: last?.failed ?? false,
  };
}
