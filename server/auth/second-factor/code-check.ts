import { APP_CODE_DIGITS } from '#contract/sign-in.ts';
import type { Deps } from '../../deps.ts';
import { createRateLimiter, type RateLimit } from '../../http/rate-limit.ts';
import { accountLabel } from '../../platform/account-label.ts';
import type { Tx } from '../../platform/database/db.ts';
import { createSecretSealer } from '../../platform/sealed-secret.ts';
import { matchingStep, recoveryCodeHash } from './codes.ts';
import { findFactor, takeRecoveryCode, takeStep } from './second-factor-store.ts';

const QUARTER_HOUR_MS = 15 * 60_000;
const DAY_MS = 86_400_000;
/** Only someone with the first factor can use these up. Three of a million codes are right at a time. */
const APP_CODES: RateLimit = { name: 'app-codes', limit: 10, windowMs: QUARTER_HOUR_MS };
/** A right code doesn't reset it: 50 guesses a day find a code with a chance of 1 in 6,700. */
const APP_CODES_A_DAY: RateLimit = { name: 'app-codes-day', limit: 50, windowMs: DAY_MS };
/** Separate, so that recovery codes work while someone else has used up the codes of the app. */
const RECOVERY_ATTEMPTS: RateLimit = { name: 'recovery-codes', limit: 10, windowMs: QUARTER_HOUR_MS };

/** Checks codes of authenticator apps and recovery codes. Each works once. */
export interface CodeCheck {
  /** Counts an attempt, outside any transaction, so that it stays counted. Throws `rate_limited`. */
  admit(accountId: string, code: string): Promise<void>;
  /**
   * Uses up a code in the transaction that acts on it, which has locked the account. null: wrong, used, or no
   * app is on. `setup`: for an app that isn't on yet, whose code doesn't have to be a new one.
   */
  take(
    tx: Tx,
    accountId: string,
    code: string,
    options?: { setup: boolean },
  ): Promise<'app' | 'recovery' | null>;
  /** Resets the count of attempts in 15 minutes after a right code. */
  succeeded(accountId: string): Promise<void>;
}

export function createCodeCheck(deps: Pick<Deps, 'database' | 'clock' | 'secrets' | 'log'>): CodeCheck {
  const limiter = createRateLimiter(deps);
  const sealer = createSecretSealer(deps.secrets.dataKey, 'authenticator');
  return {
    admit: async (accountId, code) => {
      if (!isAppCode(code)) return limiter.take(RECOVERY_ATTEMPTS, accountId);
      await limiter.take(APP_CODES, accountId);
      await limiter.take(APP_CODES_A_DAY, accountId);
    },
    take: async (tx, accountId, code, { setup } = { setup: false }) => {
      const factor = await findFactor(tx, accountId);
      if (!factor || (factor.enabled_at === null) !== setup) return null;
      if (!isAppCode(code)) {
        if (setup) return null;
        const hash = recoveryCodeHash(deps.secrets.dataKey, accountId, code);
        return (await takeRecoveryCode(tx, accountId, hash)) ? 'recovery' : null;
      }
      const secret = sealer.open(factor.secret, accountId);
      if (!secret) {
        deps.log.error(
          { account: accountLabel(deps.secrets.dataKey, accountId) },
          'cannot decrypt an authenticator secret: AUTH_SECRET has changed. Reset it with `leadwell users reset-two-factor`',
        );
        return null;
      }
      const step = matchingStep(secret, code, { now: deps.clock.now(), lastStep: factor.last_step });
      return step !== null && (await takeStep(tx, accountId, step)) ? 'app' : null;
    },
    succeeded: async (accountId) => {
      await limiter.reset(APP_CODES, accountId);
      await limiter.reset(RECOVERY_ATTEMPTS, accountId);
    },
  };
}

function isAppCode(code: string): boolean {
  return code.length === APP_CODE_DIGITS;
}
