import { createHmac, hkdfSync } from 'node:crypto';
import type { Deps } from '../deps.ts';

/**
 * Hashes a value that must be recognized after the account is deleted. Keyed, so that addresses and cards
 * can't be guessed from the hashes without the secret.
 */
export function keyedHash(
  { secrets }: Pick<Deps, 'secrets'>,
  of: 'email' | 'mailbox' | 'account' | 'card',
  value: string,
): string {
  const key = Buffer.from(hkdfSync('sha256', secrets.authSecret, '', `leadwell former ${of}`, 32));
  return createHmac('sha256', key).update(value).digest('base64url');
}
