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

/**
 * The Chromium that renders pages, or null. `auto`: only one that runs in its sandbox, which it doesn't as root, because no one
 * asked for it.
 */
export function renderingChromium({
  RENDER,
  CHROMIUM_PATH,
}: Pick<Config, 'RENDER' | 'CHROMIUM_PATH'>): string | null {
  const isAsked = RENDER === 'chromium' || (RENDER === 'auto' && process.getuid?.() !== 0);
  return isAsked ? findChromium(CHROMIUM_PATH) : null;
}

/** Website extraction as the configuration sets it up. */
export function websiteRunOptions(config: Config): WebsiteExtractionOptions {
  return {
    concurrency: config.CRAWL_CONCURRENCY,
    threads: config.CRAWL_THREADS,
    dnsServers: config.DNS_SERVERS ?? null,
    allowPrivateNetwork: config.ALLOW_PRIVATE_NETWORK,
    contact: config.PUBLIC_URL ?? null,
    respectsMiningOptOut: config.TDM_OPT_OUT === 'respect',
    chromiumPath: renderingChromium(config),
  };
}
