import { Readable } from 'node:stream';
import type { ClickHouseClient, ClickHouseSettings } from '@clickhouse/client';
import type { z } from 'zod';
import type { Log } from '../log.ts';
import { clusterClients, engineClients } from './client-provider.ts';
import type { EngineHostOptions } from './engine-host.ts';
import { splitLongParams, statementBody } from './statement-params.ts';
import { hasStoredData } from './stored-data.ts';
import { readChunks } from './stream-chunks.ts';
import { isConnectionError, tooSlow, type Work, warehouseError } from './warehouse-errors.ts';

/** A statement in ClickHouse SQL and its bound values (`{name:Type}`). */
export interface Statement {
  sql: string;
  params?: Record<string, unknown>;
  /** ClickHouse settings for this statement; never from user input */
  settings?: Record<string, number>;
}

export interface StatementOptions {
  signal?: AbortSignal;
  /** time limit */
  seconds?: number;
}

export interface ReadOptions extends StatementOptions {
  /** Selects the error messages: `search` (default), or `load` for rows needed by an import or an opt-out. */
  work?: Work;
}

export interface BytesOptions extends ReadOptions {
  /**
   * A remote ClickHouse sends rows while it reads, instead of holding the whole result until its end. The text
   * of a late failure then follows the rows, so the caller must parse every row (compact-rows.ts).
   */
  incremental?: boolean;
}

/**
 * The database for searching leads: an embedded engine or a remote ClickHouse, both over HTTP with the same
 * statements. Every failure is a CallError with a readable message: `unavailable` if the engine exited, was
 * too slow or ran out of memory, else `internal`.
 */
export interface Warehouse {
  /** whether the engine is embedded, with its data in our own folder */
  readonly embedded: boolean;
  /** false in a process that must not open the embedded engine, since the server has its folder */
  readonly accessible: boolean;
  /** The rows of a SELECT, validated with `shape`. */
  rows<T>(statement: Statement, shape: z.ZodType<T>, options?: ReadOptions): Promise<T[]>;
  /**
   * Streams the result of a SELECT as bytes in a ClickHouse format, such as CSV. The statement starts with
   * the first `next()`. It fails if no byte arrives within the time limit.
   */
  bytes(statement: Statement, format: string, options?: BytesOptions): AsyncGenerator<Buffer>;
  /** Runs a statement without a result. */
  run(statement: Statement, options?: StatementOptions): Promise<void>;
  /** Inserts rows from tab-separated lines. */
  insertLines(table: string, columns: readonly string[], lines: Buffer): Promise<void>;
  /** False while nothing was ever stored: reading then needs no engine, which may not be installed. */
  hasData(): boolean;
  /** Runs `work` while the embedded engine writes nothing to its folder. Statements wait meanwhile. */
  freeze<T>(work: () => Promise<T>): Promise<T>;
  /** The process id of the embedded engine, or null if it isn't running. */
  enginePid(): number | null;
  close(): Promise<void>;
}

/** Time limits in the engine: for searches, and for loading and deleting. */
const SEARCH_SECONDS = 10;
export const LOAD_SECONDS = 3600;

const GRACE_SECONDS = 15;
/** Sockets time out later than statements, so that the statement's own timeout error is reported. */
const IDLE_MARGIN_MS = 60_000;

/** Uses ClickHouse at `url`, or else an embedded engine in `engine.folder`. The first statement opens it. */
export function createWarehouse(options: {
  url: string | undefined;
  engine: EngineHostOptions;
  log: Log;
  /** Extra time beyond the engine's own limit before a statement without a response fails. */
  graceSeconds?: number;
  /** whether this process may open the engine's folder; default: true */
  ownsFolder?: boolean;
}): Warehouse {
  const { graceSeconds = GRACE_SECONDS, ownsFolder = true } = options;
  const idleMs = (LOAD_SECONDS + graceSeconds) * 1000 + IDLE_MARGIN_MS;
  const clients = options.url ? clusterClients(options.url, idleMs) : engineClients(options.engine, idleMs);

  const embedded = options.url === undefined;

  function readSettings(work: Work): ClickHouseSettings {
    return { ...clients.selectSettings, ...(work === 'load' ? clients.readLoadSettings : {}) };
  }

  async function toCallError(error: unknown, work: Work): Promise<unknown> {
    if (isConnectionError(error)) await clients.settle();
    return warehouseError(error, { embedded, work });
  }

  async function withClient<T>(
    {
      signal,
      seconds,
      work,
      use = clients.use,
    }: { signal?: AbortSignal | undefined; seconds: number; work: Work; use?: typeof clients.use },
    send: (client: ClickHouseClient, signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const limit = timeLimit(seconds + graceSeconds, signal);
    try {
      return await use((client) => {
        // The client only notices an abort while it waits.
        limit.signal.throwIfAborted();
        return send(client, limit.signal);
      });
    } catch (error) {
      throw limit.isReached() ? tooSlow(error, work) : await toCallError(error, work);
    } finally {
      limit.lift();
    }
  }

  return {
    embedded,
    accessible: !embedded || ownsFolder,
    rows: (statement, shape, { signal, seconds = SEARCH_SECONDS, work = 'search' } = {}) =>
      withClient({ signal, seconds, work }, async (client, abort_signal) => {
        const result = await client.query({
          ...asQuery(statement, seconds),
          format: 'JSONEachRow',
          abort_signal,
          clickhouse_settings: readSettings(work),
          use_multipart_params_auto: true,
        });
        return rowsOf(shape).parse(await result.json());
      }),
    async *bytes(statement, format, options = {}) {
      const { signal, seconds = SEARCH_SECONDS, incremental = false, work = 'search' } = options;
      const limit = timeLimit(seconds + graceSeconds, signal);
      const lease = clients.keep();
      try {
        const { query, query_params } = asQuery(statement, seconds);
        const client = await lease.client();
        limit.signal.throwIfAborted();
        const { stream } = await client.exec({
          query: `${query}\nFORMAT ${format}`,
          ...statementBody(query_params),
          clickhouse_settings: {
            ...readSettings(work),
            // A late failure as text isn't taken for a row.
            ...(incremental ? { wait_end_of_query: 0, http_write_exception_in_output_format: 0 } : {}),
          },
          abort_signal: limit.signal,
        });
        // The client doesn't handle aborts once it has returned the stream.
        const abort = () => stream.destroy(limit.signal.reason);
        if (limit.signal.aborted) abort();
        limit.signal.addEventListener('abort', abort, { signal: limit.lifted });
        for await (const chunk of readChunks(stream)) {
          limit.lift();
          yield chunk;
        }
      } catch (error) {
        throw limit.isReached() ? tooSlow(error, work) : await toCallError(error, work);
      } finally {
        limit.lift();
        lease.release();
      }
    },
    run: (statement, { signal, seconds = LOAD_SECONDS } = {}) =>
      withClient({ signal, seconds, work: 'load' }, async (client, abort_signal) => {
        const { sql, params = {} } = splitLongParams(statement);
        const { stream } = await client.exec({
          query: sql,
          ...statementBody(params),
          clickhouse_settings: {
            max_execution_time: seconds,
            ...clients.loadSettings,
          },
          abort_signal,
        });
        await drain(stream);
      }),
    insertLines: (table, columns, lines) =>
      withClient(
        { seconds: LOAD_SECONDS, work: 'load', use: clients.useForInsert },
        async (client, abort_signal) => {
          const { stream } = await client.exec({
            query: `INSERT INTO ${table} (${columns.join(', ')}) FORMAT TabSeparated`,
            values: Readable.from([lines], { objectMode: false }),
            // A server can be set to accept rows before it has stored them.
            clickhouse_settings: { async_insert: 0 },
            abort_signal,
          });
          await drain(stream);
        },
      ),
    hasData: () => !embedded || hasStoredData(options.engine.folder),
    freeze: (work) => clients.freeze(work),
    enginePid: () => clients.pid(),
    close: () => clients.close(),
  };
}

/** Lists of each shape. zod looks at all of a new schema when it first reads with it, which takes longer than a small result. */
const lists = new WeakMap<z.ZodType, z.ZodType>();

function rowsOf<T>(shape: z.ZodType<T>): z.ZodType<T[]> {
  const known = lists.get(shape) as z.ZodType<T[]> | undefined;
  if (known) return known;
  const list = shape.array();
  lists.set(shape, list);
  return list;
}

/** Reads an empty response. Its end means that the statement is done. */
async function drain(stream: Readable): Promise<void> {
  for await (const _ of stream) {
    // Nothing to keep.
  }
}

function asQuery(statement: Statement, seconds: number) {
  const { sql, params = {}, settings = {} } = splitLongParams(statement);
  const list = Object.entries({ ...settings, max_execution_time: Math.ceil(seconds) });
  return {
    query: `${sql}\nSETTINGS ${list.map(([name, value]) => `${name} = ${value}`).join(', ')}`,
    query_params: params,
  };
}

/** A new error for each statement, with its stack, takes 10 ms of an export. */
const LIFTED = new Error('The statement has ended.');

/** `signal` aborts with the caller's signal or at the time limit. `lift` removes the time limit. */
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
      lifted.abort(LIFTED);
    },
  };
}
