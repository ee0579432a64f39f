import { toWebUrl } from '#contract/website.ts';
import { siteOf } from '#net/politeness.ts';

/** URLs of one site stay together; a line that is no web address stands alone. Apart from the tool, whose parsers are heavy. */
export function websiteShardKey(input: string): string {
  const url = toWebUrl(input);
  return url ? siteOf(new URL(url)) : input;
}
