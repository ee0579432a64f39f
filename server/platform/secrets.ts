import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { OperatorError } from './operator-error.ts';

const StoredSecrets = z.object({ AUTH_SECRET: z.string().min(32), ADMIN_KEY: z.string().min(16) });
export type StoredSecrets = z.infer<typeof StoredSecrets>;

/**
 * The secrets of an embedded server: made once and kept, readable by the owner only, in the data folder. Throws OperatorError
 * when what is kept there is damaged: making new ones by itself would sign everybody out.
 */
export function loadOrMakeSecrets(dataDir: string): StoredSecrets {
  const file = join(dataDir, 'secrets.json');
  let text: string | undefined;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  if (text !== undefined) return parseStored(text, file);
  const made = {
    AUTH_SECRET: randomBytes(32).toString('base64url'),
    ADMIN_KEY: randomBytes(18).toString('base64url'),
  };
  writeFileSync(file, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  return made;
}

function parseStored(text: string, file: string): StoredSecrets {
  try {
    return StoredSecrets.parse(JSON.parse(text));
  } catch (cause) {
    throw new OperatorError(
      `The secrets in ${file} are damaged. Put the file back from a backup, or delete it: new ones are made, and everybody signs in again.`,
      { cause },
    );
  }
}
