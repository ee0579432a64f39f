import { existsSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readContents } from '#server/backups/read-contents.ts';
import { type Config, parseConfig } from '#server/config.ts';
import { carryOptOuts, type StoredOptOut, storedOptOuts } from '#server/opt-outs/carry-over.ts';
import type { DatabaseContents, Manifest } from '#server/platform/backup/manifest.ts';
import { readArchive } from '#server/platform/backup/read-archive.ts';
import { finishRestore, replaceState } from '#server/platform/backup/swap.ts';
import { secretFingerprint } from '#server/platform/database/auth-secret.ts';
import { openPGlite } from '#server/platform/database/db.ts';
import { databaseFolder } from '#server/platform/database/embedded-database.ts';
import { migrationNames } from '#server/platform/database/migrate.ts';
import { megabytes } from '#server/platform/disk/disk-space.ts';
import { MEGABYTE, readFreeBytes } from '#server/platform/disk/free-bytes.ts';
import { firstErrorLine, OperatorError } from '#server/platform/operator-error.ts';
import { engineHome } from '#server/platform/warehouse/installed-engine.ts';
import { readEnvFile } from '#server/process.ts';
import { openDeps } from '#server/server-deps.ts';
import { lockStopped } from './stopped-database.ts';

const SPARE_BYTES = 200 * MEGABYTE;

/**
 * `leadwell restore FILE`: replaces the embedded state of DATA_DIR by that of a backup, once it is unpacked, migrated and
 * checked beside it. The server must be stopped. Opt-outs of the old state are kept. Throws OperatorError, and changes
 * nothing then.
 */
export async function restore(file: string, note: (text: string) => void): Promise<void> {
  readEnvFile();
  const config = parseConfig({ LOG_LEVEL: 'warn', ...process.env });
  if (!config.embedded)
    throw new OperatorError(
      'Restore PostgreSQL with `pg_restore`: see docs/operate/backups.md. Nothing has changed.',
    );
  const dataDir = config.DATA_DIR;
  const lock = lockStopped(dataDir);
  try {
    finishRestore(dataDir);
    removeLeftFolders(dataDir);
    await restoreLocked(config, resolve(file), note);
  } finally {
    lock.release();
  }
}

async function restoreLocked(config: Config, file: string, note: (text: string) => void): Promise<void> {
  const dataDir = config.DATA_DIR;
  const time = new Date().toISOString().replaceAll(/[:.]/g, '-');
  const names = { from: `restore-${time}`, point: `before-restore-${time}` };
  const folder = join(dataDir, names.from);
  try {
    const manifest = await readArchive({
      file,
      folder,
      passphrase: config.BACKUP_PASSPHRASE,
      onManifest: (found) => assertUsable(found, dataDir),
    });
    note(`The backup of ${manifest.createdAt} by version ${manifest.version} is complete.`);
    await assertContents(folder, manifest.contents);
    await prepare({ config, folder, manifest, note });
    const hadState = existsSync(databaseFolder(dataDir));
    replaceState(dataDir, names);
    note(`Restored. ${hadState ? `The state from before is in ${join(dataDir, names.point)}.` : ''}`.trim());
    if (manifest.leads === 'elsewhere')
      note(
        'The backup has no leads, because they were in CLICKHOUSE_URL. After a restore there, the next start applies the opt-outs.',
      );
  } finally {
    // Not after an interrupted swap: the rest of the state is in it.
    if (!existsSync(join(dataDir, 'restore-journal.json'))) rmSync(folder, { recursive: true, force: true });
  }
}

function removeLeftFolders(dataDir: string): void {
  for (const name of readdirSync(dataDir))
    if (/^restore-\d/.test(name)) rmSync(join(dataDir, name), { recursive: true, force: true });
}

function assertUsable({ contents, bytes, database, version }: Manifest, dataDir: string): void {
  if (database !== 'embedded')
    throw new OperatorError('This is a backup of PostgreSQL. Nothing has changed.');
  const known = new Set(migrationNames());
  if (contents.migrations.some((name) => !known.has(name)))
    throw new OperatorError(
      `A newer version of Leadwell (${version}) wrote this backup. Install that version, then restore again. Nothing has changed.`,
    );
  const free = readFreeBytes(dataDir);
  if (free < bytes + SPARE_BYTES)
    throw new OperatorError(
      `The restore needs ${megabytes(bytes + SPARE_BYTES)} in ${dataDir}, and its disk has ${megabytes(free)} free. Free up space, then restore again. Nothing has changed.`,
    );
}

/** The unpacked database must contain what the manifest says. */
async function assertContents(folder: string, expected: DatabaseContents): Promise<void> {
  const database = await openPGlite({ dataDir: databaseFolder(folder) }).catch((cause: unknown) => {
    throw new OperatorError(
      `The database of the backup can't be opened: ${firstErrorLine(cause)}. Nothing has changed.`,
      {
        cause,
      },
    );
  });
  try {
    const found = await readContents(database.db);
    const tables = Object.keys({ ...expected.rows, ...found.rows });
    const different = tables.filter((table) => expected.rows[table] !== found.rows[table]);
    if (different.length > 0)
      throw new OperatorError(
        `The backup has other rows than it says in ${different.join(', ')}. Nothing has changed.`,
      );
    if (expected.wrongBalances !== found.wrongBalances)
      throw new OperatorError("The balances of the backup don't add up as it says. Nothing has changed.");
  } finally {
    await database.close();
  }
}

interface OldOptOuts {
  entries: StoredOptOut[];
  secret: string | null;
}

/** The opt-outs of the state that is replaced. null: there is none, or it can't be read. */
async function readOldOptOuts(dataDir: string): Promise<OldOptOuts | 'unreadable' | null> {
  const folder = databaseFolder(dataDir);
  if (!existsSync(folder)) return null;
  try {
    const database = await openPGlite({ dataDir: folder });
    try {
      return { entries: await storedOptOuts(database.db), secret: await secretFingerprint(database.db) };
    } finally {
      await database.close();
    }
  } catch {
    return 'unreadable';
  }
}

/** Opens the unpacked state as a server does, which migrates it and checks its secret, and adds the opt-outs. */
async function prepare(options: {
  config: Config;
  folder: string;
  manifest: Manifest;
  note: (text: string) => void;
}): Promise<void> {
  const { config, folder, manifest, note } = options;
  const engine = engineHome(config.DATA_DIR);
  if (existsSync(engine)) symlinkSync(engine, engineHome(folder), 'junction');
  const deps = await openDeps({ ...config, DATA_DIR: folder }).catch((cause: unknown) => {
    throw new OperatorError(`The backup can't be used, and nothing has changed: ${firstErrorLine(cause)}`, {
      cause,
    });
  });
  try {
    const { wrongBalances } = await readContents(deps.database.db);
    if (wrongBalances !== manifest.contents.wrongBalances)
      throw new OperatorError("After the update of the tables, balances don't add up. Nothing has changed.");
    // Opening the old state writes to it, so this comes last.
    const old = await readOldOptOuts(config.DATA_DIR);
    if (old === 'unreadable')
      note(
        "The database from before can't be read. Add people who opted out since the backup with `leadwell optout add`.",
      );
    else if (old && old.secret !== null && old.secret !== manifest.contents.secret)
      note(
        'The state from before had another AUTH_SECRET. Add people who opted out since the backup with `leadwell optout add`.',
      );
    else if (old) {
      const added = await carryOptOuts(deps.database.db, old.entries, new Date());
      if (added > 0) note(`Kept ${added} opt-outs that are newer than the backup.`);
    }
    if (manifest.leads === 'included') await checkLeads(deps, note);
  } finally {
    await deps.close();
  }
}

type LeadDeps = Pick<Awaited<ReturnType<typeof openDeps>>, 'leadData'>;

async function checkLeads({ leadData }: LeadDeps, note: (text: string) => void): Promise<void> {
  try {
    const found = await leadData.run();
    const problems = found.flatMap(({ problem }) => problem ?? []);
    // They may have been damaged before the backup. Its own files are complete.
    for (const problem of problems) note(`Already in the backup: ${problem}`);
  } catch (error) {
    note(`The leads are restored, but they can't be opened here: ${firstErrorLine(error)}`);
  }
}
