import { Secret, TOTP } from 'otpauth';
import { APP_CODE_DIGITS } from '#contract/sign-in.ts';

/** Steps of 30 s before and after the current one that count, for clocks that are off (RFC 6238 §5.2, §6). */
const DRIFT_STEPS = 1;

/** What an authenticator app knows of an account: TOTP with SHA-1 (RFC 6238), which every app supports. */
export function authenticator(secret: Uint8Array, account = ''): TOTP {
  return new TOTP({
    issuer: 'Leadwell',
    label: account,
    // A copy, because `buffer` of a Node Buffer may hold other data too.
    secret: new Secret({ buffer: Uint8Array.from(secret).buffer }),
    algorithm: 'SHA1',
    digits: APP_CODE_DIGITS,
    period: 30,
  });
}

/** The step whose code this is, near `now` (ms since the epoch) and after `lastStep`; null if there is none. */
export function matchingStep(
  secret: Uint8Array,
  code: string,
  { now, lastStep }: { now: number; lastStep: number },
): number | null {
  const totp = authenticator(secret);
  const drift = totp.validate({ token: code, timestamp: now, window: DRIFT_STEPS });
  if (drift === null) return null;
  const step = totp.counter({ timestamp: now }) + drift;
  return step > lastStep ? step : null;
}
