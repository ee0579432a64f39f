import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { API_KEY_MARK } from '#contract/api-keys.ts';

const SECRET_BYTES = 24;
const SHAPE = new RegExp(`^${API_KEY_MARK}[0-9a-f]{${SECRET_BYTES * 2}}$`);
/** Digits of the secret that stay visible: 24 of its 192 bits. */
const VISIBLE_DIGITS = 6;

/** A new key: 192 random bits, or these 48 hex digits, which no one may be able to guess. */
export function newSecret(digits = randomBytes(SECRET_BYTES).toString('hex')): {
  key: string;
  hash: string;
  prefix: string;
} {
  const key = API_KEY_MARK + digits;
  return { key, hash: hashKey(key), prefix: key.slice(0, API_KEY_MARK.length + VISIBLE_DIGITS) };
}

/**
 * The digits of the key with this ID that a request with an Idempotency-Key makes, so that a repeated one gets them again although
 * only a hash is stored. The Idempotency-Key is part of them and forgotten after a day: then no one can compute them again.
 */
export function repeatableDigits(dataKey: string, id: string, idempotencyKey: string): string {
  const key = Buffer.from(hkdfSync('sha256', dataKey, '', 'leadwell api key', 32));
  const mac = createHmac('sha256', key).update(`${id} ${idempotencyKey}`).digest();
  return mac.subarray(0, SECRET_BYTES).toString('hex');
}

/** Whether a bearer token is meant as an API key. It may still be malformed. */
export function isApiKey(token: string): boolean {
  return token.startsWith(API_KEY_MARK);
}

/** The hash to look a key up by; null if it is malformed. */
export function lookupHash(key: string): string | null {
  return SHAPE.test(key) ? hashKey(key) : null;
}

/** Compares two hashes in constant time. */
export function isSameHash(hash: string, otherHash: string): boolean {
  const [left, right] = [Buffer.from(hash), Buffer.from(otherHash)];
  return left.length === right.length && timingSafeEqual(left, right);
}

function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}
