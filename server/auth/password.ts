import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { createTurns } from '../platform/turns.ts';
import { tooManySignIns } from './error.ts';

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
