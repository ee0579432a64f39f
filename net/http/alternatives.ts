import type { PageFault } from './page-fault.ts';

/**
 * The URLs to try after a failed connection: the other scheme, and the host with or without www. Doesn't try the
 * other host name after a timeout, which would just repeat.
 */
export function alternatives(url: URL, fault: PageFault): URL[] {
  const variant = (protocol: string, hostname: string) => {
    const other = new URL(url);
    other.protocol = protocol;
    other.hostname = hostname;
    return other;
  };
  const isName = /[a-z]$/i.test(url.hostname);
  const otherName = url.hostname.startsWith('www.') ? url.hostname.slice(4) : `www.${url.hostname}`;
  const protocols = url.protocol === 'https:' ? ['https:', 'http:'] : ['http:', 'https:'];
  const sameName = protocols.slice(1).map((protocol) => variant(protocol, url.hostname));
  const underOtherName = isName ? protocols.map((protocol) => variant(protocol, otherName)) : [];
  if (fault.code === 'domain-not-found' || fault.code === 'dns-failed') return underOtherName;
  if (fault.code === 'timeout') return sameName;
  return [...sameName, ...underOtherName];
}

/**
 * How much a fault says about a name: that it doesn't exist, that its lookup failed, or that it exists. If one of a site's two names
 * exists, the site does, too.
 */
export function nameRank({ code }: PageFault): number {
  if (code === 'domain-not-found') return 0;
  return code === 'dns-failed' ? 1 : 2;
}
