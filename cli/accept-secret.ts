import { parseConfig } from '#server/config.ts';
import {
  forgetAuthSecret,
  hasSealedKey,
  isFirstSecret,
  openAuthSecret,
  UnknownAuthSecret,
} from '#server/platform/database/auth-secret.ts';
import type { Db } from '#server/platform/database/db.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { givenSecrets, readSecrets } from '#server/platform/disk/secrets.ts';
import { OperatorError } from '#server/platform/operator-error.ts';
import { readEnvFile } from '#server/process.ts';
import { openStoppedDatabase } from './stopped-database.ts';

const LOST = `- Logins. Everyone has to log in again.
- The opt-out list, which then matches no one. Enter it again with \`leadwell optout import FILE\` before you import people.
- Codes of two-factor login. Run \`leadwell users reset-two-factor EMAIL\` for each account that uses them.
- Signatures of webhooks, secret headers and keys for AI models. Their owners have to enter them again.
- The check for addresses of deleted accounts. They can get first credits again.`;
const ONLY_COPY =
  ' The secret was changed before, so the only copy of the data key is in the database, sealed with the last secret. The command deletes it.';
const FIRST_LOST = 'Everyone then has to log in again, and nothing else is lost.';
const FIRST_UNSURE = `This is the first AUTH_SECRET of the database, which was changed since. If you have the last one, set it. Otherwise, run \`leadwell secret accept --sure\`. ${FIRST_LOST}`;
const FIRST_SURE = `It is the first one of the database. ${FIRST_LOST}`;

/**
 * `leadwell secret accept`: the next start uses the database with another AUTH_SECRET. The servers must be stopped.
 * Changes nothing if the configured one opens the database. Throws OperatorError, which says what is lost, if `isSure` isn't set.
 */
export async function acceptSecret(note: (text: string) => void, isSure = false): Promise<void> {
  readEnvFile();
  const config = parseConfig(process.env);
  const { database, close } = await openStoppedDatabase(config);
  try {
    await migrate(database);
    const { db } = database;
    const stored = config.AUTH_SECRET ? null : readSecrets(config.DATA_DIR);
    const { authSecret, oldSecret } = givenSecrets(config, stored);
    const fits = await fitText(db, authSecret, oldSecret);
    if (fits !== null) {
      note(`${fits} Nothing to accept.`);
      return;
    }
    const isFirst = await isFirstSecret(db, authSecret);
    if (!isSure) throw new OperatorError(isFirst ? FIRST_UNSURE : await unsureText(db));
    await forgetAuthSecret(db);
    note(
      `The next start takes its AUTH_SECRET as the new one. ${isFirst ? FIRST_SURE : `These no longer work:\n${LOST}`}`,
    );
  } finally {
    await close();
  }
}

/** How AUTH_SECRET fits the database; null if neither it nor AUTH_SECRET_OLD opens it. Throws OperatorError if they are exchanged. */
async function fitText(db: Db, authSecret: string, oldSecret: string | undefined): Promise<string | null> {
  try {
    const opened = await openAuthSecret(db, authSecret, oldSecret);
    if (opened === null) return 'This database takes the AUTH_SECRET of the next start.';
    return opened.isOld
      ? 'AUTH_SECRET_OLD is the one of this database, and the next start changes it to AUTH_SECRET.'
      : 'AUTH_SECRET is already the one of this database.';
  } catch (error) {
    if (error instanceof UnknownAuthSecret) return null;
    throw error;
  }
}

async function unsureText(db: Db): Promise<string> {
  return `AUTH_SECRET isn't the one of this database. If you have that one, set it, and nothing is lost.${(await hasSealedKey(db)) ? ONLY_COPY : ''} If it is lost, run \`leadwell secret accept --sure\`. With --sure, you lose:\n${LOST}`;
}
