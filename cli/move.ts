import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { parseConfig } from '#server/config.ts';
import {
  databaseFolder,
  markMoved,
  openEmbeddedDatabase,
} from '#server/platform/database/embedded-database.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { DataFolderInUse, lockDataFolder } from '#server/platform/disk/data-lock.ts';
import { folderSpace } from '#server/platform/disk/disk-space.ts';
import { MEGABYTE } from '#server/platform/disk/free-bytes.ts';
import { givenSecrets, loadOrCreateSecrets } from '#server/platform/disk/secrets.ts';
import { createLog } from '#server/platform/log.ts';
import { moveDatabase } from '#server/platform/operator/move-database.ts';
import { OperatorError } from '#server/platform/operator-error.ts';
import { createQueue } from '#server/platform/queue/queue.ts';
import { readEnvFile } from '#server/process.ts';
import { UsageError } from './usage-error.ts';

const Target = z.url({ protocol: /^postgres(ql)?$/ });

/**
 * `leadwell move --to postgres://...`: copies the embedded database of DATA_DIR into an empty PostgreSQL and
 * writes the settings for it to DATA_DIR/postgres.env. The server must be stopped. Writes progress with
 * `note`. Throws OperatorError, and changes nothing then.
 */
export async function move(to: string, note: (text: string) => void): Promise<void> {
  if (!Target.safeParse(to).success)
    throw new UsageError('--to must be a URL like postgres://user:password@host/database');
  readEnvFile();
  // The database may already be in the environment, for the next start.
  const config = parseConfig({ LOG_LEVEL: 'warn', ...process.env, HOST: '127.0.0.1', DATABASE_URL: '' });
  const dataDir = config.DATA_DIR;
  const log = createLog(config.LOG_LEVEL);
  if (!existsSync(databaseFolder(dataDir)))
    throw new OperatorError(
      `There is no embedded database in ${dataDir}. Set DATA_DIR to the folder of the server.`,
    );
  const lock = lockToMove(dataDir);
  try {
    const space = folderSpace(dataDir, config.MIN_FREE_DISK_MB * MEGABYTE);
    const source = await openEmbeddedDatabase({ dataDir, space, log });
    try {
      await migrate(source);
      // The queue must have this version's schema, too.
      const queue = createQueue(source, log);
      await queue.start();
      await queue.stop({ graceful: false });
      await moveDatabase(source, to, log, (table, rows) => note(`${table}: ${rows}`));
    } finally {
      await source.close();
    }
    const secrets = loadOrCreateSecrets(dataDir);
    const { authSecret, oldSecret } = givenSecrets(config, secrets);
    const settings = join(dataDir, 'postgres.env');
    writeFileSync(
      settings,
      `DATABASE_URL=${to}\nAUTH_SECRET=${authSecret}\n${oldSecret ? `AUTH_SECRET_OLD=${oldSecret}\n` : ''}ADMIN_KEY=${config.ADMIN_KEY ?? secrets.ADMIN_KEY}\n`,
      { mode: 0o600 },
    );
    markMoved(dataDir, withoutPassword(to));
    note(
      `Moved. Copy the settings in ${settings} to .env, then start the server. Keep DATA_DIR: the lead databases stay in ${join(dataDir, 'warehouse')}.`,
    );
  } finally {
    lock.release();
  }
}

function lockToMove(dataDir: string) {
  try {
    return lockDataFolder(dataDir);
  } catch (error) {
    if (!(error instanceof DataFolderInUse)) throw error;
    throw new OperatorError('Stop the server before you move its data. Then run this command again.', {
      cause: error,
    });
  }
}

function withoutPassword(url: string): string {
  const shown = new URL(url);
  shown.password = '';
  return shown.href;
}
