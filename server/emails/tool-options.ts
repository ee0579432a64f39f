import type { ToolOptions } from '#tools/registry.ts';
import { type Config, ehloName, verifyFrom } from '../config.ts';

/** What the configuration says to the email finder. */
export function emailToolOptions(config: Config): ToolOptions['email'] {
  return {
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
