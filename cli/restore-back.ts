import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, parseConfig } from '#server/config.ts';
import { announceSwap, settleRestore } from '#server/platform/backup/pending-swap.ts';
import { keptStates, type SchemaNames, schemaNames, swapBack } from '#server/platform/backup/swap-schemas.ts';
import { openAuthSecret, secretFingerprint } from '#server/platform/database/auth-secret.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import type { PostgresSession } from '#server/platform/database/postgres-session.ts';
import { firstErrorLine, OperatorError } from '#server/platform/operator-error.ts';
import { readEnvFile } from '#server/process.ts';
import { restoreBackEmbedded } from './restore-back-embedded.ts';
import { assertAlone, connect, readStoredPeople, unfinished, wasReplaced } from './restore-session.ts';
import { assertMovable, keepPeopleOut, type Note, noteOldAccess } from './restored-state.ts';
import { lockStopped } from './stopped-database.ts';

/**
 * `leadwell restore --back`: goes back to a state that a restore has put aside, and puts the one of now
 * aside in its place. `state`: its schema, or its folder in DATA_DIR, by default the latest. The servers must be stopped. Opt-outs
 * of now are kept.
 * Throws OperatorError, and changes nothing then.
 */
export async function restoreBack(state: string | null, note: Note): Promise<void> {
  readEnvFile();
  const config = parseConfig({ LOG_LEVEL: 'warn', ...process.env });
  const { DATABASE_URL: url, DATA_DIR: dataDir } = config;
  if (url === undefined) return restoreBackEmbedded(config, state, note);
  const lock = lockStopped(dataDir);
  try {
    const from = await findState(url, state);
    const session = await connect(url, from);
    try {
      await assertAlone(session);
      await settleRestore(dataDir, session.db);
      await goBack(session, { config, url, from, note });
    } finally {
      await session.close();
    }
  } finally {
    lock.release();
  }
}

async function findState(url: string, wanted: string | null): Promise<string> {
  const session = await connect(url, 'public');
  try {
    const states = await keptStates(session.db);
    const found = wanted === null ? states[0] : states.find((state) => state === wanted);
    if (found !== undefined) return found;
    throw new OperatorError(
      states.length === 0
        ? 'The database has no state from before a restore. Nothing has changed.'
        : `The database has no state ${wanted}. It has ${states.join(', ')}. Nothing has changed.`,
    );
  } finally {
    await session.close();
  }
}

async function goBack(
  session: PostgresSession,
  { config, url, from, note }: { config: Config; url: string; from: string; note: Note },
): Promise<void> {
  const { db } = session;
  const dataDir = config.DATA_DIR;
  const time = new Date().toISOString().replaceAll(/[:.]/g, '-');
  const { point, pointQueue } = schemaNames(time);
  const names: SchemaNames = {
    from,
    fromQueue: from.replace('restore_', 'restore_queue_'),
    point,
    pointQueue,
  };
  const leads = config.CLICKHOUSE_URL === undefined ? leadsOf(dataDir, from) : null;
  let isSwapping = false;
  try {
    if (leads !== null) assertMovable(dataDir, ['warehouse']);
    // Its tables may be of an earlier version, which doesn't know all kinds of opt-outs.
    await migrate(session);
    const opened = await openAuthSecret(db, config.AUTH_SECRET ?? '', config.AUTH_SECRET_OLD);
    const data = { secret: await secretFingerprint(db), dataKey: opened?.dataKey ?? null };
    await keepPeopleOut(db, await readStoredPeople(url), data, note);
    if (leads !== null)
      announceSwap(dataDir, {
        from: leads,
        point: `before-restore-${time}`,
        pointSchema: point,
        keepFrom: true,
      });
    isSwapping = true;
    await swapBack(session, names);
    await settleRestore(dataDir, db);
  } catch (cause) {
    const isReplaced = isSwapping ? await wasReplaced(session, url, point) : false;
    if (isReplaced !== false) throw unfinished(isReplaced, cause);
    // The database may be what failed. The next start then does this.
    await settleRestore(dataDir, db).catch(() => false);
    throw new OperatorError(`Nothing has changed: ${firstErrorLine(cause)}`, { cause });
  }
  note(
    `Went back to the state in ${from}. The one from before is in the schemas ${point} and ${pointQueue}.`,
  );
  noteOldAccess(note);
  if (leads === null && config.CLICKHOUSE_URL === undefined)
    note(`The leads in DATA_DIR stay, because there are no others for ${from} in ${dataDir}.`);
}

/** The name of the folder with the leads that a restore put aside with a schema. null: there is none. */
function leadsOf(dataDir: string, point: string): string | null {
  const folders = existsSync(dataDir) ? readdirSync(dataDir) : [];
  const of = folders.find(
    (name) =>
      name.startsWith('before-restore-') && schemaNames(name.slice('before-restore-'.length)).point === point,
  );
  return of !== undefined && existsSync(join(dataDir, of, 'warehouse')) ? of : null;
}
