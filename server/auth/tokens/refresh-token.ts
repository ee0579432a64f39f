import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** Which rotation of which session a refresh token stands for. */
interface RefreshTokenPlace {
  sessionId: string;
  counter: number;
}

export interface RefreshTokens {
  write(place: RefreshTokenPlace): string;
  /** null: not a token of ours. Says nothing about whether its session still stands. */
  read(token: string): RefreshTokenPlace | null;
}

const ID_BYTES = 16;
const COUNTER_BYTES = 4;
const MAC_BYTES = 16;
const TOKEN_BYTES = ID_BYTES + COUNTER_BYTES + MAC_BYTES;

/**
 * Refresh tokens are not stored: base64url of session id (16 bytes), counter (4) and the first 128 bits of an HMAC-SHA-256
 * over both. So the token that is active now can be written again for whoever holds its parent.
 */
export function createRefreshTokens(authSecret: string): RefreshTokens {
  const key = Buffer.from(hkdfSync('sha256', authSecret, '', 'leadwell refresh token', 32));
  const mac = (place: Buffer) => createHmac('sha256', key).update(place).digest().subarray(0, MAC_BYTES);
  return {
    write: ({ sessionId, counter }) => {
      const place = Buffer.alloc(ID_BYTES + COUNTER_BYTES);
      place.write(sessionId.replaceAll('-', ''), 'hex');
      place.writeUInt32BE(counter, ID_BYTES);
      return Buffer.concat([place, mac(place)]).toString('base64url');
    },
    read: (token) => {
      const bytes = Buffer.from(token, 'base64url');
      // Decoding is lenient; one token has one spelling.
      if (bytes.length !== TOKEN_BYTES || bytes.toString('base64url') !== token) return null;
      const place = bytes.subarray(0, ID_BYTES + COUNTER_BYTES);
      if (!timingSafeEqual(bytes.subarray(ID_BYTES + COUNTER_BYTES), mac(place))) return null;
      const hex = place.toString('hex', 0, ID_BYTES);
      const sessionId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
      return { sessionId, counter: place.readUInt32BE(ID_BYTES) };
    },
  };
}
