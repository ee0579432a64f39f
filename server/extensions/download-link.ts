import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Deps } from '../deps.ts';

/** How long a link works. Long enough for a slow connection to start. */
const LINK_LIFE_MS = 10 * 60_000;

/** Tokens in the links to packages, because a browser sends no session when it opens a link. */
export interface DownloadTokens {
  /** for one file, and the account that asked; null without one */
  sign(file: string, accountId: string | null): string;
  /** null: forged, expired or for another file */
  verify(file: string, token: string): { accountId: string | null } | null;
}

/** The tokens of all servers with the same AUTH_SECRET. */
export function createDownloadTokens({ secrets, clock }: Pick<Deps, 'secrets' | 'clock'>): DownloadTokens {
  const key = Buffer.from(hkdfSync('sha256', secrets.authSecret, '', 'leadwell extension download', 32));
  const signature = (file: string, account: string, until: string) =>
    createHmac('sha256', key).update(`${file}\n${account}\n${until}`).digest('base64url');
  return {
    sign: (file, accountId) => {
      const account = accountId ?? '';
      const until = (clock.now() + LINK_LIFE_MS).toString(36);
      return [account, until, signature(file, account, until)].join('.');
    },
    verify: (file, token) => {
      const [account = '', until = '', given = ''] = token.split('.');
      const expected = Buffer.from(signature(file, account, until));
      const actual = Buffer.from(given);
      if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return null;
      if (Number.parseInt(until, 36) < clock.now()) return null;
      return { accountId: account || null };
    },
  };
}
