import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseConfig } from './config.ts';
import type { Database } from './platform/db.ts';
import { createLog } from './platform/log.ts';
import { createQueue } from './platform/queue.ts';
import { createWarehouse } from './platform/warehouse/warehouse.ts';
import { type ServerDeps, withNouns } from './server-deps.ts';

/** A clock that stands still until it is turned. */
export interface TestClock {
  /** ms since the epoch */
  now(): number;
  advance(ms: number): void;
}

/** A clock for tests, standing at the present time so that the database's own `now()` is close to it. */
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
 * The parts of a server over a test's own database (`openTestDatabase()`): embedded configuration, silent
 * log, a clock to turn. `environment` sets configuration names as an operator would. The queue is made but
 * not started. `close` closes the database, too.
 */
export function makeTestDeps(
  database: Database,
  options: { environment?: Record<string, string>; clock?: TestClock } = {},
): TestDeps {
  const config = parseConfig({
    LOG_LEVEL: 'silent',
    WORKER: 'none',
    // Tests reach loopback only.
    PORT_25_TEST: '0',
    // Nothing of the machine's own: a test that keeps files names its folder.
    DATA_DIR: join(tmpdir(), 'leadwell-no-data'),
    ...options.environment,
  });
  const log = createLog(config.LOG_LEVEL);
  const base = {
    config,
    log,
    clock: options.clock ?? createTestClock(),
    database,
    queue: createQueue(database, log),
    // Starts nothing unless leads are asked for; a test that asks sets DATA_DIR.
    warehouse: createWarehouse({
      url: config.CLICKHOUSE_URL,
      engine: { folder: `${config.DATA_DIR}/warehouse`, log },
      log,
    }),
    secrets: {
      authSecret: 'a secret of the tests, 32 characters or more',
      adminKey: 'an admin key of the tests',
    },
    publicUrl: 'http://127.0.0.1:3000',
    stopping: new AbortController().signal,
    // A test waits for its workers and makes accounts by the dozen.
    testing: { pollMs: 10, passwordCost: { memoryCost: 64, timeCost: 1, parallelism: 1 } },
  };
  return withNouns(base, { graceful: false });
}
