import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { AuthError } from './error.ts';

/** argon2id (the library's default) with OWASP's parameters: 19 MiB, two passes. */
const COST = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

/**
 * Hash of a discarded random value. Passwords of unknown users are compared with it, so that timing reveals
 * nothing.
 */
const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$RO+UdThaX/b7n1pAPr7sdw$B451d08X2ebwd0UH7FdtMAdDYf4bv8298Yq04A0g0qw';

/** Limits CPU and memory use: hashing shares the thread pool with file access and DNS lookups. */
const MAX_CONCURRENT = Math.min(2, availableParallelism());
const MAX_WAITING = 2000;

let running = 0;
const waiting: (() => void)[] = [];

async function withSlot<T>(work: () => Promise<T>): Promise<T> {
  if (running >= MAX_CONCURRENT) {
    if (waiting.length >= MAX_WAITING) {
      throw new AuthError(
        'request_timeout',
        'Too many people are signing in right now. Please try again shortly.',
        {
          retryAfterSeconds: 5,
        },
      );
    }
    // The previous task hands over its slot, so `running` doesn't change.
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    running += 1;
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

export function hashPassword(password: string, cost = COST): Promise<string> {
  return withSlot(() => hash(password, cost));
}

/** Compares a password with a stored hash. Takes equally long without a hash. */
export async function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  const matches = await withSlot(() => verify(stored ?? DUMMY_HASH, password));
  return matches && stored !== null;
}
