import { sql } from 'kysely';
import { firstErrorLine, OperatorError } from '../operator-error.ts';
import { type Database, openPostgres } from './db.ts';
import type { PostgresLimits } from './postgres-pool.ts';

/**
 * Connects to PostgreSQL and waits for its first answer. `name`: of the setting or option with the URL. Throws
 * OperatorError if there is none.
 */
export async function connectPostgres(
  url: string,
  limits: Partial<PostgresLimits>,
  name = 'DATABASE_URL',
): Promise<Database> {
  const database = openPostgres(url, limits);
  try {
    await sql`select 1`.execute(database.db);
    return database;
  } catch (cause) {
    await database.close();
    throw new OperatorError(
      `Cannot connect to the database of ${name}: ${firstErrorLine(cause)}. Start PostgreSQL, or correct ${name}. Then run this command again.`,
      { cause },
    );
  }
}
