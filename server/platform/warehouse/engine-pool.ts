import type { RawInsertFormat, Session } from 'chdb';
import { loadEngine } from './installed-engine.ts';

/** A statement and its bound values. */
export interface EngineStatement {
  sql: string;
  params: Record<string, unknown>;
  /** a ClickHouse format, such as JSONEachRow or CSV */
  format: string;
  signal: AbortSignal;
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
  const free: Session[] = [];
  const waiting: ((session: Session) => void)[] = [];
  for (let count = 0; count < CONNECTIONS; count += 1)
    free.push(new engine.Session(options.folder, { connectionArgs }));

  async function take(signal?: AbortSignal): Promise<Session> {
    const session = free.pop() ?? (await new Promise<Session>((resolve) => waiting.push(resolve)));
    if (!signal?.aborted) return session;
    release(session);
    throw new Error('The client disconnected.');
  }

  function release(session: Session): void {
    const next = waiting.shift();
    if (next) next(session);
    else free.push(session);
  }

  return {
    async *run({ sql, params, format, signal, seconds }) {
      const session = await take(signal);
      try {
        if (/^\s*(?:SELECT|WITH)\b/i.test(sql)) {
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
        release(session);
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
