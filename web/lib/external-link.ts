/** Returns a URL found on the web if it's safe to link to (http or https), else null. */
export function safeLink(url: string): string | null {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) ? url : null;
}

/** "https://www.acme.com/about/" -> "acme.com/about", for narrow columns. */
export function shortUrl(url: string): string {
  return url.replace(/^https?:\/\/(?:www\.)?/i, '').replace(/\/$/, '');
}
