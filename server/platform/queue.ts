import { fromPglite, PgBoss } from 'pg-boss';
import type { Database } from './db.ts';
import type { Log } from './log.ts';

/** What every job on our queues may count on; a queue's own folder names the queue and its payload. */
export const QUEUE_DEFAULTS = {
  // A worker that was killed is noticed after 10 s, pg-boss's least.
  heartbeatSeconds: 10,
  retryLimit: 1000,
} as const;

/** pg-boss, and the queues that exist in its database by name: each is created once. */
export class Queue extends PgBoss {
  readonly created = new Map<string, Promise<void>>();
}

/** Makes the queue over an open database; `start()` installs its schema. pg-boss answers for retries and heartbeats. */
export function createQueue(database: Database, log: Log): Queue {
  const boss =
    database.kind.engine === 'pglite'
      ? new Queue({
          db: fromPglite(database.kind.pglite),
          backend: 'pglite',
          // The one process that there is gives its jobs back itself; vacuum is not automatic here.
          monitorVacuum: false,
          reindex: false,
          schedule: false,
        })
      : new Queue({
          connectionString: database.kind.url,
          max: 4,
          // Heartbeats are looked at by the monitor; its own minute would let a killed worker's jobs lie that long.
          superviseIntervalSeconds: 2,
          monitorIntervalSeconds: 2,
          schedule: false,
        });
  boss.on('error', (error) => log.error({ err: error }, 'queue error'));
  boss.on('warning', (warning) => log.warn({ warning }, 'queue warning'));
  return boss;
}
