import { z } from 'zod';
import { count, flag, httpUrl, list } from '#server/platform/process/setting-readers.ts';
import { defineSettings } from '../tool-settings.ts';

/** How mail servers are asked, and which verifiers help when they give no answer. */
export const emailFinderSettings = defineSettings({
  shape: {
    SMTP_PORT: count(1, 65535).default(25),
    EHLO_NAME: z
      .string()
      .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i, 'must be the host name of this server, like mail.example.com')
      .optional(),
    VERIFY_FROM: z.email('must be an email address that accepts mail').optional(),
    /** Between the starts of two batches of 50 rows (spec lead tools §9). */
    EMAIL_BATCH_PAUSE_MS: count(0, 60_000).default(1000),
    GREYLIST_RETRY_MS: list
      .pipe(z.array(z.string().regex(/^\d{1,8}$/, 'must be delays in ms, separated by commas')).max(10))
      .transform((delays) => delays.map(Number))
      .default([60_000, 300_000, 900_000]),
    SOCKS_PROXY: z.url({ protocol: /^socks5h?$/, error: 'must be a socks5:// URL' }).optional(),
    PORT_25_TEST: flag.default(true),
    DNSBL_ZONES: list
      .pipe(z.array(z.string().regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i, 'must be names like zen.spamhaus.org')))
      .default(['zen.spamhaus.org', 'bl.spamcop.net']),
    HUNTER_API_KEY: z.string().optional(),
    HUNTER_URL: httpUrl.optional(),
    REACHER_URL: httpUrl.optional(),
    REACHER_SECRET: z.string().optional(),
  },
  files: ['SOCKS_PROXY', 'HUNTER_API_KEY', 'REACHER_URL', 'REACHER_SECRET'],
});
