import { parse } from 'tldts';
import { sharedSite } from './shared-hosts.ts';

/**
 * The site of a company by the address or host of one of its pages or mailboxes, in ASCII: its registrable domain, or its host at
 * a site builder or under a suffix that companies share (`acme.wixsite.com`, `acme.uk.com`). Null without a public suffix.
 */
export function companySite(address: string): string | null {
  const { domain, hostname, publicSuffix, isPrivate, isIp } = parse(address, { allowPrivateDomains: true });
  if (isIp || hostname === null || publicSuffix === null) return null;
  // The builder's own home page: `www.wixsite.com`. A school may have a domain that is a suffix by a wildcard: `oakfield.sch.uk`.
  if (domain === null || domain === `www.${publicSuffix}`)
    return isPrivate || WILDCARD.test(publicSuffix) ? publicSuffix : null;
  return asciiHost(domain === hostname ? domain : customerHost(hostname, domain));
}

/** Suffixes with three labels, nearly all of which exist only by a wildcard of the list. */
const WILDCARD = /^[^.]+\.[^.]+\.[^.]+$/;

/** `acme.weebly.com` for `www.acme.weebly.com`; the domain itself if it is no site builder's. */
function customerHost(hostname: string, domain: string): string {
  const builder = hostname === `www.${domain}` ? null : sharedSite(hostname, '/');
  if (builder !== domain) return domain;
  const customer = hostname
    .slice(0, -domain.length - 1)
    .split('.')
    .at(-1);
  return `${customer}.${domain}`;
}

/** A host as domain name servers know it: `xn--mller-bau-q9a.de` for `müller-bau.de`. */
export function asciiHost(host: string): string {
  if (/^[\x20-\x7e]*$/.test(host)) return host;
  return URL.parse(`http://${host}`)?.hostname ?? host;
}
