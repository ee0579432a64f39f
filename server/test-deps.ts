import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseConfig } from './config.ts';
import { createAvailability } from './platform/database/availability.ts';
import type { Database } from './platform/database/db.ts';
import { createOutageLines } from './platform/database/outage-lines.ts';
import { createLog } from './platform/log.ts';
import { createChildRunner } from './platform/process/child-runner.ts';
import { NO_WATCHDOG } from './platform/process/watchdog.ts';
import { createQueue } from './platform/queue/queue.ts';
import type { ServerSecrets } from './platform/server-secrets.ts';
import { createTurns } from './platform/turns.ts';
import { createWarehouse } from './platform/warehouse/warehouse.ts';
import { type ServerDeps, withFeatures } from './server-deps.ts';

/** A tenth of those in production. */
export const TEST_SAMPLE_LEADS = 3000;

/** A clock that moves only when advanced. */
export interface TestClock {
  /** ms since the epoch */
  now(): number;
  advance(ms: number): void;
}

/** A clock for tests. It starts at the current time, close to the database's `now()`. */
function createTestClock(startMs = Date.now()): TestClock {
  let now = startMs;
  return {
    now: () => now,
    advance: (ms) => {
      now += ms;
    },
  };
}

export interface TestDeps extends ServerDeps {
  clock: TestClock;
}

/**
 * Creates the dependencies of an embedded server with a test database (`openTestDatabase()`), a silent log
 * and a test clock. `environment` overrides the configuration, and `secrets` the secrets. The queue is created but not started. `close`
 * also closes the database.
 */
export function makeTestDeps(
  database: Database,
  options: { environment?: Record<string, string>; clock?: TestClock; secrets?: Partial<ServerSecrets> } = {},
): TestDeps {
  const config = parseConfig({
    LOG_LEVEL: 'silent',
    WORKER: 'none',
    // Tests connect only to loopback.
    PORT_25_TEST: '0',
    // Doesn't exist, and belongs to no other server. A test that stores files sets its own folder.
    DATA_DIR: join(tmpdir(), `leadwell-no-data-${randomUUID()}`),
    ...options.environment,
  });
  const outageLines = createOutageLines();
  const log = createLog(config.LOG_LEVEL);
  const base = {
    config,
    log,
    clock: options.clock ?? createTestClock(),
    database,
    availability: createAvailability(),
    outageLines,
    queue: createQueue(database, log),
    // Starts on first use. A test that searches leads sets DATA_DIR.
    warehouse: createWarehouse({
      url: config.CLICKHOUSE_URL,
      engine: { folder: `${config.DATA_DIR}/warehouse`, log },
      log,
    }),
    childRunner: createChildRunner(),
    turns: createTurns({ atOnce: 1, of: 'key' }),
    secrets: {
      dataKey: 'a secret of the tests, 32 characters or more',
      authSecret: 'a secret of the tests, 32 characters or more',
      earlier: null,
      adminKey: 'an admin key of the tests',
      ...options.secrets,
    },
    publicUrl: 'http://127.0.0.1:3000',
    stopping: new AbortController().signal,
    watchdog: NO_WATCHDOG,
    // A test waits for its workers, makes accounts by the dozen, and opens lead databases that it fills itself.
    testing: {
      pollMs: 10,
      passwordCost: { memoryCost: 64, timeCost: 1, parallelism: 1 },
      sampleLeads: TEST_SAMPLE_LEADS,
    },
  };
  return withFeatures(base, { graceful: false });
}
