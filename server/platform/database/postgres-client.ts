import type { Socket } from 'node:net';
import pg from 'pg';

type Answer = (error: Error | null, result: pg.QueryResult) => void;
type Query = (config: unknown, values: unknown, answer: Answer) => void;

/**
 * A connection to PostgreSQL whose answers can be freed at once. The promises of pg's own `query` are held by earlier
 * answers that have become old, so that each collection of young objects made a third of all answers old, too, and only a full
 * collection freed them. Measured in docs/measures.md, "Memory of an export".
 */
export class PostgresClient extends pg.Client {
  /** The ID of the server's process. null: not known, or that of a connection pooler. */
  serverProcess: number | null = null;

  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const query = this.query.bind(this) as unknown as Query & ((...args: unknown[]) => unknown);
    const answered = (...args: unknown[]) => {
      if (args.some((arg) => typeof arg === 'function') || isSubmittable(args[0])) return query(...args);
      return new Promise((resolve, reject) => {
        query(args[0], args[1], (error, result) => {
          if (!error) return resolve(result);
          // As pg does: the stack says that a broken connection was the one to the database.
          Error.captureStackTrace(error);
          reject(error);
        });
      });
    };
    this.query = answered as pg.Client['query'];
  }

  /** The connection, encrypted or not. */
  get socket(): Socket {
    return this.connection.stream as Socket;
  }

  /** Whether the server owes an answer. @types/pg doesn't know how pg says so. */
  get isWaiting(): boolean {
    return (this as unknown as { readyForQuery?: boolean }).readyForQuery !== true;
  }
}

/** Whether this is a query that answers by itself, such as a COPY stream. */
function isSubmittable(query: unknown): boolean {
  return typeof query === 'object' && query !== null && 'submit' in query;
}
