import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { whyNotEmpty } from '#server/accounts/lost-database.ts';
import type { Config } from '#server/config.ts';
import { createLeadDataCheck } from '#server/leads/lead-data-check.ts';
import { databaseAnswers, databaseChecks } from '#server/operator/doctor/database-checks.ts';
import { leadChecks } from '#server/operator/doctor/lead-checks.ts';
import type { KnownSecrets } from '#server/operator/doctor/secret-check.ts';
import { runOnServer } from '#server/operator/socket.ts';
import { openPostgres } from '#server/platform/database/db.ts';
import { databaseFolder } from '#server/platform/database/embedded-database.ts';
import { isDataFolderInUse, OtherUsersFolder } from '#server/platform/disk/data-lock.ts';
import { requireOpenFolder } from '#server/platform/disk/folder-access.ts';
import { givenSecrets, readSecrets, type StoredSecrets } from '#server/platform/disk/secrets.ts';
import { createLog } from '#server/platform/log.ts';
import {
  Finding,
  type Found,
  fault,
  type HealthCheck,
  ok,
  runChecks,
  warning,
} from '#server/platform/operator/health-check.ts';
import { firstErrorLine } from '#server/platform/operator-error.ts';
import { engineHome, hasEngine } from '#server/platform/warehouse/installed-engine.ts';
import { hasStoredData } from '#server/platform/warehouse/stored-data.ts';
import { createWarehouse } from '#server/platform/warehouse/warehouse.ts';
import { openStoppedDatabase } from '../stopped-database.ts';
import type { Machine } from './machine-checks.ts';

const SERVER_MS = 150_000;

/**
 * What the checks of the database and the lead databases find: in the running server if it has the data folder, else
 * here. Nothing is changed.
 */
export async function serverFindings(
  config: Config,
  { startEngine }: Pick<Machine, 'startEngine'>,
): Promise<Finding[]> {
  try {
    requireOpenFolder(config.DATA_DIR);
  } catch (error) {
    return [
      { check: 'database', ...fault(firstErrorLine(error), 'Run the command as the user of the server.') },
    ];
  }
  const runs = isDataFolderInUse(config.DATA_DIR);
  if (config.embedded && runs) {
    const found = await findingsOfServer(config.DATA_DIR);
    // The server checks its leads. Without any, it doesn't say whether it could have some.
    return found.some(({ check }) => check === ENGINE) || config.CLICKHOUSE_URL
      ? found
      : [...found, ...(await runChecks([engineCheck(config, startEngine)]))];
  }
  const [database, leads] = await Promise.all([
    databaseFindings(config),
    leadFindings(config, runs, startEngine),
  ]);
  return [...database, ...leads];
}

async function findingsOfServer(dataDir: string): Promise<Finding[]> {
  const found: Finding[] = [];
  const server: HealthCheck = {
    name: 'server',
    limitMs: SERVER_MS,
    run: async () => {
      try {
        await runOnServer(
          dataDir,
          'doctor',
          {},
          {
            row: (row) => found.push(Finding.parse(row)),
            note: () => {},
          },
        );
        return ok('runs, and answers commands');
      } catch (error) {
        return fault(firstErrorLine(error), 'Restart the server, and look at the end of its log.');
      }
    },
  };
  const own = await runChecks([server]);
  return [...own, ...found];
}

async function databaseFindings(config: Config): Promise<Finding[]> {
  if (config.embedded && !existsSync(databaseFolder(config.DATA_DIR))) {
    const why = whyNotEmpty(config);
    if (why !== null)
      return [
        {
          check: 'database',
          ...fault(
            `there is no embedded database in DATA_DIR, but ${why}`,
            'If a setting is wrong, correct DATABASE_URL or DATA_DIR. If the data is lost, run `leadwell restore FILE` with a backup.',
          ),
        },
      ];
    const none: Found = warning(
      'there is no embedded database in DATA_DIR yet',
      'Start the server once, or set DATA_DIR to its folder, or DATABASE_URL to its database.',
    );
    return [{ check: 'database', ...none }];
  }
  let opened: Awaited<ReturnType<typeof openStoppedDatabase>>;
  try {
    opened = config.DATABASE_URL
      ? openUnanswered(config.DATABASE_URL)
      : await openStoppedDatabase(config, { readOnly: true });
  } catch (error) {
    const broken = fault(
      `the embedded database can't be opened: ${firstErrorLine(error)}`,
      error instanceof OtherUsersFolder
        ? 'Run this command as that user: docs/operate/install.md, Operator commands.'
        : 'Move DATA_DIR/db aside and put back a copy from DATA_DIR/backups or from your own backups.',
    );
    return [{ check: 'database', ...broken }];
  }
  const { database, close } = opened;
  try {
    const deps = { database, config, clock: Date, secrets: secretsOf(config) };
    const answers = await runChecks([databaseAnswers(deps)]);
    if (answers.some(({ state }) => state === 'fault')) {
      return answers.map((one) => ({
        ...one,
        todo: config.embedded
          ? 'Put back a copy of DATA_DIR/db from DATA_DIR/backups or from your own backups.'
          : 'Start PostgreSQL, and check DATABASE_URL and the network: `psql "$DATABASE_URL" -c "select 1"`.',
      }));
    }
    return [...answers, ...(await runChecks(databaseChecks(deps)))];
  } finally {
    await close();
  }
}

/** Whether it answers is what the checks say. */
function openUnanswered(url: string): Awaited<ReturnType<typeof openStoppedDatabase>> {
  const database = openPostgres(url, { pool: 3 });
  return { database, close: () => database.close() };
}

/** Empty if they aren't known. */
function secretsOf(config: Config): KnownSecrets {
  const { authSecret, oldSecret } = givenSecrets(config, storedSecrets(config));
  return { authSecret, earlier: oldSecret === undefined ? null : { secret: oldSecret } };
}

function storedSecrets({ AUTH_SECRET, DATA_DIR }: Config): StoredSecrets | null {
  if (AUTH_SECRET) return null;
  try {
    return readSecrets(DATA_DIR);
  } catch {
    // Another check reports the damaged file.
    return null;
  }
}

const ENGINE = 'lead databases';

async function leadFindings(
  config: Config,
  isInUse: boolean,
  startEngine: Machine['startEngine'],
): Promise<Finding[]> {
  const log = createLog('silent');
  const folder = join(config.DATA_DIR, 'warehouse');
  const hasData = hasStoredData(folder);
  if (!config.CLICKHOUSE_URL && hasData && isInUse) {
    const says = ok('a running server has them open: it checks them, and /readyz names lost rows');
    return [{ check: ENGINE, ...says }];
  }
  if (!config.CLICKHOUSE_URL && !hasData) return runChecks([engineCheck(config, startEngine)]);
  const warehouse = createWarehouse({
    url: config.CLICKHOUSE_URL,
    engine: { folder, home: engineHome(config.DATA_DIR), log },
    log,
  });
  try {
    const found = await runChecks(
      leadChecks({ warehouse, leadData: createLeadDataCheck({ warehouse, log }) }),
    );
    return found.map((one) =>
      one.state === 'fault' && /could not be checked|no answer/.test(one.says)
        ? {
            ...one,
            todo: config.CLICKHOUSE_URL
              ? 'Start ClickHouse, and check CLICKHOUSE_URL and the network.'
              : 'Run `leadwell leads enable`, or set CLICKHOUSE_URL.',
          }
        : one,
    );
  } finally {
    await warehouse.close();
  }
}

/** Whether the engine runs on this machine. */
function engineCheck({ DATA_DIR }: Config, startEngine: Machine['startEngine']): HealthCheck {
  return {
    name: ENGINE,
    limitMs: 60_000,
    run: async () => {
      const home = engineHome(DATA_DIR);
      try {
        await startEngine(home);
        return ok('the engine runs on this machine, and there are no leads yet');
      } catch (error) {
        const todo = 'Run `leadwell leads enable`, or set CLICKHOUSE_URL. Everything else works without it.';
        return hasEngine(home)
          ? fault(`the engine doesn't run on this machine: ${firstErrorLine(error)}`, todo)
          : warning('the engine is not installed, so lead searches are not available', todo);
      }
    },
  };
}
