import { addressFlags } from '#engines/email-address/address-flags.ts';
import { registrable, sharedPage } from './company-name.ts';
import { isPlatform } from './page-kind.ts';

/**
 * The registrable domain of a web address that may be a company's own. null for none, and where many have a page, a site or a
 * mailbox: `facebook.com`, `acme.wixsite.com`, `gmail.com`.
 */
export function ownDomain(address: string): string | null {
  const domain = sharedPage(address) === null ? registrable(address) : null;
  return domain === null || isPlatform(domain) || addressFlags(null, domain).free ? null : domain;
}
