import { toWebUrl } from '#contract/website.ts';
import { siteKey } from '#engines/list-items/site.ts';
import { websiteKey, websiteUrl } from '#engines/list-items/website.ts';

/** URLs of one site share a shard; any other line is its own key. */
export function shardKey(input: string): string {
  const url = websiteUrl(input);
  return url ? siteKey(new URL(url)) : input;
}

/** What an item is, however its URL is written. */
export const itemKey = websiteKey;

/** Lines that are no web address are free. */
export function isFree(input: string): boolean {
  return toWebUrl(input) === null;
}
