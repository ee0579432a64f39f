import { hostname } from 'node:os';
import type { Config } from '#server/config.ts';
import type { EmailRunOptions } from '../run.ts';

/** The email finder's options from the configuration. */
export function emailRunOptions(config: Config): EmailRunOptions {
  return {
    dnsServers: config.DNS_SERVERS ?? null,
    allowPrivateNetwork: config.ALLOW_PRIVATE_NETWORK,
    smtpPort: config.SMTP_PORT,
    socksProxy: config.SOCKS_PROXY ?? null,
    ehloName: ehloName(config),
    mailFrom: verifyFrom(config),
    greylistRetryMs: config.GREYLIST_RETRY_MS,
    batchPauseMs: config.EMAIL_BATCH_PAUSE_MS,
    hunter: config.HUNTER_API_KEY
      ? {
          apiKey: config.HUNTER_API_KEY,
          ...(config.HUNTER_URL === undefined ? {} : { baseUrl: config.HUNTER_URL }),
        }
      : null,
    reacher: config.REACHER_URL
      ? { baseUrl: config.REACHER_URL, secret: config.REACHER_SECRET ?? null }
      : null,
  };
}

/** The host name for EHLO: EHLO_NAME, else the host of PUBLIC_URL, else the name of this machine. */
function ehloName(config: Pick<Config, 'EHLO_NAME' | 'PUBLIC_URL'>): string {
  const name = config.EHLO_NAME ?? (config.PUBLIC_URL ? new URL(config.PUBLIC_URL).hostname : hostname());
  // Mail servers distrust IP addresses and names without a dot.
  return /^(?=.*[a-z])[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(name) ? name : 'localhost.localdomain';
}

/** The sender for email verification: VERIFY_FROM, else the address in MAIL_FROM, else verify@ the EHLO name. */
function verifyFrom(config: Pick<Config, 'VERIFY_FROM' | 'MAIL_FROM' | 'EHLO_NAME' | 'PUBLIC_URL'>): string {
  const own = /<?([^\s<>]+@[^\s<>]+?)>?$/.exec(config.MAIL_FROM)?.[1];
  if (config.VERIFY_FROM) return config.VERIFY_FROM;
  return own && !own.endsWith('@localhost') ? own : `verify@${ehloName(config)}`;
}
