import { createHmac, hkdfSync, randomInt } from 'node:crypto';
import { RECOVERY_CODE_CHARS, RECOVERY_CODES } from '#contract/sign-in.ts';

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
export function recoveryCodeHash(authSecret: string, accountId: string, code: string): string {
  const key = Buffer.from(hkdfSync('sha256', authSecret, '', 'leadwell recovery code', 32));
  return createHmac('sha256', key)
    .update(`${accountId}:${code.replace('-', '')}`)
    .digest('base64url');
}
