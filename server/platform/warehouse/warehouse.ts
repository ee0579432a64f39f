import { Readable } from 'node:stream';
import {
  type ClickHouseClient,
  ClickHouseError,
  ClickHouseLogLevel,
  type ClickHouseSettings,
  createClient,
} from '@clickhouse/client';
import type { z } from 'zod';
import { CallError } from '#contract/errors.ts';
import type { Log } from '../log.ts';
import { createEngineHost, type EngineHostOptions } from './engine-host.ts';
import { piecesOf } from './stream-pieces.ts';

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

export interface BytesOptions extends StatementOptions {
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
  rows<T>(statement: Statement, shape: z.ZodType<T>, options?: StatementOptions): Promise<T[]>;
  /** What a SELECT answers, as the bytes of a format (CSV, say), as they come. The statement runs from the first `next()` on. */
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
const REQUEST_TIMEOUT_MS = LOAD_SECONDS * 1000;
const MAX_SOCKETS = 32;
/**
 * The client's own timer for idle sockets stays off: a request that is aborted before it has its socket starts the timer once more, and
 * nobody stops the first, which then cuts off whatever statement has that socket 2.5 s later. Node lets go of idle sockets itself, by
 * what the server says of its patience.
 */
const KEEP_ALIVE = { enabled: true, idle_socket_ttl: 0 };
/** What goes wrong is thrown; the client would print it, values and all. */
const QUIET = { level: ClickHouseLogLevel.OFF };

const GRACE_SECONDS = 15;

const TIMEOUT_EXCEEDED = '159';
const MEMORY_LIMIT_EXCEEDED = '241';
/** Unknown user, wrong password, authentication failed, access denied, unknown database: the address or its user is not right. */
const REFUSALS = new Set(['192', '193', '516', '497', '81']);

/** Over `url`, or without one over an engine of our own in `engine.folder`. Nothing is opened before the first statement. */
export function createWarehouse(options: {
  url: string | undefined;
  engine: EngineHostOptions;
  log: Log;
  /** Beyond its own limit an engine that does not answer is given so long, then given up. */
  graceSeconds?: number;
}): Warehouse {
  const { graceSeconds = GRACE_SECONDS } = options;
  const lend = options.url ? lendCluster(options.url) : lendEngine(options.engine);

  const embedded = options.url === undefined;

  async function withClient<T>(
    { signal, seconds }: { signal?: AbortSignal | undefined; seconds: number },
    work: (client: ClickHouseClient, signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), (seconds + graceSeconds) * 1000);
    const either = signal ? AbortSignal.any([signal, limit.signal]) : limit.signal;
    try {
      return await lend.use((client) => {
        // The client hears of an abort only while it waits.
        either.throwIfAborted();
        return work(client, either);
      });
    } catch (error) {
      throw limit.signal.aborted ? tooSlow(error) : inWords(error, embedded);
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    embedded,
    rows: (statement, shape, { signal, seconds = SEARCH_SECONDS } = {}) =>
      withClient({ signal, seconds }, async (client, abort_signal) => {
        const result = await client.query({
          ...asQuery(statement, seconds),
          format: 'JSONEachRow',
          abort_signal,
          clickhouse_settings: lend.whileReading,
          use_multipart_params_auto: true,
        });
        return shape.array().parse(await result.json());
      }),
    async *bytes(statement, format, { signal, seconds = SEARCH_SECONDS, patienceMs } = {}) {
      const held = lend.hold();
      try {
        const { query, query_params } = asQuery(statement, seconds);
        const client = await held.client();
        signal?.throwIfAborted();
        const { stream } = await client.exec({
          query: `${query}\nFORMAT ${format}`,
          query_params,
          clickhouse_settings: lend.whileReading,
          ...(signal ? { abort_signal: signal } : {}),
        });
        yield* piecesOf(stream, patienceMs);
      } catch (error) {
        throw inWords(error, embedded);
      } finally {
        held.release();
      }
    },
    run: (statement, { signal, seconds = LOAD_SECONDS } = {}) =>
      withClient({ signal, seconds }, async (client, abort_signal) => {
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
      withClient({ seconds: LOAD_SECONDS }, async (client, abort_signal) => {
        const { stream } = await client.exec({
          query: `INSERT INTO ${table} (${columns.join(', ')}) FORMAT TabSeparated`,
          values: Readable.from([lines], { objectMode: false }),
          abort_signal,
        });
        for await (const _ of stream) {
          // Nothing is answered; the end says that it is done.
        }
      }),
    enginePid: () => lend.pid(),
    close: () => lend.close(),
  };
}

function asQuery({ sql, params = {}, settings = {} }: Statement, seconds: number) {
  const list = Object.entries({ ...settings, max_execution_time: Math.ceil(seconds) });
  return {
    query: `${sql}\nSETTINGS ${list.map(([name, value]) => `${name} = ${value}`).join(', ')}`,
    query_params: params,
  };
}

/** Hands out a client of the engine that runs now. */
interface Lender {
  use<T>(work: (client: ClickHouseClient) => Promise<T>): Promise<T>;
  /** As `use`, for work that is no single promise. */
  hold(): { client(): Promise<ClickHouseClient>; release(): void };
  /** settings of every SELECT */
  whileReading: ClickHouseSettings;
  pid(): number | null;
  close(): Promise<void>;
}

function lendCluster(url: string): Lender {
  const client = createClient({
    url,
    request_timeout: REQUEST_TIMEOUT_MS,
    max_open_connections: MAX_SOCKETS,
    keep_alive: KEEP_ALIVE,
    log: QUIET,
  });
  return {
    // A SELECT ends with its caller only where it is said to change nothing; and what fails on its way must come as a failure, not as
    // text at the end of the rows.
    whileReading: { readonly: '2', cancel_http_readonly_queries_on_client_close: 1, wait_end_of_query: 1 },
    use: (work) => work(client),
    hold: () => ({ client: async () => client, release: () => {} }),
    pid: () => null,
    close: () => client.close(),
  };
}

function lendEngine(options: EngineHostOptions): Lender {
  const host = createEngineHost(options);
  let known: { url: string; client: ClickHouseClient } | null = null;

  function clientOf(engine: { url: string; secret: string }): ClickHouseClient {
    if (known?.url === engine.url) return known.client;
    void known?.client.close();
    const client = createClient({
      url: engine.url,
      username: 'leadwell',
      password: engine.secret,
      request_timeout: REQUEST_TIMEOUT_MS,
      max_open_connections: MAX_SOCKETS,
      keep_alive: KEEP_ALIVE,
      log: QUIET,
    });
    known = { url: engine.url, client };
    return client;
  }

  return {
    whileReading: {},
    use: (work) => host.use((engine) => work(clientOf(engine))),
    hold() {
      let release = () => {};
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      return {
        client: () =>
          new Promise((resolve, reject) => {
            host
              .use(async (engine) => {
                resolve(clientOf(engine));
                await released;
              })
              .catch(reject);
          }),
        release,
      };
    },
    pid: () => host.pid(),
    close: async () => {
      await host.close();
      await known?.client.close();
    },
  };
}

function tooSlow(cause: unknown): CallError {
  return new CallError('unavailable', 'This search took too long. Narrow the filters and try again.', {
    cause,
  });
}

/** What to tell of a failure. An abort of the caller's own stays what it is. */
function inWords(error: unknown, embedded: boolean): unknown {
  if (error instanceof CallError) return error;
  const unavailable = (message: string) => new CallError('unavailable', message, { cause: error });
  if (error instanceof ClickHouseError) {
    if (error.code === TIMEOUT_EXCEEDED) return tooSlow(error);
    if (error.code === MEMORY_LIMIT_EXCEEDED) {
      return unavailable('This search needs more memory than it may have. Narrow the filters.');
    }
    if (REFUSALS.has(error.code)) {
      return unavailable('The lead database refuses this server. Its operator must look at CLICKHOUSE_URL.');
    }
    return new CallError('internal', undefined, { cause: error });
  }
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') {
    return unavailable(
      embedded
        ? 'The lead database was interrupted while it answered. It starts again by itself: please try once more.'
        : 'The lead database cannot be reached at the moment. Please try again in a minute.',
    );
  }
  return error;
}
