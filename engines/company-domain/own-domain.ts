import { registrable, sharedPage } from './company-name.ts';
import { isPlatform } from './page-kind.ts';

/**
 * The registrable domain of a web address that may be a company's own, or that of a mail provider. null for none, and where many
 * have a page or a site: `facebook.com`, `acme.wixsite.com`.
 */
export function ownDomain(address: string): string | null {
  const domain = sharedPage(address) === null ? registrable(address) : null;
  return domain === null || isPlatform(domain) ? null : domain;
}
