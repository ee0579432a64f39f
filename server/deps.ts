import type { Config } from './config.ts';
import type { Clock } from './platform/clock.ts';
import type { Availability } from './platform/database/availability.ts';
import type { Database } from './platform/database/db.ts';
import type { OutageLines } from './platform/database/outage-lines.ts';
import type { Log } from './platform/log.ts';
import type { ChildRunner } from './platform/process/child-runner.ts';
import type { Watchdog } from './platform/process/watchdog.ts';
import type { Queue } from './platform/queue/queue.ts';
import type { ServerSecrets } from './platform/server-secrets.ts';
import type { Turns } from './platform/turns.ts';
import type { Warehouse } from './platform/warehouse/warehouse.ts';

/**
 * The base dependencies of all features, with the lifetime of the server. `ServerDeps` (server-deps.ts) adds
 * those that features and tools create, and closes all of them.
 */
export interface Deps {
  config: Config;
  log: Log;
  clock: Clock;
  database: Database;
  /** whether calls can use the database now */
  availability: Availability;
  /** the log lines that an outage of the database leaves out */
  outageLines: OutageLines;
  queue: Queue;
  /** the lead search database; opened on first use */
  warehouse: Warehouse;
  /** for work that untrusted input could make slow or large */
  childRunner: ChildRunner;
  /** by account, for work that keeps the database busy and that an account can start often */
  turns: Turns;
  secrets: ServerSecrets;
  /** The origin of the server, for links and origin checks, without a trailing slash. */
  publicUrl: string;
  /**
   * Aborts when the server stops, after the worker has stored its results. Waiting calls then return what
   * they have.
   */
  stopping: AbortSignal;
  /** ends a process whose event loop is blocked */
  watchdog: Watchdog;
  /** Only tests set these: production keeps each worker's own pace, the full cost of a password hash and all sample leads. */
  testing?: {
    /** how often workers look for work */
    pollMs: number;
    /** of argon2id; memory in KiB */
    passwordCost: { memoryCost: number; timeCost: number; parallelism: number };
    /** how many fill a lead database when it is first used */
    sampleLeads: number;
    /** how much an export reads at a time and between two saves of its progress, as a share of the usual; default 1 */
    exportSteps?: number;
  };
}

/** The URL of a server without a PUBLIC_URL. */
export function loopbackUrl(config: Config, port: number): string {
  return `http://${config.HOST.includes(':') ? `[${config.HOST}]` : config.HOST}:${port}`;
}
