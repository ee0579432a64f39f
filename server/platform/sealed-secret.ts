import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts secrets of accounts with a key that derives from the data key. */
export interface SecretSealer {
  /** `accountId`: the only account for which `open` accepts the result. */
  seal(secret: Uint8Array, accountId: string): string;
  /** null: another secret sealed it, or the text belongs to another account. */
  open(sealed: string, accountId: string): Uint8Array | null;
}

/** `secret`: the data key, except for the data key itself. `purpose`: what is sealed. Each purpose has a key of its own, and only it can open what it sealed. */
export function createSecretSealer(
  secret: string,
  purpose:
    | 'authenticator'
    | 'webhook'
    | 'step'
    | 'model'
    | 'inbox'
    | 'bounces'
    | 'erased person'
    | 'data key',
): SecretSealer {
  const key = Buffer.from(hkdfSync('sha256', secret, '', `leadwell ${purpose} secret`, 32));
  return {
    seal: (secret, accountId) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
      cipher.setAAD(Buffer.from(accountId));
      const body = Buffer.concat([cipher.update(secret), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
    },
    open: (sealed, accountId) => {
      const bytes = Buffer.from(sealed, 'base64url');
      const head = NONCE_BYTES + TAG_BYTES;
      if (bytes.length <= head) return null;
      const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(Buffer.from(accountId));
      decipher.setAuthTag(bytes.subarray(NONCE_BYTES, head));
      try {
        return Buffer.concat([decipher.update(bytes.subarray(head)), decipher.final()]);
      } catch {
        return null;
      }
    },
  };
}
