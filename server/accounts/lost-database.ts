import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { secretFingerprint } from '../platform/database/auth-secret.ts';
import type { Database } from '../platform/database/db.ts';
import { readSchema } from '../platform/database/migrate.ts';
import { OperatorError } from '../platform/operator-error.ts';

/** Says in the data folder which database its server has used. */
const MARKER = 'database-used.txt';

/** Where a database is, without its password: it may be written to a file. */
export function databasePlace({ DATABASE_URL }: { DATABASE_URL?: string | undefined }): string {
  if (DATABASE_URL === undefined) return 'the embedded database';
  const { host, pathname } = new URL(DATABASE_URL);
  return `PostgreSQL, ${host}${pathname}`;
}

/** The database that the server of a data folder has used; null: none yet. */
function usedDatabase(dataDir: string): string | null {
  const file = join(dataDir, MARKER);
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null;
}

/** Remembers in the data folder that its server has used a database. */
export function markUsed(dataDir: string, place: string): void {
  if (usedDatabase(dataDir) === place) return;
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(join(dataDir, MARKER), `${place}\n`, { mode: 0o600 });
}

/** Whether no server has used a database. Someone may have created its tables. */
export async function isUnused({ db }: Pick<Database, 'db'>): Promise<boolean> {
  const { applied } = await readSchema({ db });
  if (!applied.includes('0080_auth_secret.sql')) return applied.length === 0;
  if ((await secretFingerprint(db)) !== null) return false;
  return (await db.selectFrom('accounts').select('id').limit(1).execute()).length === 0;
}

/** Why the database mustn't be empty, as a part of a sentence; null: it may be. */
export function whyNotEmpty(config: { DATA_DIR: string; REFUSE_EMPTY_DATABASE: boolean }): string | null {
  const used = usedDatabase(config.DATA_DIR);
  if (used !== null) return `the server of ${config.DATA_DIR} has used one before (${used})`;
  return config.REFUSE_EMPTY_DATABASE ? 'REFUSE_EMPTY_DATABASE says that there is one with data' : null;
}

/** The error of a server or worker that would start on an empty database. `why`: what speaks against it. */
export function lostDatabase(why: string): OperatorError {
  return new OperatorError(
    `The database is empty, but ${why}. Nothing has changed. If the settings are wrong, correct DATABASE_URL or DATA_DIR. If the data is lost, run \`leadwell restore FILE\` with a backup. For a first start, or to go on with an empty database, start once with ALLOW_EMPTY_DATABASE=true.`,
  );
}
