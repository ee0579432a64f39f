import { constants as fileConstants, mkdirSync, rmSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { constants } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { type Config, parseConfig } from '#server/config.ts';
import { removeLeftCopies, UPGRADE_COPY } from '#server/platform/backup/snapshot.ts';
import { folderBytes } from '#server/platform/database/backup.ts';
import { connectPostgres } from '#server/platform/database/connect-postgres.ts';
import { type Database, openPGlite } from '#server/platform/database/db.ts';
import { databaseFolder } from '#server/platform/database/embedded-database.ts';
import { countTables } from '#server/platform/database/table-sizes.ts';
import { isDataFolderInUse } from '#server/platform/disk/data-lock.ts';
import { folderSpace, megabytes } from '#server/platform/disk/disk-space.ts';
import { MEGABYTE } from '#server/platform/disk/free-bytes.ts';
import { firstErrorLine, OperatorError } from '#server/platform/operator-error.ts';
import { readEnvFile } from '#server/process.ts';
import { bringUpToDate, findMissing } from './migrate.ts';
import { openStoppedDatabase } from './stopped-database.ts';

/** What the migrations themselves may need, besides the copy. */
const SPARE_BYTES = 100 * MEGABYTE;

/**
 * `leadwell upgrade --check`: applies to a copy what the database lacks for this version, and says how long each step takes.
 * The embedded database is copied here, while no server uses it. A copy on PostgreSQL is made by the operator: `copyUrl`.
 * Throws OperatorError that says what failed.
 */
export async function checkUpgrade(
  copyUrl: string | undefined,
  write: (line: string) => void,
): Promise<void> {
  readEnvFile();
  const config = parseConfig({ LOG_LEVEL: 'warn', ...process.env });
  if (config.DATABASE_URL) await checkPostgres(config, config.DATABASE_URL, copyUrl, write);
  else await checkEmbedded(config, write);
}

async function checkEmbedded(config: Config, write: (line: string) => void): Promise<void> {
  if (isDataFolderInUse(config.DATA_DIR)) {
    throw new OperatorError(
      'Stop the server before you check, since only a database at rest can be copied. Or make a backup with `leadwell backup FILE`, put it into another folder with `leadwell restore FILE` and the earlier version, and check there.',
    );
  }
  const { database: found, close } = await openStoppedDatabase(config, { readOnly: true });
  try {
    if (!(await needsUpdate(found, write))) return;
  } finally {
    await close();
  }
  const source = databaseFolder(config.DATA_DIR);
  const needed = folderBytes(source) + SPARE_BYTES;
  const space = folderSpace(config.DATA_DIR, config.MIN_FREE_DISK_MB * MEGABYTE);
  if (space.freeBytes() < needed) {
    throw new OperatorError(
      `The copy needs ${megabytes(needed)}, and the disk of DATA_DIR has ${megabytes(space.freeBytes())} free. Free up space. Then check again.`,
    );
  }
  await removeLeftCopies(config.DATA_DIR, UPGRADE_COPY);
  const folder = join(config.DATA_DIR, `${UPGRADE_COPY}${process.pid}`);
  const ignoreStops = onStop(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  try {
    mkdirSync(folder, { mode: 0o700 });
    await cp(source, join(folder, 'db'), { recursive: true, mode: fileConstants.COPYFILE_FICLONE });
    const copy = await openPGlite({ dataDir: join(folder, 'db') });
    try {
      await tryUpdate(copy, config, write);
    } finally {
      await copy.close();
    }
  } finally {
    ignoreStops();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Calls `end` on Ctrl+C and on SIGTERM, and ends the process with the exit code of a shell. Returns what undoes that. */
function onStop(end: () => void): () => void {
  const listeners = (['SIGINT', 'SIGTERM'] as const).map((signal) => {
    const stop = () => {
      end();
      process.exit(128 + constants.signals[signal]);
    };
    process.once(signal, stop);
    return () => process.off(signal, stop);
  });
  return () => {
    for (const undo of listeners) undo();
  };
}

async function checkPostgres(
  config: Config,
  url: string,
  copyUrl: string | undefined,
  write: (line: string) => void,
): Promise<void> {
  if (copyUrl === undefined) {
    throw new OperatorError(
      'Make a copy of the database, and name it: `leadwell upgrade --check --copy postgres://.../leadwell_copy`. The commands for a copy are in docs/operate/upgrades.md.',
    );
  }
  const copy = await connectPostgres(copyUrl, { pool: 3 }, '--copy');
  try {
    const own = await connectPostgres(url, { pool: 3 });
    const isSame = (await identity(own)) === (await identity(copy));
    await own.close();
    if (isSame)
      throw new OperatorError('--copy is the database of DATABASE_URL itself. Name a copy of it instead.');
    if (await needsUpdate(copy, write)) await tryUpdate(copy, config, write);
  } finally {
    await copy.close();
  }
}

/** The same for two addresses of one database. */
async function identity({ db }: Database): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select concat(oid, ' ', pg_postmaster_start_time()) as id from pg_database where datname = current_database()
  `.execute(db);
  return rows[0]?.id ?? '';
}

/** Says what is missing. Throws OperatorError if there are no tables, or those of a newer version. */
async function needsUpdate(database: Database, write: (line: string) => void): Promise<boolean> {
  const { applied, missing, isQueueOld } = await findMissing(database);
  if (applied.length === 0)
    throw new OperatorError('The database has no tables of Leadwell. Name a copy with the data.');
  if (missing.length > 0 || isQueueOld) return true;
  write('The database is up to date: nothing would change.');
  return false;
}

async function tryUpdate(database: Database, config: Config, write: (line: string) => void): Promise<void> {
  const before = await countTables(database.db);
  const startedAt = performance.now();
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  try {
    await bringUpToDate(database, config, (name, ms) => write(`works: ${name} (${seconds(ms)})`));
  } catch (cause) {
    throw new OperatorError(
      `The update fails on a copy of the database: ${firstErrorLine(cause)}. Your data has not changed. Keep the earlier version, and report this with a support bundle: \`leadwell support-bundle FILE\`.`,
      { cause },
    );
  }
  const took = performance.now() - startedAt;
  const after = await countTables(database.db);
  for (const [table, rows] of before) {
    const left = after.get(table);
    if (table !== 'schema_migrations' && rows !== null && left !== undefined && left !== rows)
      write(`changes: ${table} from ${rows} to ${left ?? 'more'} rows`);
  }
  for (const table of before.keys()) if (!after.has(table)) write(`removes: the table ${table}`);
  write(`The update works on a copy of the database, and took ${seconds(took)}. Your data has not changed.`);
}
