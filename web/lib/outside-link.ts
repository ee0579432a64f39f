/** Only http and https lead out of a page; anything else found on the web stays text. */
export function outsideLink(address: string): string | null {
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol) ? address : null;
}

/** "https://www.acme.com/about/" -> "acme.com/about": what tells addresses apart in a narrow column. */
export function shortUrl(url: string): string {
  return url.replace(/^https?:\/\/(?:www\.)?/i, '').replace(/\/$/, '');
}
