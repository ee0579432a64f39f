import type { Config } from './config.ts';
import type { Clock } from './platform/clock.ts';
import type { Database } from './platform/db.ts';
import type { Log } from './platform/log.ts';
import type { Queue } from './platform/queue.ts';
import type { Warehouse } from './platform/warehouse/warehouse.ts';

/**
 * The parts every noun is built from, with the lifetime of the server. `ServerDeps` (server-deps.ts) adds the
 * parts that nouns build, and closes all of them.
 */
export interface Deps {
  config: Config;
  log: Log;
  clock: Clock;
  database: Database;
  queue: Queue;
  /** where leads are searched; opened at its first use */
  warehouse: Warehouse;
  secrets: { authSecret: string; adminKey: string };
  /** Where links point and which origin is ours, without a slash at the end. */
  publicUrl: string;
  /** Aborted when the server stops, once the worker has stored what it had: a call that waits answers with what there is. */
  stopping: AbortSignal;
  /** Only tests set these: production keeps each worker's own pace and the full cost of a password hash. */
  testing?: {
    /** how often workers look for work */
    pollMs: number;
    /** of argon2id; memory in KiB */
    passwordCost: { memoryCost: number; timeCost: number; parallelism: number };
  };
}

/** The address of a server that no PUBLIC_URL names. */
export function loopbackUrl(config: Config, port: number): string {
  return `http://${config.HOST.includes(':') ? `[${config.HOST}]` : config.HOST}:${port}`;
}
