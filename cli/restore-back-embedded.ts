import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '#server/config.ts';
import { finishRestore, hasUnfinishedSwap, replaceState } from '#server/platform/backup/swap.ts';
import { openAuthSecret, secretFingerprint } from '#server/platform/database/auth-secret.ts';
import { openPGlite } from '#server/platform/database/db.ts';
import { databaseFolder } from '#server/platform/database/embedded-database.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { givenSecrets, readSecrets } from '#server/platform/disk/secrets.ts';
import { firstErrorLine, OperatorError } from '#server/platform/operator-error.ts';
import {
  assertMovable,
  authSecretIn,
  keepPeopleOut,
  type Note,
  noteOldAccess,
  noteOldSecret,
  readEmbeddedPeople,
} from './restored-state.ts';
import { lockStopped } from './stopped-database.ts';

/**
 * `leadwell restore --back` for an embedded database: goes back to a state that a restore has put aside, and puts the one
 * of now aside in its place. `state`: its folder in DATA_DIR, by default the latest. Opt-outs of now are kept. Throws
 * OperatorError, and replaces nothing then.
 */
export async function restoreBackEmbedded(config: Config, state: string | null, note: Note): Promise<void> {
  const dataDir = config.DATA_DIR;
  const lock = lockStopped(dataDir);
  try {
    finishRestore(dataDir);
    const from = findState(dataDir, state);
    const point = `before-restore-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
    try {
      assertMovable(dataDir, ['db', 'warehouse']);
      await prepare(config, join(dataDir, from), note);
      replaceState(dataDir, { from, point });
    } catch (cause) {
      const says = firstErrorLine(cause);
      throw new OperatorError(
        hasUnfinishedSwap(dataDir)
          ? `The state is half replaced: ${says}. Solve this, then start the server, which finishes it.`
          : `Nothing has changed: ${says}`,
        { cause },
      );
    }
    note(`Went back to the state in ${from}. The one from before is in ${join(dataDir, point)}.`);
    noteOldAccess(note);
  } finally {
    lock.release();
  }
}

function findState(dataDir: string, wanted: string | null): string {
  const states = readdirSync(dataDir)
    .filter((name) => /^before-restore-[\w-]+$/.test(name) && existsSync(databaseFolder(join(dataDir, name))))
    .sort()
    .reverse();
  const found = wanted === null ? states[0] : states.find((state) => state === wanted);
  if (found !== undefined) return found;
  throw new OperatorError(
    states.length === 0
      ? `There is no state from before a restore in ${dataDir}. Nothing has changed.`
      : `There is no state ${wanted} in ${dataDir}, but ${states.join(', ')}. Nothing has changed.`,
  );
}

/** Brings the state in `folder` up to date, checks its secret, and adds the opt-outs of now. */
async function prepare(config: Config, folder: string, note: Note): Promise<void> {
  const { authSecret, oldSecret } = givenSecrets(config, readSecrets(folder));
  const database = await openPGlite({ dataDir: databaseFolder(folder) });
  try {
    const { db } = database;
    // Its tables may be of an earlier version, which doesn't know all kinds of opt-outs.
    await migrate(database);
    const opened = await openAuthSecret(db, authSecret, oldSecret);
    const secret = await secretFingerprint(db);
    const now = await readEmbeddedPeople(config.DATA_DIR);
    await keepPeopleOut(db, now, { secret, dataKey: opened?.dataKey ?? null }, note);
    const isSameData = now !== null && now !== 'unreadable' && now.secret === secret;
    if (isSameData && authSecretIn(config.DATA_DIR) !== authSecretIn(folder)) noteOldSecret(note);
  } finally {
    await database.close();
  }
}
