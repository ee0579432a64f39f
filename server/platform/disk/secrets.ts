import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { firstErrorLine, OperatorError } from '../operator-error.ts';

const StoredSecrets = z.object({ AUTH_SECRET: z.string().min(32), ADMIN_KEY: z.string().min(16) });
export type StoredSecrets = z.infer<typeof StoredSecrets>;

/**
 * Loads the secrets of an embedded server from the data folder. Creates them if needed, readable only by the
 * owner. Throws OperatorError if the file is damaged, because new secrets would sign everyone out.
 */
export function loadOrCreateSecrets(dataDir: string): StoredSecrets {
  const stored = readSecrets(dataDir);
  if (stored) return stored;
  const file = secretsFile(dataDir);
  const created = {
    AUTH_SECRET: randomBytes(32).toString('base64url'),
    ADMIN_KEY: randomBytes(18).toString('base64url'),
  };
  try {
    writeFileSync(file, `${JSON.stringify(created, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    // Half a file would count as damaged at the next start.
    rmSync(file, { force: true });
    throw inaccessible(file, error);
  }
  return created;
}

/** The path of the file with the secrets of an embedded server. */
export function secretsFile(dataDir: string): string {
  return join(dataDir, 'secrets.json');
}

/** The secrets of an embedded server; null if there are none yet. Throws OperatorError if the file is damaged. */
export function readSecrets(dataDir: string): StoredSecrets | null {
  const file = secretsFile(dataDir);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw inaccessible(file, error);
  }
  return parseStored(text, file);
}

function inaccessible(file: string, cause: unknown): OperatorError {
  return new OperatorError(
    `The secrets in ${file} can't be read or written: ${firstErrorLine(cause)}. Give this user access to the folder, and check that its disk isn't full. Then start again.`,
    { cause },
  );
}

function parseStored(text: string, file: string): StoredSecrets {
  try {
    return StoredSecrets.parse(JSON.parse(text));
  } catch (cause) {
    throw new OperatorError(
      `The secrets in ${file} are damaged. Restore the file from a backup, or delete it to create new secrets, which signs everyone out.`,
      { cause },
    );
  }
}
