import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Config } from '#server/config.ts';
import { finishRestore } from '#server/platform/backup/swap.ts';
import { connectPostgres } from '#server/platform/database/connect-postgres.ts';
import { type Database, openPGlite } from '#server/platform/database/db.ts';
import { databaseFolder, openEmbeddedDatabase } from '#server/platform/database/embedded-database.ts';
import { DataFolderInUse, type DataLock, lockDataFolder } from '#server/platform/disk/data-lock.ts';
import { folderSpace } from '#server/platform/disk/disk-space.ts';
import { MEGABYTE } from '#server/platform/disk/free-bytes.ts';
import { createLog } from '#server/platform/log.ts';
import { OperatorError } from '#server/platform/operator-error.ts';

/** An open database that no embedded server uses. */
interface StoppedDatabase {
  database: Database;
  close(): Promise<void>;
}

/**
 * Opens the database of stopped servers, without anything else of a server. The embedded one is copied first if it lacks
 * migrations, unless it is only to be read (`readOnly`). Throws OperatorError if there is none, if it doesn't answer, or if a
 * server has the data folder.
 */
export async function openStoppedDatabase(
  config: Config,
  { readOnly = false }: { readOnly?: boolean } = {},
): Promise<StoppedDatabase> {
  if (config.DATABASE_URL) {
    const database = await connectPostgres(config.DATABASE_URL, { pool: 3 });
    return { database, close: () => database.close() };
  }
  const dataDir = config.DATA_DIR;
  if (!existsSync(dataDir)) throw noDatabase(dataDir);
  const lock = lockStopped(dataDir);
  try {
    // A restore that was interrupted between two renames has the database elsewhere.
    finishRestore(dataDir);
    if (!existsSync(databaseFolder(dataDir))) throw noDatabase(dataDir);
    const space = folderSpace(dataDir, config.MIN_FREE_DISK_MB * MEGABYTE);
    const database = readOnly
      ? await openPGlite({ dataDir: databaseFolder(dataDir), space })
      : await openEmbeddedDatabase({ dataDir, space, log: createLog(config.LOG_LEVEL) });
    return {
      database,
      close: async () => {
        await database.close();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

function noDatabase(dataDir: string): OperatorError {
  return new OperatorError(
    `There is no embedded database in ${resolve(dataDir)}. Set DATA_DIR to the folder of the server, or DATABASE_URL to its database.`,
  );
}

/** Locks the data folder of a stopped server. Throws OperatorError if a server has it. */
export function lockStopped(dataDir: string): DataLock {
  try {
    return lockDataFolder(dataDir);
  } catch (error) {
    if (!(error instanceof DataFolderInUse)) throw error;
    throw new OperatorError(
      `The data in ${dataDir} is in use by ${error.holder}. Stop it, then run this command again.`,
      {
        cause: error,
      },
    );
  }
}
