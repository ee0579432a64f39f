import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const StoredSecrets = z.object({ AUTH_SECRET: z.string().min(32), ADMIN_KEY: z.string().min(16) });
export type StoredSecrets = z.infer<typeof StoredSecrets>;

/** The secrets of an embedded server: made once and kept, readable by the owner only, in the data folder. */
export function loadOrMakeSecrets(dataDir: string): StoredSecrets {
  const file = join(dataDir, 'secrets.json');
  let text: string | undefined;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  if (text !== undefined) return StoredSecrets.parse(JSON.parse(text));
  const made = {
    AUTH_SECRET: randomBytes(32).toString('base64url'),
    ADMIN_KEY: randomBytes(18).toString('base64url'),
  };
  writeFileSync(file, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  return made;
}
