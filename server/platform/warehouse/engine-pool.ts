import { type RawInsertFormat, Session } from 'chdb';

/** One statement with the values bound to it. */
export interface EngineStatement {
  sql: string;
  params: Record<string, unknown>;
  /** of ClickHouse: JSONEachRow, CSV ... */
  format: string;
  signal: AbortSignal;
  /** how long a statement that is no SELECT may take; null for the usual. A SELECT says it itself. */
  seconds: number | null;
}

export interface EngineInsert {
  table: string;
  columns: string[];
  format: RawInsertFormat;
  values: Buffer;
}

/** A few connections to one chDB: each works on one statement at a time, who finds none free waits in line. */
export interface EnginePool {
  run(statement: EngineStatement): AsyncIterable<Uint8Array>;
  insert(insert: EngineInsert): Promise<void>;
}

const CONNECTIONS = 4;

/** Opens chDB on a folder, made when missing. Throws where the folder is in use or damaged. */
export function openEnginePool(options: {
  folder: string;
  maxMemoryBytes: number;
  maxSeconds: number;
}): EnginePool {
  const connectionArgs = [
    `--max_memory_usage=${options.maxMemoryBytes}`,
    `--max_execution_time=${options.maxSeconds}`,
    // Statements that change rows are done when they answer.
    '--mutations_sync=1',
    '--lightweight_deletes_sync=1',
  ];
  const free: Session[] = [];
  const waiting: ((session: Session) => void)[] = [];
  for (let made = 0; made < CONNECTIONS; made += 1)
    free.push(new Session(options.folder, { connectionArgs }));

  async function take(signal?: AbortSignal): Promise<Session> {
    const session = free.pop() ?? (await new Promise<Session>((resolve) => waiting.push(resolve)));
    if (!signal?.aborted) return session;
    give(session);
    throw new Error('The caller went away.');
  }

  function give(session: Session): void {
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
          // A setting of the connection, as these statements have no place for one: it is put back for who comes next.
          if (seconds !== null) await session.queryAsync(`SET max_execution_time = ${seconds}`);
          try {
            const result = await session.queryBindAsync(sql, params, { format });
            if (result.bytes().length > 0) yield result.bytes();
          } finally {
            if (seconds !== null) await session.queryAsync(`SET max_execution_time = ${options.maxSeconds}`);
          }
        }
      } finally {
        give(session);
      }
    },
    async insert(insert) {
      const session = await take();
      try {
        await session.insert(insert);
      } finally {
        give(session);
      }
    },
  };
}
