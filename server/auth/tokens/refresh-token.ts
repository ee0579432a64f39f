import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../platform/clock.ts';
import { acceptedSecrets, type SigningSecrets, signingSecret } from '../../platform/server-secrets.ts';

/** The session of a refresh token and the number of its rotation. */
interface RefreshTokenPayload {
  sessionId: string;
  counter: number;
}

export interface RefreshTokens {
  write(payload: RefreshTokenPayload): string;
  /** null: not a token of ours. Doesn't check whether the session still exists. */
  read(token: string): RefreshTokenPayload | null;
}

const ID_BYTES = 16;
const COUNTER_BYTES = 4;
const MAC_BYTES = 16;
const TOKEN_BYTES = ID_BYTES + COUNTER_BYTES + MAC_BYTES;

/**
 * Refresh tokens are not stored. They are base64url of the session id (16 bytes), the counter (4 bytes) and
 * the first 128 bits of an HMAC-SHA-256 over both, so the active token can be recreated for a client that has
 * its parent.
 */
export function createRefreshTokens(secrets: SigningSecrets, clock: Clock): RefreshTokens {
  const mac = (payload: Buffer, secret: string) =>
    createHmac('sha256', Buffer.from(hkdfSync('sha256', secret, '', 'leadwell refresh token', 32)))
      .update(payload)
      .digest()
      .subarray(0, MAC_BYTES);
  return {
    write: ({ sessionId, counter }) => {
      const payload = Buffer.alloc(ID_BYTES + COUNTER_BYTES);
      payload.write(sessionId.replaceAll('-', ''), 'hex');
      payload.writeUInt32BE(counter, ID_BYTES);
      return Buffer.concat([payload, mac(payload, signingSecret(secrets, clock.now()))]).toString(
        'base64url',
      );
    },
    read: (token) => {
      const bytes = Buffer.from(token, 'base64url');
      // Buffer decodes leniently, but only the canonical encoding is valid.
      if (bytes.length !== TOKEN_BYTES || bytes.toString('base64url') !== token) return null;
      const payload = bytes.subarray(0, ID_BYTES + COUNTER_BYTES);
      const given = bytes.subarray(ID_BYTES + COUNTER_BYTES);
      if (!acceptedSecrets(secrets).some((secret) => timingSafeEqual(given, mac(payload, secret))))
        return null;
      const hex = payload.toString('hex', 0, ID_BYTES);
      const sessionId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
      return { sessionId, counter: payload.readUInt32BE(ID_BYTES) };
    },
  };
}
