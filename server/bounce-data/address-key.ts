import { createHmac, createSecretKey, hkdfSync } from 'node:crypto';
import { readEmailAddress } from '#engines/email-address/email-address.ts';
import type { Deps } from '../deps.ts';

/**
 * Returns a function that hashes canonical addresses in lower case, so that no one can test addresses against our tables
 * without the server's secret.
 */
export function addressKeys({ secrets }: Pick<Deps, 'secrets'>): (address: string) => string {
  const derived = Buffer.from(hkdfSync('sha256', secrets.dataKey, '', 'leadwell bounces', 32));
  const key = createSecretKey(derived);
  return (address) => createHmac('sha256', key).update(address).digest('base64url').slice(0, 32);
}

/** An address in its canonical form, in lower case, with its domain; null for anything else. */
export function reportedAddress(text: string): { address: string; domain: string } | null {
  const reading = readEmailAddress(text);
  if (!reading.ok) return null;
  const address = reading.address.canonical.toLowerCase();
  return { address, domain: address.slice(address.lastIndexOf('@') + 1) };
}
