import { EventEmitter } from 'node:events';
import { fromPglite, PgBoss } from 'pg-boss';
import type { Database } from '../database/db.ts';
import { type DiskSpace, UNKNOWN_SPACE } from '../disk/disk-space.ts';
import type { Log } from '../log.ts';

/** Default options for queues with heartbeats. */
export const QUEUE_DEFAULTS = {
  // A killed worker is detected after 10 s, the minimum of pg-boss.
  heartbeatSeconds: 10,
  retryLimit: 1000,
} as const;

/** pg-boss with the queues created so far, by name. Each is created once. */
export class Queue extends PgBoss {
  readonly created = new Map<string, Promise<void>>();
  /** Emits the name of a queue whose jobs this process added or removed. */
  readonly changes = new EventEmitter().setMaxListeners(0);
  /** the free space of the disk that jobs are stored on */
  space: DiskSpace = UNKNOWN_SPACE;
}

/** Workers of the only process of a data folder look for jobs this often at most: changes wake them. */
const EMBEDDED_POLL_MS = 2000;

/** How often a worker looks for jobs. `ms`: if other processes can add them. */
export function pollIntervalMs(
  { config, testing }: { config: { embedded: boolean }; testing?: { pollMs: number } },
  ms: number,
): number {
  return testing?.pollMs ?? (config.embedded ? Math.max(ms, EMBEDDED_POLL_MS) : ms);
}

/**
 * Creates pg-boss on an open database; `start()` installs its schema. pg-boss handles retries and heartbeats.
 */
export function createQueue(database: Database, log: Log): Queue {
  const boss =
    database.kind.engine === 'pglite'
      ? new Queue({
          db: fromPglite(database.kind.pglite),
          backend: 'pglite',
          // PGlite has a single process, which requeues its own jobs, and no autovacuum to monitor.
          monitorVacuum: false,
          reindex: false,
          schedule: false,
        })
      : new Queue({
          ...database.kind.queuePool,
          // The monitor checks heartbeats. Its default interval would leave a killed worker's jobs idle for a
          // minute.
          superviseIntervalSeconds: 2,
          monitorIntervalSeconds: 2,
          schedule: false,
        });
  boss.space = database.space;
  boss.on('error', (error) => log.error({ err: error }, 'queue error'));
  boss.on('warning', (warning) => log.warn({ warning }, 'queue warning'));
  return boss;
}
