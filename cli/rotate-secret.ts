import { plural, pluralForm } from '#contract/plural.ts';
import { oldSecretNeed } from '#server/auth/old-secret.ts';
import { type Config, parseConfig } from '#server/config.ts';
import { openAuthSecret, requireAuthSecret } from '#server/platform/database/auth-secret.ts';
import type { Database, Db } from '#server/platform/database/db.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import {
  givenSecrets,
  loadOrCreateSecrets,
  newAuthSecret,
  type StoredSecrets,
  writeSecrets,
} from '#server/platform/disk/secrets.ts';
import { OperatorError } from '#server/platform/operator-error.ts';
import { readEnvFile } from '#server/process.ts';
import { openStoppedDatabase } from './stopped-database.ts';

/** `data`: values to set. */
export interface Output {
  note(text: string): void;
  data(text: string): void;
}

/**
 * `leadwell secret rotate`: replaces the AUTH_SECRET in the data folder of a stopped server, and keeps the one from before as
 * AUTH_SECRET_OLD. If it comes from the settings, says what to set. Throws OperatorError, and changes nothing then, if
 * sessions still need the last AUTH_SECRET_OLD.
 */
export async function rotateSecret({ note, data }: Output): Promise<void> {
  readEnvFile();
  const config = parseConfig(process.env);
  const { database, close } = await openStoppedDatabase(config);
  try {
    if (config.AUTH_SECRET) data(await suggest(database, config, note));
    else note(await replaceStored(database, config.DATA_DIR));
  } finally {
    await close();
  }
}

/** The settings that change AUTH_SECRET. */
async function suggest({ db }: Database, config: Config, note: (text: string) => void): Promise<string> {
  const { authSecret, oldSecret } = givenSecrets(config, null);
  const opened = await openAuthSecret(db, authSecret, oldSecret);
  if (opened?.isOld)
    throw new OperatorError(
      'This AUTH_SECRET is new: no server was started with it and AUTH_SECRET_OLD. Start one first.',
    );
  if (oldSecret !== undefined && opened) await assertUnneeded(db, opened.changedAt);
  note(
    'Nothing has changed yet, because AUTH_SECRET comes from the settings. Set both of these for each server and worker, and restart one after the other within an hour. `leadwell doctor` says when AUTH_SECRET_OLD can be removed.',
  );
  return `AUTH_SECRET=${newAuthSecret()}\nAUTH_SECRET_OLD=${authSecret}`;
}

async function replaceStored(opened: Database, dataDir: string): Promise<string> {
  const { db } = opened;
  const { AUTH_SECRET_OLD: oldSecret, ...stored } = loadOrCreateSecrets(dataDir);
  await migrate(opened);
  // The last change may have been interrupted after it was written.
  await requireAuthSecret(db, stored.AUTH_SECRET, oldSecret);
  if (oldSecret !== undefined) {
    const last = await openAuthSecret(db, stored.AUTH_SECRET);
    await assertUnneeded(db, last?.changedAt ?? null);
  }
  const changed: StoredSecrets = {
    ...stored,
    AUTH_SECRET: newAuthSecret(),
    AUTH_SECRET_OLD: stored.AUTH_SECRET,
  };
  // First, because a start with both finishes the change.
  writeSecrets(dataDir, changed);
  await requireAuthSecret(db, changed.AUTH_SECRET, changed.AUTH_SECRET_OLD);
  return 'Changed AUTH_SECRET. Everyone stays logged in, because the one from before is kept as AUTH_SECRET_OLD. `leadwell doctor` says when nothing needs it any more. Then, or at once if others know it, run `leadwell secret drop-old`.';
}

/** `leadwell secret drop-old`: removes AUTH_SECRET_OLD from the data folder of a stopped server. Throws OperatorError. */
export async function dropOldSecret({ note }: Output): Promise<void> {
  readEnvFile();
  const config = parseConfig(process.env);
  if (config.AUTH_SECRET)
    throw new OperatorError(
      'AUTH_SECRET comes from the settings: unset AUTH_SECRET_OLD there, and restart all servers and workers.',
    );
  const { database, close } = await openStoppedDatabase(config);
  try {
    const { AUTH_SECRET_OLD: oldSecret, ...kept } = loadOrCreateSecrets(config.DATA_DIR);
    if (oldSecret === undefined) {
      note('There is no AUTH_SECRET_OLD.');
      return;
    }
    await migrate(database);
    await requireAuthSecret(database.db, kept.AUTH_SECRET, oldSecret);
    const opened = await openAuthSecret(database.db, kept.AUTH_SECRET);
    const need = opened?.changedAt ? await oldSecretNeed(database.db, opened.changedAt, Date.now()) : null;
    writeSecrets(config.DATA_DIR, kept);
    note(
      `Removed AUTH_SECRET_OLD. ${plural(need?.sessions ?? 0, 'session')} that it signed ${pluralForm(need?.sessions ?? 0, 'has', 'have')} to log in again.`,
    );
  } finally {
    await close();
  }
}

async function assertUnneeded(db: Db, changedAt: number | null): Promise<void> {
  const need = changedAt === null ? null : await oldSecretNeed(db, changedAt, Date.now());
  if (!need) return;
  throw new OperatorError(
    `AUTH_SECRET was changed on ${new Date(changedAt ?? 0).toISOString()}. Until ${need.until.toISOString()} at the latest, links and ${plural(need.sessions, 'session')} still need the one from before, and another change would end them. If it may, remove AUTH_SECRET_OLD first, with \`leadwell secret drop-old\` or from the settings.`,
  );
}
