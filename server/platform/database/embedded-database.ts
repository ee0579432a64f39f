import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DiskSpace, megabytes } from '../disk/disk-space.ts';
import { fileReason } from '../file-reason.ts';
import type { Log } from '../log.ts';
import { firstErrorLine, OperatorError } from '../operator-error.ts';
import { backUpDatabase } from './backup.ts';
import { createEmbeddedDatabase } from './create-embedded-database.ts';
import { type Database, openPGlite } from './db.ts';
import { pendingMigrations } from './migrate.ts';

/** The major version of PostgreSQL in PGlite. It opens only folders of this version. */
export const EMBEDDED_POSTGRES = '18';
/** A new database with its queue takes about 60 MB. */
const NEW_DATABASE_BYTES = 150 * 1024 * 1024;

interface Options {
  dataDir: string;
  space: DiskSpace;
  log: Log;
}

/** The folder of the embedded database. */
export function databaseFolder(dataDir: string): string {
  return join(dataDir, 'db');
}

/** Whether a data folder has an embedded database. */
export function hasEmbeddedDatabase(dataDir: string): boolean {
  return existsSync(join(databaseFolder(dataDir), 'PG_VERSION'));
}

/**
 * Opens the embedded database of a locked data folder, without migrating it. If migrations are missing, backs
 * it up first. Throws OperatorError that says what to do: not enough space, moved to PostgreSQL, another
 * version, a newer schema, or damaged.
 */
export async function openEmbeddedDatabase(options: Options): Promise<Database> {
  const { dataDir } = options;
  assertNotMoved(dataDir);
  const folder = databaseFolder(dataDir);
  const isNew = !hasEmbeddedDatabase(dataDir);
  assertSpace(options, isNew);
  if (isNew) return open(options, { create: true });
  assertVersion(dataDir);
  const database = await open(options);
  let known: { applied: string[]; missing: string[] };
  try {
    known = await pendingMigrations(database);
  } catch (error) {
    await database.close();
    throw error;
  }
  const { applied, missing } = known;
  const last = applied.at(-1);
  if (missing.length === 0 || last === undefined) return database;
  // Only a closed database can be copied.
  await database.close();
  await backUpDatabase({ ...options, folder, name: last.replace(/\.sql$/, '') });
  return open(options);
}

async function open({ dataDir, space }: Options, { create } = { create: false }): Promise<Database> {
  const folder = databaseFolder(dataDir);
  try {
    if (create) await createEmbeddedDatabase(folder);
    return await openPGlite({ dataDir: folder, space });
  } catch (cause) {
    throw new OperatorError(
      `The embedded database in ${folder} is damaged or can't be read: ${firstErrorLine(cause)}. Check that this user can write to the folder. Otherwise, move the folder aside and put back a copy from ${join(dataDir, 'backups')} or from your own backups. To start with an empty database, delete the folder and start once with ALLOW_EMPTY_DATABASE=true.`,
      { cause },
    );
  }
}

function assertSpace({ dataDir, space }: Options, isNew: boolean): void {
  const free = space.freeBytes();
  if (!space.isFull() && !(isNew && free < NEW_DATABASE_BYTES)) return;
  throw new OperatorError(
    `The disk of the data folder ${dataDir} has only ${megabytes(free)} free, which isn't enough for the embedded database. Free up space, or set DATA_DIR to a folder on a larger disk. Then start again. Your data is safe.`,
  );
}

function assertVersion(dataDir: string): void {
  const file = join(databaseFolder(dataDir), 'PG_VERSION');
  let version: string;
  try {
    version = readFileSync(file, 'utf8').trim();
  } catch (cause) {
    throw new OperatorError(
      `The file ${file} can't be read: ${fileReason(cause)}. Give this user access to the data folder.`,
      { cause },
    );
  }
  if (version === EMBEDDED_POSTGRES) return;
  if (!/^\d+$/.test(version)) {
    throw new OperatorError(
      `The embedded database in ${databaseFolder(dataDir)} is damaged: its file PG_VERSION has no version. Move the folder aside and put back a copy from ${join(dataDir, 'backups')} or from your own backups.`,
    );
  }
  throw new OperatorError(
    `The embedded database in ${databaseFolder(dataDir)} belongs to PostgreSQL ${version}, and this version of Leadwell contains PostgreSQL ${EMBEDDED_POSTGRES}. Start the version of Leadwell that wrote it and run \`leadwell move --to postgres://...\`, or set DATA_DIR to another folder.`,
  );
}

function movedMarkerPath(dataDir: string): string {
  return join(dataDir, 'moved-to-postgres.txt');
}

/** Marks the embedded database as moved, so that no server starts on the old rows by mistake. */
export function markMoved(dataDir: string, target: string): void {
  writeFileSync(movedMarkerPath(dataDir), `${target}\n`, { mode: 0o600 });
}

/** Throws OperatorError if the embedded database was moved to PostgreSQL. */
function assertNotMoved(dataDir: string): void {
  const file = movedMarkerPath(dataDir);
  if (!existsSync(file)) return;
  throw new OperatorError(
    `The data in ${dataDir} was moved to ${readFileSync(file, 'utf8').trim()}. Set DATABASE_URL to that database. To use the old copy again, which misses everything since the move, delete ${file}.`,
  );
}
