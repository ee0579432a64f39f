import { parseConfig } from '#server/config.ts';
import { forgetAuthSecret } from '#server/platform/database/auth-secret.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { readEnvFile } from '#server/process.ts';
import { openStoppedDatabase } from './stopped-database.ts';

/**
 * `leadwell secret accept`: the next start uses the database with another AUTH_SECRET. The servers must be stopped.
 * Throws OperatorError.
 */
export async function acceptSecret(note: (text: string) => void): Promise<void> {
  readEnvFile();
  const { database, close } = await openStoppedDatabase(parseConfig(process.env));
  try {
    await migrate(database);
    await forgetAuthSecret(database.db);
  } finally {
    await close();
  }
  note(
    `The next start takes its AUTH_SECRET as the new one. What was stored with the earlier one no longer matches:
- Everyone has to log in again.
- The opt-out list matches no one. Enter it again with \`leadwell optout import FILE\` before you import people.
- Codes of two-factor login fail. Run \`leadwell users reset-two-factor EMAIL\` for each account that uses them.
- Addresses of deleted accounts can get first credits again.`,
  );
}
