import { parseConfig } from '#server/config.ts';
import { forgetAuthSecret, hasSealedKey } from '#server/platform/database/auth-secret.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { OperatorError } from '#server/platform/operator-error.ts';
import { readEnvFile } from '#server/process.ts';
import { openStoppedDatabase } from './stopped-database.ts';

const ONLY_COPY =
  'AUTH_SECRET of this database was changed before. The database has the only copy of the key of its opt-out list, two-factor logins and webhooks, and only the present or the first AUTH_SECRET opens it. If you have one of them, set it. If both are lost, run `leadwell secret accept --sure`, which deletes the copy.';

/**
 * `leadwell secret accept`: the next start uses the database with another AUTH_SECRET. The servers must be stopped.
 * After a change of the secret, `isSure` must be set, because the database has the only copy of the key of what is stored in it. Throws
 * OperatorError.
 */
export async function acceptSecret(note: (text: string) => void, isSure = false): Promise<void> {
  readEnvFile();
  const { database, close } = await openStoppedDatabase(parseConfig(process.env));
  try {
    await migrate(database);
    if (!isSure && (await hasSealedKey(database.db))) throw new OperatorError(ONLY_COPY);
    await forgetAuthSecret(database.db);
  } finally {
    await close();
  }
  note(
    `The next start takes its AUTH_SECRET as the new one. What was stored with the earlier one no longer matches:
- Everyone has to log in again.
- The opt-out list matches no one. Enter it again with \`leadwell optout import FILE\` before you import people.
- Codes of two-factor login fail. Run \`leadwell users reset-two-factor EMAIL\` for each account that uses them.
- Webhooks can't sign, and secret headers and keys for AI models can't be read. Their owners have to enter them again.
- Addresses of deleted accounts can get first credits again.`,
  );
}
