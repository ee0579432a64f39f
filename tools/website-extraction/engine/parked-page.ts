import { registrable } from '#engines/company-domain/company-name.ts';
import { isDomainMarket, PAGE_KIND_REASONS, pageKind } from '#engines/company-domain/page-kind.ts';
import { readHomepage } from '#engines/company-domain/read-homepage.ts';

/** Pages of parked domains are small. Longer ones aren't worth the time. */
const MAX_HTML_CHARS = 300_000;
/** Every page that the rule recognizes by its text has one of these. */
const HINT =
  /domain|domän|dominio|domínio|domena|домен|域名|网域|ドメイン|parked|expired|suspended|sponsored|related|for sale|verkauf|refresh|frame/i;

/**
 * Why a page isn't the site of a company: its domain is for sale or parked. Null for any other page, and for
 * the pages of the markets themselves. `requested` and `final`: its address before and after redirects.
 */
export function parkedReason(html: string, requested: string, final: string): string | null {
  const domain = registrable(requested);
  if (domain === null || isDomainMarket(domain)) return null;
  if (leadsToMarket(final)) return PAGE_KIND_REASONS['for-sale'];
  if (html.length > MAX_HTML_CHARS || !HINT.test(html)) return null;
  const page = readHomepage(html, final);
  if (page.forwardsTo !== null && leadsToMarket(page.forwardsTo)) return PAGE_KIND_REASONS['for-sale'];
  const kind = pageKind(page);
  if (kind !== 'for-sale' && kind !== 'parked') return null;
  // The words of such pages, as "related links", are also on small pages of companies. These have addresses at
  // their own domain; brokers and registrars have them at another one.
  return html.toLowerCase().includes(`@${domain}`) ? null : PAGE_KIND_REASONS[kind];
}

function leadsToMarket(address: string): boolean {
  const domain = registrable(address);
  return domain !== null && isDomainMarket(domain);
}
