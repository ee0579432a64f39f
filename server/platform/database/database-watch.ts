import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../log.ts';
import { firstErrorLine } from '../operator-error.ts';
import { endProcess } from '../process/end-process.ts';
import type { Availability } from './availability.ts';
import { hasNoConnectionLeft } from './database-outage.ts';
import type { Database } from './db.ts';
import type { OutageLines } from './outage-lines.ts';
import type { PoolState } from './pool-connections.ts';

/** The pause between two checks, and how long the answer can take, in ms. Together, people wait two seconds at most. */
const PAUSE_MS = 400;
const ANSWER_MS = 1400;
/** A blocked event loop or a suspended process counts as one step of the wait for an answer, however long it lasts. */
const ANSWER_STEPS = 14;
const CHECKS_PER_EXIT = 8;
const LINE_EVERY_MS = 60_000;
const IDLE_PROCESSES = `
  select pid from pg_stat_activity
  where pid = any ($1::int[]) and state in ('idle', 'idle in transaction', 'idle in transaction (aborted)')`;

interface Watched {
  database: Pick<Database, 'kind'>;
  log: Log;
  availability: Availability;
  outageLines: OutageLines;
}

/** Whether any connection is open, and not only being opened. */
function hasOpen(state: PoolState): boolean {
  return [...state.values()].some(({ isOpen }) => isOpen);
}

/**
 * Checks that the database answers this process, on a connection of its own, and marks it as unavailable while it
 * doesn't. Calls `exit` when it hasn't answered for `exitMs`, so that a supervisor starts a new process. Logs when it stops
 * answering, once a minute, and when it answers again. Any answered statement counts, so that a busy database isn't taken
 * for a dead one. Ends connections of the pools that died without a sign: after an outage, all that it left silent, and
 * otherwise those whose statement or answer is lost. Only the time of the checks counts, not that of a process that was
 * suspended. The embedded database needs no watch. Returns, after the first check, a function that stops it: calls that
 * are let in before could be answered with an outage that isn't known yet.
 */
export async function watchDatabase(
  { database: { kind }, log, availability, outageLines }: Watched,
  { exitMs, exit = () => endProcess(1) }: { exitMs: number; exit?: () => void },
): Promise<() => Promise<void>> {
  if (kind.engine === 'pglite') return async () => {};
  const { answered, connections, url } = kind;
  const share = Math.min(1, exitMs / CHECKS_PER_EXIT / (PAUSE_MS + ANSWER_MS));
  const [pauseMs, answerMs] = [PAUSE_MS * share, ANSWER_MS * share];
  const stop = new AbortController();
  const wait = (ms: number) => delay(ms, undefined, { signal: stop.signal }).catch(() => {});
  let probe: pg.Client | null = null;
  /** From the first failed check of an outage on, also of connections that were opened meanwhile. */
  let beforeSilence: PoolState = new Map();
  /** Before the last check, if only its own connection was silent. Others answered, so those that wait may be lost, too. */
  let beforeDrop: PoolState | null = null;

  /** Asks the database for something. Returns how long that took in ms, whether it answered, and what failed before. */
  async function check(): Promise<{ ms: number; ok: boolean; failures: number }> {
    const before = answered();
    const failures = outageLines.count();
    const state = connections.state();
    let idle: ReadonlySet<number> = new Set();
    const asked = ask(connections.awaited(state)).then(
      (processes) => {
        idle = processes;
        return 'ok' as const;
      },
      // With connections of its own, this process goes on.
      (error: unknown) => (hasNoConnectionLeft(error) && hasOpen(state) ? 'full' : 'failed'),
    );
    const patience = new AbortController();
    const result = await Promise.race([asked, silence(patience.signal)]);
    patience.abort();
    // After a blocked event loop, the timeout comes before the answer that has arrived meanwhile.
    await nextTurn();
    const ok = result === 'ok' || result === 'full' || answered() > before || stop.signal.aborted;
    if (result !== 'ok') drop();
    else connections.endLost(state, idle, beforeDrop);
    beforeDrop = ok && result === 'silent' ? state : null;
    if (!ok) beforeSilence = new Map([...state, ...beforeSilence]);
    return { ms: result === 'silent' ? answerMs : 0, ok, failures };
  }

  /**
   * Waits for as long as an answer can take. A new connection needs several answers, and each of them a turn of the event
   * loop, which may have been blocked since the check began.
   */
  async function silence(answered: AbortSignal): Promise<'silent'> {
    for (let step = 0; step < ANSWER_STEPS && !answered.aborted; step += 1)
      await wait(answerMs / ANSWER_STEPS);
    return 'silent';
  }

  /** Returns which of these processes of the database wait for a statement. */
  async function ask(processes: readonly number[]): Promise<ReadonlySet<number>> {
    if (!probe) {
      // The check ends first, and drops it.
      const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2 * answerMs });
      // The error of a broken connection would end the process.
      client.on('error', () => {
        if (probe === client) probe = null;
      });
      probe = client;
      await client.connect();
    }
    if (processes.length === 0) {
      await probe.query('select 1');
      return new Set();
    }
    const { rows } = await probe.query<{ pid: number }>(IDLE_PROCESSES, [processes]);
    return new Set(rows.map(({ pid }) => pid));
  }

  function drop(): void {
    const dropped = probe;
    probe = null;
    dropped?.end().catch(() => {});
    // A connection that is silent never ends by itself.
    dropped?.connection.stream.destroy();
  }

  let silentMs = 0;
  let lineMs = LINE_EVERY_MS;

  /**
   * Logs failures without an outage, such as connections that broke once. Those since the last check started wait for the
   * next one: they can be the first sign of an outage, which has a line of its own.
   */
  function logFailures(known: number): void {
    if (known === 0 || lineMs < LINE_EVERY_MS) return;
    lineMs = 0;
    const { failures, reason } = outageLines.take();
    log.warn({ failures, reason }, 'connections to the database broke, and what used them failed');
  }

  function onAnswer(failures: number): void {
    if (silentMs > 0) log.warn({ silent_ms: Math.round(silentMs) }, 'the database answers again');
    silentMs = 0;
    // Not before: while nothing answers, a connection can still be alive. New calls mustn't get a dead one.
    connections.endSilent(beforeSilence);
    beforeSilence = new Map();
    availability.set('silent', false);
    logFailures(failures);
  }

  function onSilence(ms: number): void {
    if (silentMs === 0 && lineMs >= LINE_EVERY_MS) {
      lineMs = 0;
      log.error('the database does not answer');
    } else if (lineMs >= LINE_EVERY_MS) {
      lineMs = 0;
      const { failures, reason } = outageLines.take();
      log.error({ silent_ms: Math.round(silentMs), failures, reason }, 'the database still does not answer');
    }
    silentMs += ms;
    availability.set('silent', true);
  }

  const first = Promise.withResolvers<void>();

  async function watch(): Promise<void> {
    while (!stop.signal.aborted) {
      const { ms, ok, failures } = await check();
      lineMs += ms + pauseMs;
      if (ok) onAnswer(failures);
      else onSilence(ms + pauseMs);
      first.resolve();
      if (silentMs >= exitMs && !stop.signal.aborted) {
        log.fatal(
          { silent_ms: Math.round(silentMs) },
          'the database has not answered for too long: this process ends',
        );
        return exit();
      }
      // People wait for what only the next check can tell.
      if (!beforeDrop) await wait(pauseMs);
    }
  }

  const watching = watch()
    .catch((error: unknown) =>
      log.error({ reason: firstErrorLine(error) }, 'the watch of the database failed'),
    )
    .finally(first.resolve);
  await first.promise;
  return async () => {
    stop.abort();
    await watching;
    drop();
  };
}
