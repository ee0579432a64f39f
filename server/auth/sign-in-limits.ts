import { CallError } from '#contract/errors.ts';
import type { Deps } from '../deps.ts';
import { createRateLimiter, type RateLimit, type RateLimiter } from '../http/rate-limit.ts';

const QUARTER_HOUR_MS = 15 * 60_000;

/** Attempts of one client address on one account, right or wrong. */
const ATTEMPTS: RateLimit = { name: 'sign-in-attempts', limit: 60, windowMs: QUARTER_HOUR_MS };
/** Only someone with the password can use this up. */
const SIGN_INS: RateLimit = { name: 'sign-ins', limit: 60, windowMs: QUARTER_HOUR_MS };
/** Higher than the limits of an account: a whole office can share one IP address. */
const WRONG_PER_ADDRESS: RateLimit = { name: 'sign-in-address', limit: 100, windowMs: QUARTER_HOUR_MS };

/**
 * Wrong passwords slow an account down instead of locking it, so that a stranger can't lock out its owner: after
 * `free` wrong ones, one attempt per `slot`.
 */
interface Slowdown {
  free: RateLimit;
  slot: RateLimit;
}
/** For one client address on one account. */
const FROM_ADDRESS: Slowdown = {
  free: { name: 'sign-in-wrong', limit: 10, windowMs: QUARTER_HOUR_MS },
  slot: { name: 'sign-in-slot', limit: 1, windowMs: 30_000 },
};
/** For all addresses together that the account has never signed in from, against guessing from many of them. */
const FROM_ELSEWHERE: Slowdown = {
  free: { name: 'sign-in-wrong-elsewhere', limit: 20, windowMs: QUARTER_HOUR_MS },
  slot: { name: 'sign-in-slot-elsewhere', limit: 1, windowMs: 10_000 },
};

/** A password sign-in. `address` is the key of the client address. */
export interface SignInAttempt {
  email: string;
  address: string;
  /** the account has signed in from this address before */
  known: boolean;
}

/** An attempt that may go on to compare the password. Both methods throw `rate_limited`. */
export interface AdmittedAttempt {
  /** Counts a wrong password. Call it before the response, so that parallel guesses get no more results. */
  wrong(): Promise<void>;
  /** Counts a sign-in. */
  right(): Promise<void>;
}

export interface SignInLimits {
  /** Counts an attempt before its password is hashed. Throws `rate_limited`. */
  admit(attempt: SignInAttempt): Promise<AdmittedAttempt>;
}

export function createSignInLimits(
  deps: Pick<Deps, 'config' | 'database' | 'clock' | 'secrets'>,
): SignInLimits {
  const limiter = createRateLimiter(deps);
  const attemptsPerAddress: RateLimit = {
    name: 'sign-in-attempts-address',
    limit: deps.config.SIGN_INS_PER_QUARTER_HOUR_PER_ADDRESS,
    windowMs: QUARTER_HOUR_MS,
  };
  return {
    admit: async ({ email, address, known }) => {
      const pair = `${email} ${address}`;
      await limiter.take(attemptsPerAddress, address);
      await limiter.take(ATTEMPTS, pair);
      await limiter.check(SIGN_INS, email);
      // Strangers at the same address can't lock out people who sign in from there.
      if (!known) await limiter.check(WRONG_PER_ADDRESS, address);
      const slowdowns = [
        await enter(limiter, FROM_ADDRESS, pair),
        ...(known ? [] : [await enter(limiter, FROM_ELSEWHERE, email)]),
      ];
      return {
        wrong: async () => {
          if (!known) await limiter.take(WRONG_PER_ADDRESS, address);
          for (const slowdown of slowdowns) await slowdown.wrong();
        },
        right: async () => {
          if (!known) await limiter.check(WRONG_PER_ADDRESS, address);
          for (const slowdown of slowdowns) await slowdown.right();
          await limiter.take(SIGN_INS, email);
          await limiter.reset(FROM_ADDRESS.free, pair);
        },
      };
    },
  };
}

/** Takes a slot if the free attempts are used up. */
async function enter(limiter: RateLimiter, { free, slot }: Slowdown, key: string): Promise<AdmittedAttempt> {
  const hasSlot = !(await isAllowed(limiter.check(free, key)));
  if (hasSlot) await limiter.take(slot, key);
  // Others may have used up the free attempts while this one compared its password.
  const takeSlotUnless = async (allowed: Promise<void>) => {
    if (!(await isAllowed(allowed)) && !hasSlot) await limiter.take(slot, key);
  };
  return {
    wrong: () => takeSlotUnless(limiter.take(free, key)),
    right: () => takeSlotUnless(limiter.check(free, key)),
  };
}

async function isAllowed(use: Promise<void>): Promise<boolean> {
  try {
    await use;
    return true;
  } catch (error) {
    if (error instanceof CallError && error.code === 'rate_limited') return false;
    throw error;
  }
}
