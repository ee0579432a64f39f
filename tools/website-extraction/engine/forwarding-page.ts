import { readHomepage } from '#engines/company-domain/read-homepage.ts';

/** Pages that only forward are small. Longer ones aren't worth the time. */
const MAX_HTML_CHARS = 100_000;
const HINT = /http-equiv\s*=\s*["']?\s*refresh/i;
/** "You will be redirected in 5 seconds. If nothing happens, click here", in two languages. */
const MAX_WORDS = 50;

/**
 * Where a page sends its visitors that has hardly any text of its own, by `<meta http-equiv="refresh">`: an http(s) address
 * without fragment. Null for any other page, and for one that reloads itself. `url` is its final address.
 */
export function forwardTarget(html: string, url: string): string | null {
  if (html.length > MAX_HTML_CHARS || !HINT.test(html)) return null;
  const { refreshesTo, wordCount } = readHomepage(html, url);
  if (refreshesTo === null || wordCount > MAX_WORDS) return null;
  const target = withoutHash(refreshesTo);
  return target === withoutHash(url) ? null : target;
}

function withoutHash(address: string): string {
  const url = new URL(address);
  url.hash = '';
  return url.href;
}
