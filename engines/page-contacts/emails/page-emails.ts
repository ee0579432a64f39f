import type { EvidenceSource } from '#contract/website.ts';
import { areaAt, type PageSource, type SourceValue } from '../html/page-source.ts';
import type { StructuredData } from '../html/structured-data.ts';
import type { Found, PageArea } from '../page-contacts.ts';
import { isSiteCredit } from '../site-credit.ts';
import {
  attributeEmails,
  cloudflareEmails,
  cloudflareHex,
  joomlaEmails,
  mailtoEmails,
  rot13,
  typo3Emails,
  typo3Token,
} from './encoded-email.ts';
import { findEmails, type TextEmail } from './find-emails.ts';
import { findObfuscatedEmails } from './obfuscated-email.ts';
import { findScriptEmails } from './script-email.ts';

const MAX_EMAILS = 500;

/**
 * Returns the distinct addresses of a page, each with its best source. `ownDomains`: the registrable domains
 * of the page's URL and of its own declarations. Includes the site maker's address only if there is no other.
 */
export function pageEmails(
  source: PageSource,
  data: StructuredData,
  stateEmails: readonly string[],
  ownDomains: ReadonlySet<string>,
  expired: () => boolean,
): Found[] {
  const list = new EmailList();
  const credited = new EmailList();
  const addAt = (at: number, emails: readonly TextEmail[], from: EvidenceSource, area: PageArea): void => {
    for (const email of emails) {
      const isMakers = !ownDomains.has(email.domain) && isSiteCredit(source.text, at);
      (isMakers ? credited : list).add([email], from, area);
    }
  };
  for (const link of source.links) {
    if (list.full || expired()) break;
    const href = link.href;
    const hex = cloudflareHex(href);
    if (hex) list.add(cloudflareEmails(hex), 'cloudflare', link.area, href);
    else if (/^\s*mailto\s*:/i.test(href)) addAt(link.start, mailtoEmails(href), 'mailto', link.area);
    else if (href.includes('UnCryptMailto'))
      list.add(typo3Emails(typo3Token(href) ?? ''), 'script', link.area, href);
    else if (/^javascript:/i.test(href) && href.includes('@'))
      list.add(findScriptEmails(href.slice(11), ownDomains), 'script', link.area);
  }
  for (const item of source.cloudflare) {
    if (expired()) break;
    list.add(cloudflareEmails(item.value), 'cloudflare', item.area, item.value);
  }
  for (const email of findEmails(source.text, expired))
    addAt(email.at, [email], 'text', areaAt(source, email.at));
  for (const email of findObfuscatedEmails(source.text))
    list.add([email], 'obfuscated', areaAt(source, email.at));
  for (const item of source.scriptAttributes) {
    if (expired()) break;
    addFromAttribute(item, ownDomains, list);
  }
  for (const item of source.microdata) {
    if (item.name !== 'email') continue;
    if (expired()) break;
    list.add(mailtoEmails(item.value || source.text.slice(item.at, item.end)), 'microdata', item.area);
  }
  for (const value of data.emails) list.add(mailtoEmails(value), 'json-ld', 'head');
  for (const script of source.scripts) {
    if (expired()) break;
    list.add(findScriptEmails(script, ownDomains), 'script', 'body');
  }
  const description = source.metas.get('description');
  if (description?.includes('@')) list.add(findEmails(description), 'meta', 'head');
  // An app's state contains more than the page shows, so it is only a fallback.
  if (list.empty) for (const value of stateEmails) list.add(mailtoEmails(value), 'script', 'body');
  const found = list.found();
  return found.length > 0 ? found : credited.found();
}

function addFromAttribute(
  { name, value, area }: SourceValue,
  ownDomains: ReadonlySet<string>,
  list: EmailList,
): void {
  if (name === 'joomla-hidden-mail') list.add(joomlaEmails(value), 'obfuscated', area);
  else if (name === 'data-enc-email') list.add(mailtoEmails(rot13(value)), 'obfuscated', area, value);
  else if (name === 'data-mailto-token') list.add(typo3Emails(value), 'script', area, value);
  else if (name === 'onclick') {
    const token = typo3Token(value);
    if (token) list.add(typo3Emails(token), 'script', area, value);
    else if (/mailto:/i.test(value)) list.add(findScriptEmails(value, ownDomains), 'script', area);
  } else if (name === 'data-email' || name === 'data-mail' || name === 'data-mailto')
    list.add(attributeEmails(value), 'obfuscated', area);
}

class EmailList {
  readonly #byAddress = new Map<string, Found>();

  get empty(): boolean {
    return this.#byAddress.size === 0;
  }

  get full(): boolean {
    return this.#byAddress.size >= MAX_EMAILS;
  }

  add(emails: readonly TextEmail[], source: EvidenceSource, area: PageArea, written?: string): void {
    for (const email of emails) {
      const known = this.#byAddress.get(email.address);
      if (known) {
        known.count += 1;
        // The footer is the more specific area for a repeated address.
        if (area === 'footer' || area === 'address') known.area = area;
        continue;
      }
      if (this.full) return;
      this.#byAddress.set(email.address, {
        value: email.address,
        written: (written ?? email.written).slice(0, 200),
        source,
        area,
        count: 1,
      });
    }
  }

  found(): Found[] {
    return [...this.#byAddress.values()];
  }
}
