import type { TestProject } from 'vitest/node';
import { findPostgres, startTestPostgres } from '#server/platform/database/test-postgres.ts';

/**
 * Starts a PostgreSQL server for the Vitest project `postgres`, and returns what stops it. Without PostgreSQL, these
 * tests run on PGlite, and those that need several connections are skipped.
 */
export default async function startPostgres(
  project: TestProject,
): Promise<(() => Promise<void>) | undefined> {
  const bin = findPostgres();
  if (!bin) {
    process.stderr.write('PostgreSQL is not installed (initdb and postgres). Its tests run on PGlite.\n');
    return undefined;
  }
  const server = await startTestPostgres(bin);
  project.config.env.TEST_POSTGRES_URL = server.url;
  return () => server.stop();
}
