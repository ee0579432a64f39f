/** The host of a site without `www.`, which isn't part of its name; that of `www.de` is. */
export function withoutWww(host: string): string {
  return host.replace(/^www\.(?=[^.]+\.)/i, '');
}
