import { toWebUrl } from '#contract/website.ts';
import { siteOf } from '#net/politeness.ts';

/**
 * URLs of one site share a key; any other line is its own key. In its own module, since the tool's parsers
 * are slow to load.
 */
export function websiteShardKey(input: string): string {
  const url = toWebUrl(input);
  return url ? siteOf(new URL(url)) : input;
}

/** Lines that are no web address are free. */
export function isFree(input: string): boolean {
  return toWebUrl(input) === null;
}
