import { addressFlags } from '#engines/email-address/address-flags.ts';
import { isMailProvider, isSharedHost } from '#engines/list-items/shared-hosts.ts';
import { registrable, sharedPage } from './company-name.ts';
import { isPlatform } from './page-kind.ts';

/**
 * The registrable domain of a web address. null for none, and for a page at a site of many: `facebook.com/acme`,
 * `acme.wixsite.com`. A bare `facebook.com` is Facebook's, or what someone wrote for a page there.
 */
export function siteDomain(address: string): string | null {
  return sharedPage(address) === null ? registrable(address) : null;
}

/**
 * The registrable domain of a web or email address, if it can be believed without a look at its page. null also for sites and
 * mailboxes of many: `facebook.com`, `gmail.com`. So the domains of the few companies that run one have to be looked up.
 */
export function ownDomain(address: string): string | null {
  const domain = siteDomain(address);
  return domain === null || isOfMany(domain) ? null : domain;
}

function isOfMany(domain: string): boolean {
  return (
    isPlatform(domain) || isSharedHost(domain) || isMailProvider(domain) || addressFlags(null, domain).free
  );
}
