import { type Config, ehloName, verifyFrom } from '#server/config.ts';
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
