import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { fileReason } from '../file-reason.ts';
import { OperatorError } from '../operator-error.ts';

const StoredSecrets = z.object({
  AUTH_SECRET: z.string().min(32),
  AUTH_SECRET_OLD: z.string().min(32).optional(),
  ADMIN_KEY: z.string().min(16),
});
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
    AUTH_SECRET: newAuthSecret(),
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

/**
 * The AUTH_SECRET and AUTH_SECRET_OLD of a server: of its settings, else of its data folder. Empty: neither has one.
 */
export function givenSecrets(
  settings: { AUTH_SECRET?: string | undefined; AUTH_SECRET_OLD?: string | undefined },
  stored: StoredSecrets | null,
): { authSecret: string; oldSecret: string | undefined } {
  const { AUTH_SECRET = '', AUTH_SECRET_OLD } = settings.AUTH_SECRET ? settings : (stored ?? {});
  return { authSecret: AUTH_SECRET, oldSecret: AUTH_SECRET_OLD };
}

/** Replaces the secrets of an embedded server. A crash leaves the earlier or the new ones. Throws OperatorError. */
export function writeSecrets(dataDir: string, secrets: StoredSecrets): void {
  const file = secretsFile(dataDir);
  const written = `${file}.new`;
  try {
    writeFileSync(written, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600, flush: true });
    renameSync(written, file);
  } catch (error) {
    rmSync(written, { force: true });
    throw inaccessible(file, error);
  }
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

/** 256 random bits, in base64url. */
export function newAuthSecret(): string {
  return randomBytes(32).toString('base64url');
}

function inaccessible(file: string, cause: unknown): OperatorError {
  return new OperatorError(
    `The secrets in ${file} can't be read or written: ${fileReason(cause)}. Give this user access to the folder, and check that its disk isn't full. Then start again.`,
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
