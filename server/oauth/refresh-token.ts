import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { acceptedSecrets, type SigningSecrets, signingSecret } from '../platform/server-secrets.ts';

/** The refresh token of a connected assistant: `lwr_<family>_<part>`, each 48 hex digits. */
export interface RefreshToken {
  /** stays as long as the connection */
  family: string;
  /** Each refresh replaces it. */
  part: string;
}

/** What a refresh answers: the next refresh token, and the 48 hex digits of the secret of the API key. */
export interface Successor {
  token: RefreshToken;
  digits: string;
}

const PART_BYTES = 24;
const SHAPE = /^lwr_([0-9a-f]{48})_([0-9a-f]{48})$/;

/** 192 random bits, as hex digits. */
export function newPart(): string {
  return randomBytes(PART_BYTES).toString('hex');
}

/** Null: not a token of ours. Doesn't check whether it is known. */
export function readRefreshToken(text: string): RefreshToken | null {
  const [, family, part] = SHAPE.exec(text) ?? [];
  return family && part ? { family, part } : null;
}

export function writeRefreshToken({ family, part }: RefreshToken): string {
  return `lwr_${family}_${part}`;
}

/**
 * What follows a refresh token, computed from it and AUTH_SECRET, so that an answer that was lost can be given again although
 * only hashes are stored. `signed`: what a refresh at `now`, in ms since the epoch, answers. `accepted`: what one could have
 * answered before a change of AUTH_SECRET, too.
 */
export function successors(
  secrets: SigningSecrets,
  given: RefreshToken,
  now: number,
): { signed: Successor; accepted: Successor[] } {
  return {
    signed: successor(signingSecret(secrets, now), given),
    accepted: acceptedSecrets(secrets).map((secret) => successor(secret, given)),
  };
}

function successor(secret: string, { family, part }: RefreshToken): Successor {
  const digits = (purpose: string) => {
    const key = Buffer.from(hkdfSync('sha256', secret, '', `leadwell connection ${purpose}`, 32));
    const mac = createHmac('sha256', key).update(`${family} ${part}`).digest();
    return mac.subarray(0, PART_BYTES).toString('hex');
  };
  return { token: { family, part: digits('refresh') }, digits: digits('access') };
}
