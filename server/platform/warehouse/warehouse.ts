import { Readable } from 'node:stream';
import type { ClickHouseClient } from '@clickhouse/client';
import type { z } from 'zod';
import type { Log } from '../log.ts';
import { clusterClients, engineClients } from './client-provider.ts';
import type { EngineHostOptions } from './engine-host.ts';
import { piecesOf } from './stream-pieces.ts';
import { isConnectionError, tooSlow, type Work, warehouseError } from './warehouse-errors.ts';

/** A statement in ClickHouse's SQL and the values bound to it (`{name:Type}`). */
export interface Statement {
  sql: string;
  params?: Record<string, unknown>;
  /** of ClickHouse, for this statement; names and values of our own, never a request's */
  settings?: Record<string, number>;
}

export interface StatementOptions {
  signal?: AbortSignal;
  /** how long it may take */
  seconds?: number;
}

export interface ReadOptions extends StatementOptions {
  /** Whose words a failure has: `search`, or `load` where the rows are wanted for an import or an opt-out. Without it, `search`. */
  work?: Work;
}

export interface BytesOptions extends ReadOptions {
  /** How long the engine waits for a slow reader; then the rest is kept in memory. Without it, for as long as it takes. */
  patienceMs?: number;
}

/**
 * Where leads are searched: our own engine, or a ClickHouse by its address; the same statements over HTTP. Every failure is a
 * CallError that a person can read: `unavailable` where the engine went away, was too slow or ran out of memory, else `internal`.
 */
export interface Warehouse {
  /** The engine is ours, in a folder of ours. */
  readonly embedded: boolean;
  /** The rows of a SELECT, checked. */
  rows<T>(statement: Statement, shape: z.ZodType<T>, options?: ReadOptions): Promise<T[]>;
  /**
   * What a SELECT answers, as the bytes of a format (CSV, say), as they come. The statement runs from the first `next()` on; it is given
   * up where no byte has come by the end of its time.
   */
  bytes(statement: Statement, format: string, options?: BytesOptions): AsyncGenerator<Buffer>;
  /** A statement that answers nothing. */
  run(statement: Statement, options?: StatementOptions): Promise<void>;
  /** Inserts rows that are written as tab-separated lines. */
  insertLines(table: string, columns: readonly string[], lines: Buffer): Promise<void>;
  /** The process of our engine that runs now, or null. */
  enginePid(): number | null;
  close(): Promise<void>;
}

/** The engine's own limit of a search, and what loading and deleting get. */
export const SEARCH_SECONDS = 20;
export const LOAD_SECONDS = 3600;

const GRACE_SECONDS = 15;
/** Sockets are given up later than what is asked over them, which then is told in its own words. */
const IDLE_MARGIN_MS = 60_000;

/** Over `url`, or without one over an engine of our own in `engine.folder`. Nothing is opened before the first statement. */
export function createWarehouse(options: {
  url: string | undefined;
  engine: EngineHostOptions;
  log: Log;
  /** Beyond its own limit an engine that does not answer is given so long, then given up. */
  graceSeconds?: number;
}): Warehouse {
  const { graceSeconds = GRACE_SECONDS } = options;
  const idleMs = (LOAD_SECONDS + graceSeconds) * 1000 + IDLE_MARGIN_MS;
  const clients = options.url ? clusterClients(options.url, idleMs) : engineClients(options.engine, idleMs);

  const embedded = options.url === undefined;

  async function toCallError(error: unknown, work: Work): Promise<unknown> {
    if (isConnectionError(error)) await clients.settle();
    return warehouseError(error, { embedded, work });
  }

  async function withClient<T>(
    { signal, seconds, work }: { signal?: AbortSignal | undefined; seconds: number; work: Work },
    ask: (client: ClickHouseClient, signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const limit = timeLimit(seconds + graceSeconds, signal);
    try {
      return await clients.use((client) => {
        // The client hears of an abort only while it waits.
        limit.signal.throwIfAborted();
        return ask(client, limit.signal);
      });
    } catch (error) {
      throw limit.isReached() ? tooSlow(error, work) : await toCallError(error, work);
    } finally {
      limit.lift();
    }
  }

  return {
    embedded,
    rows: (statement, shape, { signal, seconds = SEARCH_SECONDS, work = 'search' } = {}) =>
      withClient({ signal, seconds, work }, async (client, abort_signal) => {
        const result = await client.query({
          ...asQuery(statement, seconds),
          format: 'JSONEachRow',
          abort_signal,
          clickhouse_settings: clients.whileReading,
          use_multipart_params_auto: true,
        });
        return shape.array().parse(await result.json());
      }),
    async *bytes(statement, format, options = {}) {
      const { signal, seconds = SEARCH_SECONDS, patienceMs, work = 'search' } = options;
      const limit = timeLimit(seconds + graceSeconds, signal);
      const held = clients.keep();
      try {
        const { query, query_params } = asQuery(statement, seconds);
        const client = await held.client();
        limit.signal.throwIfAborted();
        const { stream } = await client.exec({
          query: `${query}\nFORMAT ${format}`,
          query_params,
          clickhouse_settings: clients.whileReading,
          abort_signal: limit.signal,
        });
        // The client no longer hears of it.
        const giveUp = () => stream.destroy(limit.signal.reason);
        if (limit.signal.aborted) giveUp();
        limit.signal.addEventListener('abort', giveUp, { signal: limit.lifted });
        for await (const piece of piecesOf(stream, patienceMs)) {
          limit.lift();
          yield piece;
        }
      } catch (error) {
        throw limit.isReached() ? tooSlow(error, work) : await toCallError(error, work);
      } finally {
        limit.lift();
        held.release();
      }
    },
    run: (statement, { signal, seconds = LOAD_SECONDS } = {}) =>
      withClient({ signal, seconds, work: 'load' }, async (client, abort_signal) => {
        await client.command({
          query: statement.sql,
          query_params: statement.params ?? {},
          clickhouse_settings: {
            max_execution_time: seconds,
            mutations_sync: '1',
            lightweight_deletes_sync: '1',
          },
          abort_signal,
        });
      }),
    insertLines: (table, columns, lines) =>
      withClient({ seconds: LOAD_SECONDS, work: 'load' }, async (client, abort_signal) => {
        const { stream } = await client.exec({
          query: `INSERT INTO ${table} (${columns.join(', ')}) FORMAT TabSeparated`,
          values: Readable.from([lines], { objectMode: false }),
          abort_signal,
        });
        for await (const _ of stream) {
          // Nothing is answered; the end says that it is done.
        }
      }),
    enginePid: () => clients.pid(),
    close: () => clients.close(),
  };
}

function asQuery({ sql, params = {}, settings = {} }: Statement, seconds: number) {
  const list = Object.entries({ ...settings, max_execution_time: Math.ceil(seconds) });
  return {
    query: `${sql}\nSETTINGS ${list.map(([name, value]) => `${name} = ${value}`).join(', ')}`,
    query_params: params,
  };
}

/** `signal` aborts with the caller's own or when the time is over, whichever comes first; lifted, the time no longer counts. */
function timeLimit(seconds: number, caller: AbortSignal | undefined) {
  const reached = new AbortController();
  const lifted = new AbortController();
  const timer = setTimeout(() => reached.abort(), seconds * 1000);
  return {
    signal: caller ? AbortSignal.any([caller, reached.signal]) : reached.signal,
    isReached: () => reached.signal.aborted,
    lifted: lifted.signal,
    lift: () => {
      clearTimeout(timer);
      lifted.abort();
    },
  };
}
