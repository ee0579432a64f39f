import { findChromium } from '#net/find-chromium.ts';
import type { Config } from '#server/config.ts';
import type { WebsiteExtractionOptions } from '../run.ts';

/** The settings that configure website extraction. */
export const WEBSITE_SETTINGS = [
  'DNS_SERVERS',
  'ALLOW_PRIVATE_NETWORK',
  'PUBLIC_URL',
  'TDM_OPT_OUT',
  'RENDER',
  'CHROMIUM_PATH',
] as const;

/** Website extraction as the configuration sets it up. */
export function websiteRunOptions(config: Config): WebsiteExtractionOptions {
  return {
    concurrency: config.CRAWL_CONCURRENCY,
    threads: config.CRAWL_THREADS,
    dnsServers: config.DNS_SERVERS ?? null,
    allowPrivateNetwork: config.ALLOW_PRIVATE_NETWORK,
    contact: config.PUBLIC_URL ?? null,
    respectsMiningOptOut: config.TDM_OPT_OUT === 'respect',
    // Renders pages that need JavaScript.
    chromiumPath: config.RENDER === 'chromium' ? findChromium(config.CHROMIUM_PATH) : null,
  };
}
