import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Config } from '#server/config.ts';
import { createLeadDataCheck } from '#server/leads/lead-data-check.ts';
import { prepareTables, type TableLoader } from '#server/platform/backup/load-tables.ts';
import type { Manifest } from '#server/platform/backup/manifest.ts';
import { announceSwap, hasUnsettledRestore, settleRestore } from '#server/platform/backup/pending-swap.ts';
import { readArchive } from '#server/platform/backup/read-archive.ts';
import {
  dropLeftSchemas,
  type SchemaNames,
  schemaExists,
  schemaNames,
  swapSchemas,
} from '#server/platform/backup/swap-schemas.ts';
import { openAuthSecret } from '#server/platform/database/auth-secret.ts';
import { migrate, pendingMigrations } from '#server/platform/database/migrate.ts';
import type { PostgresSession } from '#server/platform/database/postgres-session.ts';
import { megabytes } from '#server/platform/disk/disk-space.ts';
import { createLog } from '#server/platform/log.ts';
import { firstErrorLine, OperatorError } from '#server/platform/operator-error.ts';
import { engineHome } from '#server/platform/warehouse/installed-engine.ts';
import { createWarehouse } from '#server/platform/warehouse/warehouse.ts';
import { assertAlone, connect, readStoredPeople, unfinished, wasReplaced } from './restore-session.ts';
import {
  assertBalances,
  assertContents,
  assertMovable,
  assertUsable,
  checkLeads,
  keepPeopleOut,
  type Note,
  noteLeads,
  noteOldAccess,
} from './restored-state.ts';

/** SQLSTATE */
const DISK_FULL = '53100';
interface Restore {
  config: Config;
  url: string;
  file: string;
  /** of this restore, for names */
  time: string;
  note: Note;
}

/**
 * Replaces the tables of a PostgreSQL database by those of a backup, and the lead databases of the locked data folder.
 * The tables are built and checked in a schema of their own, and one transaction replaces the old ones. Throws
 * OperatorError, and changes nothing then.
 */
export async function restorePostgres(restore: Restore): Promise<void> {
  const names = schemaNames(restore.time);
  const session = await connect(restore.url, names.from);
  try {
    await assertAlone(session);
    await settleRestore(restore.config.DATA_DIR, session.db);
    await dropLeftSchemas(session);
    await build(session, restore, names);
  } finally {
    await session.close();
  }
}

async function build(session: PostgresSession, restore: Restore, names: SchemaNames): Promise<void> {
  const { config, time, note } = restore;
  const dataDir = config.DATA_DIR;
  const folder = join(dataDir, `restore-${time}`);
  const hasLeads = config.CLICKHOUSE_URL === undefined;
  const point = `before-restore-${time}`;
  let isSwapping = false;
  try {
    const manifest = await load(session, restore, { names, folder });
    await prepare(session, { restore, manifest, folder });
    const hadState = await schemaExists(session.db, 'pgboss');
    // A server may have started meanwhile.
    await assertAlone(session);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (hasLeads) announceSwap(dataDir, { from: `restore-${time}`, point, pointSchema: names.point });
    isSwapping = true;
    await swapSchemas(session, names, async () => {
      const { missing } = await pendingMigrations(session);
      if (missing.length > 0) throw new Error(`it lacks ${missing[0]}`);
    });
    await settleRestore(dataDir, session.db);
    if (!hadState)
      await session
        .runScript(`drop schema ${names.point}`)
        .catch((error) =>
          note(`The empty schema ${names.point} couldn't be dropped: ${firstErrorLine(error)}. Drop it.`),
        );
    if (hadState) noteOldAccess(note);
    note(
      hadState
        ? `Restored. The state from before is in the schemas ${names.point} and ${names.pointQueue}${existsSync(join(dataDir, point)) ? `, and its leads are in ${join(dataDir, point)}` : ''}.`
        : 'Restored.',
    );
    noteLeads(manifest, { restored: hasLeads }, note);
  } catch (cause) {
    const isReplaced = isSwapping ? await wasReplaced(session, restore.url, names.point) : false;
    if (isReplaced !== false) throw unfinished(isReplaced, cause);
    await discard(session, dataDir, note);
    if (cause instanceof OperatorError) throw cause;
    throw new OperatorError(`The restore failed, and nothing has changed: ${firstErrorLine(cause)}`, {
      cause,
    });
  } finally {
    // Otherwise the next start replaces the leads by those in it.
    if (!hasUnsettledRestore(dataDir)) rmSync(folder, { recursive: true, force: true });
  }
}

/** The database may be what failed. The next restore then does this. */
async function discard(session: PostgresSession, dataDir: string, note: Note): Promise<void> {
  try {
    await settleRestore(dataDir, session.db);
    await dropLeftSchemas(session);
  } catch (error) {
    note(
      `What was restored so far couldn't be deleted: ${firstErrorLine(error)}. Drop the schemas whose names start with restore_, or restore again.`,
    );
  }
}

/** Unpacks the backup: its tables into a schema, everything else into a folder. */
async function load(
  session: PostgresSession,
  { config, file, note }: Restore,
  { names, folder }: { names: SchemaNames; folder: string },
): Promise<Manifest> {
  let loader: TableLoader | null = null;
  const manifest = await readArchive({
    file,
    folder,
    passphrase: config.BACKUP_PASSPHRASE,
    reader: {
      onManifest: async (found) => {
        assertUsable(found, config.DATA_DIR, found.folderBytes ?? 0);
        if (found.folderBytes === undefined && found.leads === 'included')
          note(
            `This backup doesn't say how much of its ${megabytes(found.bytes)} are leads. They are unpacked in ${config.DATA_DIR}, so its disk needs room for them.`,
          );
        if (config.CLICKHOUSE_URL === undefined) assertMovable(config.DATA_DIR, ['warehouse']);
        if (found.database === 'embedded')
          throw new OperatorError(
            'This is a backup of an embedded database. Restore it without DATABASE_URL into an empty DATA_DIR, then run `leadwell move --to` with the URL of an empty database. Nothing has changed.',
          );
        await session.runScript(`create schema ${names.from}`).catch(refused);
        loader = await prepareTables(
          { ...session, queueSchema: names.fromQueue, copyIn: (what, bytes) => copyIn(session, what, bytes) },
          found,
        ).catch(refused);
      },
      onTable: async (rows) => {
        if (loader === null) throw new Error('it has no manifest');
        await loader.load(rows).catch(refused);
      },
    },
  });
  await (loader as TableLoader | null)?.finish();
  note(`The backup of ${manifest.createdAt} by version ${manifest.version} is complete.`);
  return manifest;
}

/** What the database says isn't the fault of the backup. */
function refused(error: unknown): never {
  if (!(error instanceof pg.DatabaseError)) throw error;
  throw new OperatorError(
    error.code === DISK_FULL
      ? `The disk of the database is full: ${firstErrorLine(error)}. Free up space, then restore again. Nothing has changed.`
      : `The database doesn't take the backup: ${firstErrorLine(error)}. Nothing has changed.`,
    { cause: error },
  );
}

async function copyIn({ client }: PostgresSession, what: string, bytes: Buffer): Promise<void> {
  await pipeline(Readable.from([bytes]), client.query(copyFrom(`copy ${what} from stdin`)));
}

/** Compares the loaded tables with the manifest, migrates them, and adds the opt-outs. */
async function prepare(
  session: PostgresSession,
  { restore, manifest, folder }: { restore: Restore; manifest: Manifest; folder: string },
): Promise<void> {
  const { config, url, note } = restore;
  const { db } = session;
  await assertContents(db, manifest.contents);
  await migrate(session);
  const opened = await openAuthSecret(db, config.AUTH_SECRET ?? '', config.AUTH_SECRET_OLD);
  await assertBalances(db, manifest);
  const data = { secret: manifest.contents.secret, dataKey: opened?.dataKey ?? null };
  await keepPeopleOut(db, await readStoredPeople(url), data, note);
  if (manifest.leads !== 'included' || config.CLICKHOUSE_URL !== undefined) return;
  const engine = engineHome(config.DATA_DIR);
  if (existsSync(engine)) symlinkSync(engine, engineHome(folder), 'junction');
  const log = createLog(config.LOG_LEVEL);
  const warehouse = createWarehouse({
    url: undefined,
    engine: { folder: join(folder, 'warehouse'), log },
    log,
  });
  try {
    await checkLeads(createLeadDataCheck({ warehouse, log }), note);
  } finally {
    await warehouse.close();
  }
}
