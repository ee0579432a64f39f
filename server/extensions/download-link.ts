import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Deps } from '../deps.ts';
import { acceptedSecrets, signingSecret } from '../platform/server-secrets.ts';

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
  const signature = (secret: string, ...signed: [file: string, account: string, until: string]) => {
    const key = Buffer.from(hkdfSync('sha256', secret, '', 'leadwell extension download', 32));
    return createHmac('sha256', key).update(signed.join('\n')).digest('base64url');
  };
  return {
    sign: (file, accountId) => {
      const account = accountId ?? '';
      const until = (clock.now() + LINK_LIFE_MS).toString(36);
      return [account, until, signature(signingSecret(secrets, clock.now()), file, account, until)].join('.');
    },
    verify: (file, token) => {
      const [account = '', until = '', given = ''] = token.split('.');
      const actual = Buffer.from(given);
      const isSigned = acceptedSecrets(secrets).some((secret) => {
        const expected = Buffer.from(signature(secret, file, account, until));
        return actual.length === expected.length && timingSafeEqual(actual, expected);
      });
      if (!isSigned) return null;
      if (Number.parseInt(until, 36) < clock.now()) return null;
      return { accountId: account || null };
    },
  };
}
