import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { AuthError } from './error.ts';

/** argon2id (the library's default kind) with OWASP's parameters: 19 MiB, two passes. */
const COST = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

/** Hash of a random value nobody knows, with the cost above: what the password of an unknown user is compared with. */
const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$RO+UdThaX/b7n1pAPr7sdw$B451d08X2ebwd0UH7FdtMAdDYf4bv8298Yq04A0g0qw';

/** Hashing runs on the thread pool that files and look-ups need too: leave threads to them, and memory to the rest. */
const AT_ONCE = Math.min(2, availableParallelism());
const WAITING_MOST = 2000;

let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (waiting.length >= WAITING_MOST) {
      throw new AuthError(
        'request_timeout',
        'Too many people are signing in right now. Please try again shortly.',
        {
          retryAfterSeconds: 5,
        },
      );
    }
    // Whoever ends hands its place on, so `running` stays as it is.
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
  return inTurn(() => hash(password, cost));
}

/** Whether the password fits; takes as long when there is no hash to compare with. */
export async function passwordFits(stored: string | null, password: string): Promise<boolean> {
  const fits = await inTurn(() => verify(stored ?? NOBODYS_HASH, password));
  return fits && stored !== null;
}
