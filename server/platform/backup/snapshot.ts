import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Database } from '../database/db.ts';
import { databaseFolder } from '../database/embedded-database.ts';
import type { Warehouse } from '../warehouse/warehouse.ts';
import { bytesOf, folderCopy, listFolder } from './copy-folder.ts';
import { linkFolder } from './link-folder.ts';

/** The folder of the state that a backup is made of. */
interface State {
  dataDir: string;
  database: Database;
  warehouse: Warehouse;
  /** ends the copy */
  signal?: AbortSignal;
}

/** A copy of the state of a data folder at one moment. */
export interface Snapshot {
  createdAt: Date;
  hasLeads: boolean;
  /** how long the database answered no one, in ms */
  heldMs: number;
}

/**
 * Copies the lead databases, the secrets and the embedded database to `folder` while the server works. PostgreSQL has a
 * moment of its own, which comes later (dump-tables.ts). Throws what `signal` aborts with.
 */
export async function takeSnapshot(
  { dataDir, database, warehouse, signal }: State,
  folder: string,
): Promise<Snapshot> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const secrets = join(dataDir, 'secrets.json');
  if (existsSync(secrets)) await copyFile(secrets, join(folder, 'secrets.json'));
  const hasLeads = await copyLeads({ dataDir, warehouse, signal }, folder);
  const copied =
    database.kind.engine === 'postgres'
      ? { createdAt: new Date(), heldMs: 0 }
      : await copyDatabase({ dataDir, database, signal }, folder);
  return { ...copied, hasLeads };
}

/**
 * Copies the lead databases to `folder`; false: there are none in the data folder. They come before the database: opt-outs that
 * come in between are then carried out in the copy when it is opened.
 */
async function copyLeads(
  { dataDir, warehouse, signal }: Omit<State, 'database'>,
  folder: string,
): Promise<boolean> {
  const from = join(dataDir, 'warehouse');
  if (!warehouse.embedded || !warehouse.accessible || !warehouse.hasData()) return false;
  await warehouse.freeze(() => linkFolder(from, join(folder, 'warehouse'), signal));
  return true;
}

async function copyDatabase({ dataDir, database, signal }: Omit<State, 'warehouse'>, folder: string) {
  const { kind } = database;
  if (kind.engine !== 'pglite') throw new Error('Only an embedded database is copied as files.');
  const copy = folderCopy(databaseFolder(dataDir), join(folder, 'db'), signal);
  // The second one copies what changed during the long first one, so that the last one has little to do.
  await copy.update();
  await database.runScript('checkpoint');
  await copy.update();
  return database.db.connection().execute(async (connection) => {
    const start = performance.now();
    await sql`checkpoint`.execute(connection);
    // The queue doesn't wait for turns at the database, but for this.
    return kind.pglite.runExclusive(async () => {
      const createdAt = new Date();
      await copy.update();
      return { createdAt, heldMs: Math.round(performance.now() - start) };
    });
  });
}

/** Bytes of all files in a folder; 0 if there is none. */
export async function folderBytes(folder: string): Promise<number> {
  return existsSync(folder) ? bytesOf(folder, (await listFolder(folder)).files) : 0;
}

/**
 * Deletes the copies that processes which ended in the middle left in a data folder. `prefix`: how the names of the copies
 * start. The ID of the process follows.
 */
export async function removeLeftCopies(dataDir: string, prefix: string): Promise<void> {
  for (const name of await readdir(dataDir))
    if (name.startsWith(prefix) && !isOfOther(Number(name.slice(prefix.length))))
      await rm(join(dataDir, name), { recursive: true, force: true });
}

/** Whether another process has this ID, and so may be making a copy. */
function isOfOther(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Of another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** How the names of folders with copies start. The ID of the process follows. */
export const SNAPSHOT = 'snapshot-';
/** The same of copies on which `leadwell upgrade --check` tries an update. */
export const UPGRADE_COPY = 'upgrade-check-';
