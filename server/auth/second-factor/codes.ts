import { createHmac, hkdfSync, randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { APP_CODE_DIGITS, RECOVERY_CODE_CHARS, RECOVERY_CODES } from '#contract/sign-in.ts';

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

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';

/** Ten random codes of 50 bits, such as "k3f7a-xq2mb". */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const code = Array.from({ length: RECOVERY_CODE_CHARS }, () => ALPHABET[randomInt(ALPHABET.length)]).join(
      '',
    );
    return `${code.slice(0, RECOVERY_CODE_CHARS / 2)}-${code.slice(RECOVERY_CODE_CHARS / 2)}`;
  });
}

/** Hashes a code for storage. Keyed, so that the database alone is no use for guessing. */
export function recoveryCodeHash(dataKey: string, accountId: string, code: string): string {
  const key = Buffer.from(hkdfSync('sha256', dataKey, '', 'leadwell recovery code', 32));
  return createHmac('sha256', key)
    .update(`${accountId}:${code.replace('-', '')}`)
    .digest('base64url');
}
