import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto';

/** Bytes of an HMAC secret, and of the seed of an ed25519 key. */
const KEY_BYTES = 32;
/** What PKCS #8 puts before the seed of an ed25519 key (RFC 8410). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');
const PUBLIC_KEY_BYTES = 32;

/** The keys of an endpoint: for `v1` (HMAC-SHA256) and `v1a` (ed25519) of Standard Webhooks. */
export interface SigningKeys {
  secret: Uint8Array;
  /** the private key's 32 bytes */
  seed: Uint8Array;
}

export function newSigningKeys(): SigningKeys {
  return { secret: randomBytes(KEY_BYTES), seed: randomBytes(KEY_BYTES) };
}

/** Both keys as one value to store, and back. */
export function joinKeys({ secret, seed }: SigningKeys): Uint8Array {
  return Buffer.concat([secret, seed]);
}

export function splitKeys(joined: Uint8Array): SigningKeys {
  return { secret: joined.subarray(0, KEY_BYTES), seed: joined.subarray(KEY_BYTES) };
}

/** `whsec_…`: the secret as a receiver gets it. */
export function secretText({ secret }: Pick<SigningKeys, 'secret'>): string {
  return `whsec_${Buffer.from(secret).toString('base64')}`;
}

/** `whpk_…`: the public key as a receiver gets it. */
export function publicKeyText({ seed }: Pick<SigningKeys, 'seed'>): string {
  const der = createPublicKey(privateKey(seed)).export({ format: 'der', type: 'spki' });
  return `whpk_${der.subarray(-PUBLIC_KEY_BYTES).toString('base64')}`;
}

/** The value of `webhook-signature`: for each of the keys a `v1` and a `v1a` signature, separated by spaces. `timestamp` is in seconds. */
export function signatures(
  keys: readonly SigningKeys[],
  { id, timestamp, body }: { id: string; timestamp: number; body: string },
): string {
  const signed = Buffer.from(`${id}.${timestamp}.${body}`);
  return keys
    .flatMap(({ secret, seed }) => [
      `v1,${createHmac('sha256', secret).update(signed).digest('base64')}`,
      `v1a,${sign(null, signed, privateKey(seed)).toString('base64')}`,
    ])
    .join(' ');
}

function privateKey(seed: Uint8Array): KeyObject {
  return createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: 'der', type: 'pkcs8' });
}
