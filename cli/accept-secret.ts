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

const LOGIN = '- Everyone has to log in again.';
const LOST = `What was stored with the earlier one no longer matches:
${LOGIN}
- The opt-out list matches no one. Enter it again with \`leadwell optout import FILE\` before you import people.
- Codes of two-factor login fail. Run \`leadwell users reset-two-factor EMAIL\` for each account that uses them.
- Webhooks can't sign, and secret headers and keys for AI models can't be read. Their owners have to enter them again.
- Addresses of deleted accounts can get first credits again.`;
const ONLY_COPY =
  ' It was changed before, so the database has the only copy of the key of what is stored in it, which the command deletes. Only the last AUTH_SECRET and the first one open that.';

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
    note(`The next start takes its AUTH_SECRET as the new one. ${isFirst ? FIRST_LOST : LOST}`);
  } finally {
    await close();
  }
}

const FIRST_LOST = `It is the first one of this database, so only logins are lost:\n${LOGIN}`;
const FIRST_UNSURE = `AUTH_SECRET was changed, and this is the first one of the database. If you have the last one, set that. Otherwise, run \`leadwell secret accept --sure\`. ${FIRST_LOST}`;

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
  return `AUTH_SECRET isn't the one of this database. If you have that one, set it, and nothing is lost.${(await hasSealedKey(db)) ? ONLY_COPY : ''} If it is lost, run \`leadwell secret accept --sure\`. ${LOST}`;
}
