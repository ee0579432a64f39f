import type { RawInsertFormat, Session } from 'chdb';
import { loadEngine } from './installed-engine.ts';

/** A statement and its bound values. */
export interface EngineStatement {
  sql: string;
  params: Record<string, unknown>;
  /** a ClickHouse format, such as JSONEachRow or CSV */
  format: string;
  signal: AbortSignal;
  /** The caller takes all rows of a SELECT at once, whatever else it does. Otherwise, a slow one keeps its connection busy. */
  whole: boolean;
  /** the time limit of a statement other than SELECT; null for the default. A SELECT has its own setting. */
  seconds: number | null;
}

export interface EngineInsert {
  table: string;
  columns: string[];
  format: RawInsertFormat;
  values: Buffer;
}

/** A pool of connections to one chDB. Each runs one statement at a time; further statements wait in order. */
export interface EnginePool {
  run(statement: EngineStatement): AsyncIterable<Uint8Array>;
  insert(insert: EngineInsert): Promise<void>;
}

export interface EnginePoolOptions {
  folder: string;
  maxMemoryBytes: number;
  maxSeconds: number;
}

const CONNECTIONS = 4;
/**
 * SELECTs whose rows are taken one by one. Their readers can need another statement before they take more, such as an
 * export that checks its table, so one connection is left for those.
 */
const STREAMS = CONNECTIONS - 1;

/**
 * Loads chDB, and returns how to open it on a folder, which is created if needed. Throws if it isn't installed; opening
 * throws if the folder is in use or damaged.
 */
export async function loadEnginePool(home: string): Promise<(options: EnginePoolOptions) => EnginePool> {
  const engine = await loadEngine(home);
  return (options) => openEnginePool(engine, options);
}

function openEnginePool(engine: typeof import('chdb'), options: EnginePoolOptions): EnginePool {
  const connectionArgs = [
    `--max_memory_usage=${options.maxMemoryBytes}`,
    `--max_execution_time=${options.maxSeconds}`,
    // Mutations finish before they return.
    '--mutations_sync=1',
    '--lightweight_deletes_sync=1',
  ];
  const { take, release } = shared(
    Array.from({ length: CONNECTIONS }, () => new engine.Session(options.folder, { connectionArgs })),
  );
  const streams = shared(Array.from({ length: STREAMS }, () => true));

  return {
    async *run({ sql, params, format, signal, whole, seconds }) {
      const isRead = /^\s*(?:SELECT|WITH)\b/i.test(sql);
      const stream = isRead && !whole ? await streams.take(signal) : null;
      let session: Session | null = null;
      try {
        session = await take(signal);
        if (isRead) {
          for await (const chunk of session.queryStreamBind(sql, params, { format, signal }))
            yield chunk.raw();
        } else {
          // These statements accept no settings, so change the connection's setting and restore it
          // afterwards.
          if (seconds !== null) await session.queryAsync(`SET max_execution_time = ${seconds}`);
          try {
            const result = await session.queryBindAsync(sql, params, { format });
            if (result.bytes().length > 0) yield result.bytes();
          } finally {
            if (seconds !== null) await session.queryAsync(`SET max_execution_time = ${options.maxSeconds}`);
          }
        }
      } finally {
        if (session) release(session);
        if (stream) streams.release(stream);
      }
    },
    async insert(insert) {
      const session = await take();
      try {
        await session.insert(insert);
      } finally {
        release(session);
      }
    },
  };
}

/** Hands out things that one caller has at a time. Further callers wait in order. */
function shared<T>(free: T[]) {
  const waiting: ((one: T) => void)[] = [];

  function release(one: T): void {
    const next = waiting.shift();
    if (next) next(one);
    else free.push(one);
  }

  async function take(signal?: AbortSignal): Promise<T> {
    const one = free.pop() ?? (await new Promise<T>((resolve) => waiting.push(resolve)));
    if (!signal?.aborted) return one;
    release(one);
    throw new Error('The client disconnected.');
  }

  return { take, release };
}
