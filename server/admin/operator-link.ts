import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../platform/clock.ts';

const LINK_MS = 60 * 60_000;

/**
 * The code of the link that a server prints at startup (docs/deviations.md 8). It works once, within an hour,
 * and only in this process.
 */
export interface OperatorLink {
  /** The link to print. The code is in the fragment, which browsers send to no server or proxy. */
  url(publicUrl: string): string;
  /** Uses up the code. false: wrong, used or expired. */
  take(code: string): boolean;
}

export function createOperatorLink(clock: Clock): OperatorLink {
  const code = randomBytes(24).toString('base64url');
  const expiresAt = clock.now() + LINK_MS;
  let used = false;
  return {
    url: (publicUrl) => `${publicUrl}/admin#code=${code}`,
    take: (given) => {
      if (used || clock.now() >= expiresAt || !timingSafeEqual(hash(given), hash(code))) return false;
      used = true;
      return true;
    },
  };
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
