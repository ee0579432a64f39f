import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Log } from '../log.ts';
import type { Database } from './db.ts';

/** A check takes twice this time, in ms, so that a database that hangs is logged within 10 s. */
const CHECK_MS = 2500;
const CHECKS_PER_EXIT = 8;

/**
 * Checks that the database answers this process, and calls `exit` when it hasn't for `exitMs`, so that a
 * supervisor starts a new process. Logs when it stops answering and when it answers again. Any answered
 * statement counts, so that a busy database isn't taken for a dead one. Only the time of the checks counts,
 * not that of a process that was suspended. The embedded database needs no watch. Returns a function that
 * stops it.
 */
export function watchDatabase(
  { database: { db, kind }, log }: { database: Pick<Database, 'db' | 'kind'>; log: Log },
  { exitMs, exit = () => process.exit(1) }: { exitMs: number; exit?: () => void },
): () => Promise<void> {
  if (kind.engine === 'pglite') return async () => {};
  const { answered } = kind;
  const checkMs = Math.min(CHECK_MS, exitMs / CHECKS_PER_EXIT);
  const stop = new AbortController();
  const wait = () => delay(checkMs, undefined, { signal: stop.signal }).catch(() => {});

  /** Whether the database answers a statement of this process, or a ping, during a check. */
  async function answers(): Promise<boolean> {
    const before = answered();
    await wait();
    if (answered() > before || stop.signal.aborted) return true;
    // Waits its full time after an error too: a connection that is refused at once doesn't shorten the check.
    await Promise.race([wait(), sql`select 1`.execute(db).catch(wait)]);
    return answered() > before;
  }

  async function watch(): Promise<void> {
    let silentMs = 0;
    while (!stop.signal.aborted) {
      if (await answers()) {
        if (silentMs > 0) log.warn({ silent_ms: silentMs }, 'the database answers again');
        silentMs = 0;
        continue;
      }
      if (silentMs === 0) log.error('the database does not answer');
      silentMs += 2 * checkMs;
      if (silentMs < exitMs || stop.signal.aborted) continue;
      log.fatal({ silent_ms: silentMs }, 'the database has not answered for too long: this process ends');
      return exit();
    }
  }

  const watching = watch();
  return async () => {
    stop.abort();
    await watching;
  };
}
