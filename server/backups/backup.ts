import { access, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Deps } from '../deps.ts';
import { tableBytes } from '../platform/backup/dump-tables.ts';
import { linkedBytes } from '../platform/backup/link-folder.ts';
import { BACKUP_FORMAT, type Manifest } from '../platform/backup/manifest.ts';
import { folderBytes, removeLeftCopies, SNAPSHOT, takeSnapshot } from '../platform/backup/snapshot.ts';
import { databaseFolder } from '../platform/database/embedded-database.ts';
import { askFolder } from '../platform/disk/ask-folder.ts';
import { megabytes } from '../platform/disk/disk-space.ts';
import { askFreeBytes, MEGABYTE } from '../platform/disk/free-bytes.ts';
import { OperatorError } from '../platform/operator-error.ts';
import { LEADWELL_VERSION } from '../platform/version.ts';
import { pack } from './pack.ts';

export type BackupDeps = Pick<Deps, 'config' | 'database' | 'warehouse' | 'log'>;

/** A backup that was written. */
export interface WrittenBackup {
  file: string;
  /** bytes of the file */
  bytes: number;
  /** how long the database answered no one, in ms */
  heldMs: number;
  manifest: Manifest;
}

const SPARE_BYTES = 100 * MEGABYTE;

/** The server was stopped in the middle of a backup. */
export class BackupStopped extends OperatorError {
  override readonly name = 'BackupStopped';
}

interface Running {
  abort: AbortController;
  ended: Promise<void>;
}

let running: Running | null = null;

/** Ends the backup that runs, if there is one, and waits until what it wrote is deleted. */
export async function stopBackup(): Promise<void> {
  running?.abort.abort(new BackupStopped('The server was stopped before the backup was done.'));
  await running?.ended;
}

/**
 * Writes a backup to `file` while the server works. Throws OperatorError if the file exists, the disk has no room, the
 * lead databases are another process's, or another backup runs, DiskSilent, and BackupStopped. `file` isn't written then.
 */
export async function backUp(deps: BackupDeps, file: string): Promise<WrittenBackup> {
  const { config, warehouse } = deps;
  if (running) throw new OperatorError('Another backup is running. Try again when it is done.');
  const dataDir = config.DATA_DIR;
  if (!warehouse.accessible && warehouse.hasData())
    throw new OperatorError(
      `The lead databases in ${dataDir} are in use by another process. Run this command where the server runs.`,
    );
  const abort = new AbortController();
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  running = { abort, ended };
  try {
    return await write(deps, file, abort.signal);
  } finally {
    running = null;
    end();
  }
}

async function write(deps: BackupDeps, file: string, signal: AbortSignal): Promise<WrittenBackup> {
  const { config, database, warehouse, log } = deps;
  const dataDir = config.DATA_DIR;
  const folder = join(dataDir, `${SNAPSHOT}${process.pid}`);
  try {
    await assertWritable(file);
    await removeLeftCopies(dataDir, SNAPSHOT);
    await assertRoom(deps, file);
    const state = { dataDir, database, warehouse, signal };
    const { createdAt, hasLeads, heldMs } = await takeSnapshot(state, folder);
    const request = {
      folder,
      file,
      ...(config.DATABASE_URL === undefined ? {} : { databaseUrl: config.DATABASE_URL }),
      ...(config.BACKUP_PASSPHRASE === undefined ? {} : { passphrase: config.BACKUP_PASSPHRASE }),
      manifest: {
        format: BACKUP_FORMAT,
        version: LEADWELL_VERSION,
        createdAt: createdAt.toISOString(),
        database: database.kind.engine === 'postgres' ? 'postgres' : 'embedded',
        leads: config.CLICKHOUSE_URL ? 'elsewhere' : hasLeads ? 'included' : 'none',
        bytes: await folderBytes(folder),
      },
    } as const;
    const { bytes, manifest } = await pack(request, signal);
    log.info({ file, bytes, heldMs }, 'backup written');
    return { file, bytes, heldMs, manifest };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Throws OperatorError if a file exists, or its folder doesn't. */
async function assertWritable(file: string): Promise<void> {
  const exists = (path: string) =>
    access(path).then(
      () => true,
      () => false,
    );
  const folder = dirname(file);
  await askFolder(folder, async () => {
    if (await exists(file)) throw new OperatorError(`${file} exists. Choose another name.`);
    if (!(await exists(folder))) throw new OperatorError(`There is no folder ${folder}. Create it first.`);
  });
}

/** The copy of an embedded database is on the disk of the data folder. The leads are linked, and PostgreSQL is read. */
async function assertRoom({ config, database }: BackupDeps, file: string): Promise<void> {
  const dataDir = config.DATA_DIR;
  const copied = database.kind.engine === 'postgres' ? 0 : await folderBytes(databaseFolder(dataDir));
  const read = database.kind.engine === 'postgres' ? await tableBytes(database.db) : 0;
  const leads = await linkedBytes(join(dataDir, 'warehouse'));
  // Compressed, a backup is at most as large as what is in it.
  for (const [folder, needed] of [
    [dataDir, copied + SPARE_BYTES],
    [dirname(file), copied + read + leads + SPARE_BYTES],
  ] as const) {
    const free = await askFolder(folder, () => askFreeBytes(folder));
    if (free < needed)
      throw new OperatorError(
        `The backup needs up to ${megabytes(needed)} in ${folder}, and its disk has ${megabytes(free)} free. Free up space, or choose a file on a larger disk.`,
      );
  }
}
