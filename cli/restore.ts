import { existsSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Config, parseConfig } from '#server/config.ts';
import { prepareTables, type TableLoader } from '#server/platform/backup/load-tables.ts';
import type { Manifest } from '#server/platform/backup/manifest.ts';
import { readArchive } from '#server/platform/backup/read-archive.ts';
import { restoreJobs } from '#server/platform/backup/restored-queue.ts';
import { finishRestore, hasUnfinishedSwap, replaceState } from '#server/platform/backup/swap.ts';
import { type Database, openPGlite } from '#server/platform/database/db.ts';
import { databaseFolder } from '#server/platform/database/embedded-database.ts';
import { firstErrorLine, OperatorError } from '#server/platform/operator-error.ts';
import { engineHome } from '#server/platform/warehouse/installed-engine.ts';
import { readEnvFile } from '#server/process.ts';
import { openDeps } from '#server/server-deps.ts';
import { restorePostgres } from './restore-postgres.ts';
import {
  assertBalances,
  assertContents,
  assertMovable,
  assertUsable,
  authSecretIn,
  checkLeads,
  keepPeopleOut,
  type Note,
  noteLeads,
  noteOldAccess,
  noteOldSecret,
  type OldPeople,
  readEmbeddedPeople,
} from './restored-state.ts';
import { lockStopped } from './stopped-database.ts';

/** The jobs of a backup of PostgreSQL, until the queue has its tables. */
const QUEUE_SCHEMA = 'restored_queue';

/**
 * `leadwell restore FILE`: replaces the state of DATA_DIR or DATABASE_URL by that of a backup, once it is unpacked,
 * migrated and checked beside it. The server must be stopped. Opt-outs of the old state are kept. Throws OperatorError,
 * and changes nothing then.
 */
export async function restore(file: string, note: Note): Promise<void> {
  readEnvFile();
  const config = parseConfig({ LOG_LEVEL: 'warn', ...process.env });
  const dataDir = config.DATA_DIR;
  const lock = lockStopped(dataDir);
  try {
    finishRestore(dataDir);
    const time = new Date().toISOString().replaceAll(/[:.]/g, '-');
    if (config.DATABASE_URL !== undefined)
      await restorePostgres({ config, url: config.DATABASE_URL, file: resolve(file), time, note });
    else {
      removeLeftFolders(dataDir);
      await restoreEmbedded({ config, file: resolve(file), time, note });
    }
  } finally {
    lock.release();
  }
}

async function restoreEmbedded(options: {
  config: Config;
  file: string;
  time: string;
  note: Note;
}): Promise<void> {
  const { config, file, time, note } = options;
  const dataDir = config.DATA_DIR;
  const names = { from: `restore-${time}`, point: `before-restore-${time}` };
  const folder = join(dataDir, names.from);
  const tables = fromTables(folder);
  try {
    const manifest = await readArchive({
      file,
      folder,
      passphrase: config.BACKUP_PASSPHRASE,
      reader: {
        onManifest: async (found) => {
          assertUsable(found, dataDir, found.bytes);
          assertMovable(dataDir, ['db', 'warehouse']);
          if (found.database === 'postgres') await tables.open(found);
        },
        onTable: tables.load,
      },
    });
    note(`The backup of ${manifest.createdAt} by version ${manifest.version} is complete.`);
    await tables.finish();
    await assertUnpacked(folder, manifest);
    await prepare({ config, folder, manifest, note });
    const hadState = existsSync(databaseFolder(dataDir));
    replaceState(dataDir, names);
    if (hadState) noteOldAccess(note);
    note(
      hadState
        ? `Restored. The state from before is in ${join(dataDir, names.point)}. To go back to it: \`leadwell restore --back\`.`
        : 'Restored.',
    );
    noteLeads(manifest, { restored: true }, note);
  } finally {
    await tables.close();
    // Not after an interrupted swap: the rest of the state is in it.
    if (!hasUnfinishedSwap(dataDir)) rmSync(folder, { recursive: true, force: true });
  }
}

function removeLeftFolders(dataDir: string): void {
  for (const name of readdirSync(dataDir))
    if (/^restore-\d/.test(name)) rmSync(join(dataDir, name), { recursive: true, force: true });
}

/** Makes an embedded database from the rows of a backup of PostgreSQL. */
function fromTables(folder: string) {
  let database: Database | null = null;
  let loader: TableLoader | null = null;
  return {
    async open(manifest: Manifest): Promise<void> {
      const opened = await openPGlite({ dataDir: databaseFolder(folder) });
      database = opened;
      const { kind } = opened;
      if (kind.engine !== 'pglite') throw new Error('Not an embedded database.');
      loader = await prepareTables(
        {
          ...opened,
          queueSchema: QUEUE_SCHEMA,
          copyIn: async (what, bytes) => {
            await kind.pglite.query(`copy ${what} from '/dev/blob'`, [], {
              blob: new Blob([new Uint8Array(bytes)]),
            });
          },
        },
        manifest,
      );
    },
    load: async (file: Parameters<TableLoader['load']>[0]) => {
      if (loader === null) throw new Error('it has rows that its manifest does not have');
      await loader.load(file);
    },
    async finish(): Promise<void> {
      await loader?.finish();
      await this.close();
    },
    async close(): Promise<void> {
      const open = database;
      database = null;
      await open?.close();
    },
  };
}

/** The unpacked database must contain what the manifest says. */
async function assertUnpacked(folder: string, { contents }: Manifest): Promise<void> {
  const database = await openPGlite({ dataDir: databaseFolder(folder) }).catch((cause: unknown) => {
    throw new OperatorError(
      `The database of the backup can't be opened: ${firstErrorLine(cause)}. Nothing has changed.`,
      {
        cause,
      },
    );
  });
  try {
    await assertContents(database.db, contents);
  } finally {
    await database.close();
  }
}

function isSameData(old: OldPeople | 'unreadable' | null, { contents }: Manifest): boolean {
  return old !== null && old !== 'unreadable' && old.secret === contents.secret;
}

/** Opens the unpacked state as a server does, which migrates it and checks its secret, and adds the opt-outs. */
async function prepare(options: {
  config: Config;
  folder: string;
  manifest: Manifest;
  note: Note;
}): Promise<void> {
  const { config, folder, manifest, note } = options;
  const engine = engineHome(config.DATA_DIR);
  if (existsSync(engine)) symlinkSync(engine, engineHome(folder), 'junction');
  const deps = await openDeps({ ...config, DATA_DIR: folder }).catch((cause: unknown) => {
    throw new OperatorError(`The backup can't be used, and nothing has changed: ${firstErrorLine(cause)}`, {
      cause,
    });
  });
  const { db } = deps.database;
  try {
    if (manifest.database === 'postgres') {
      await restoreJobs(db, QUEUE_SCHEMA);
      await deps.database.runScript(`drop schema ${QUEUE_SCHEMA} cascade`);
    }
    await assertBalances(db, manifest);
    // Opening the old state writes to it, so this comes last.
    const old = await readEmbeddedPeople(config.DATA_DIR);
    const { dataKey } = deps.secrets;
    await keepPeopleOut(db, old, { secret: manifest.contents.secret, dataKey }, note);
    if (isSameData(old, manifest) && authSecretIn(config.DATA_DIR) !== authSecretIn(folder))
      noteOldSecret(note);
    if (manifest.leads === 'included') await checkLeads(deps.leadData, note);
  } finally {
    await deps.close();
  }
}
