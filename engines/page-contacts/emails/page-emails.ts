import type { EvidenceSource } from '#contract/website.ts';
import { areaAt, isCode, type PageSource, type SourceValue } from '../html/page-source.ts';
import type { StructuredData } from '../html/structured-data.ts';
import type { IslandContacts } from '../islands/island-contacts.ts';
import type { OtherOwners } from '../other-owners.ts';
import type { Found, PageArea } from '../page-contacts.ts';
import { addressedEmails, isAddressed } from './addressed-link.ts';
import { elementEmail } from './element-parts.ts';
import {
  attributeEmails,
  cloudflareEmails,
  cloudflareHex,
  cryptxEmails,
  cryptxToken,
  joomlaEmails,
  MAILTO,
  mailtoEmails,
  percentDecoded,
  rot13,
  typo3Emails,
  typo3Token,
} from './encoded-email.ts';
import { findEmails, type TextEmail } from './find-emails.ts';
import { FREE_MAIL } from './free-mail.ts';
import { findObfuscatedEmails, type SpelledEmail } from './obfuscated-email.ts';
import { PageScripts } from './page-scripts.ts';
import { isRoleWord } from './spelled-out-words.ts';

const MAX_EMAILS = 500;
/** Objects of the page's data whose contacts are compared with those that the page shows. */
const MAX_OBJECTS = 200;

/**
 * Returns the distinct addresses of a page, each with its best source. `ownDomains`: the company sites
 * of the page's URL and of its own declarations. Includes addresses of the site's maker and the like only if there is no other,
 * and never those of authorities, hosters and the like.
 */
export function pageEmails(
  source: PageSource,
  data: StructuredData,
  state: () => IslandContacts,
  ownDomains: ReadonlySet<string>,
  owners: OtherOwners,
  expired: () => boolean,
): Found[] {
  const list = new FoundEmails(ownDomains);
  const fallback = new FoundEmails(ownDomains);
  /** addresses of other domains, whose owner depends on whether the page has any of the site's own */
  const foreign: { email: TextEmail; index: number; from: EvidenceSource; area: PageArea }[] = [];
  const scripts = new PageScripts(source.scripts, ownDomains);
  const addAt = (index: number, emails: readonly TextEmail[], from: EvidenceSource, area: PageArea): void => {
    for (const email of emails) {
      if (ownDomains.has(email.domain)) list.add([email], from, area);
      else if (foreign.length < MAX_EMAILS) {
        foreign.push({ email, index, from, area });
        list.addDomain(email.domain);
      }
    }
  };
  for (const link of source.links) {
    if (list.full || expired()) break;
    const { href, start, area } = link;
    const hex = cloudflareHex(href);
    if (hex) list.add(cloudflareEmails(hex), 'cloudflare', area, href);
    else if (link.isPath) {
      // A path has no address.
    } else if (MAILTO.test(href)) addAt(start, mailtoEmails(href), 'mailto', area);
    else if (BARE_ADDRESS.test(href)) addAt(start, mailtoEmails(href), 'link', area);
    else if (/^\s*javascript:/i.test(href)) addFromScript(href, area, scripts, list);
    else if (isAddressed(href)) addAt(start, addressedEmails(href), 'link', area);
    if (link.label.includes('@')) list.add(findEmails(link.label), 'link', area);
  }
  for (const item of source.cloudflare) {
    if (expired()) break;
    list.add(cloudflareEmails(item.value), 'cloudflare', item.area, item.value);
  }
  for (const email of findEmails(source.text, expired)) {
    // Code has sample data.
    if (isCode(source, email.index) && !ownDomains.has(email.domain)) continue;
    addAt(email.index, [email], 'text', areaAt(source, email.index));
  }
  for (const email of findObfuscatedEmails(source.text))
    if (email.mayBeName ? ownDomains.has(email.domain) : !email.unsure || list.isLikely(email))
      addAt(email.index, [email], 'obfuscated', areaAt(source, email.index));
  for (const item of source.scriptAttributes) {
    if (expired()) break;
    addFromAttribute(item, ownDomains, scripts, list);
  }
  for (const item of source.microdata) {
    if (item.name !== 'email') continue;
    if (expired()) break;
    list.add(mailtoEmails(item.value || source.text.slice(item.index, item.end)), 'microdata', item.area);
  }
  for (const value of data.emails) list.add(mailtoEmails(value), 'json-ld', 'head');
  for (const script of source.scripts) {
    if (expired()) break;
    list.add(scripts.emails(script), 'script', 'body');
  }
  list.add(scripts.elementEmails(source.elements), 'script', 'body');
  for (const element of source.elements) {
    const email = elementEmail(element, ownDomains);
    if (email) list.add([email], 'obfuscated', 'body');
  }
  for (const name of META_NAMES) {
    const content = source.metas.get(name) ?? '';
    if (!content.includes('@')) continue;
    const emails = findEmails(content);
    const isHidden = name !== 'description' && name !== 'og:email';
    list.add(isHidden ? emails.filter((email) => ownDomains.has(email.domain)) : emails, 'meta', 'head');
  }
  const keepsOwn = mayKeepOwn(source, ownDomains);
  if (list.hasOwn || keepsOwn) owners.foundOwnAddress();
  for (const { email, index, from, area } of foreign) {
    const owner = owners.ownerAt(index);
    if (owner !== 'other') (owner === 'fallback' ? fallback : list).add([email], from, area);
  }
  // An app's state contains more than the page shows, so it is only a fallback, except beside what the page shows.
  if (list.empty) for (const value of state().emails) list.add(mailtoEmails(value), 'script', 'body');
  else if (keepsOwn)
    for (const { emails, telephones } of state().objects.slice(0, MAX_OBJECTS)) {
      if (expired()) break;
      if (emails.some((email) => list.has(email)) || telephones.some((phone) => source.text.includes(phone)))
        for (const email of emails) list.add(mailtoEmails(email), 'script', 'body');
    }
  const found = list.found();
  return found.length > 0 ? found : fallback.found();
}

/** Whether the data of a page has an address of its site. To read it takes longer. */
function mayKeepOwn(
  { stateScripts, appState, islands }: PageSource,
  ownDomains: ReadonlySet<string>,
): boolean {
  const signs = [...ownDomains].flatMap((domain) => [`@${domain}`, `\\u0040${domain}`]);
  return [stateScripts, appState, islands].some((texts) =>
    texts.some((text) => signs.some((sign) => text.includes(sign))),
  );
}

/** A link to an address without its scheme: `href="info@acme.com"`. */
const BARE_ADDRESS = /^\s*[\w.+-]{1,64}(?:@|%40)[a-z\d-]+(?:\.[a-z\d-]+)*\.[a-z]{2,24}\s*(?:\?[^@]*)?$/i;

const META_NAMES = [
  'description',
  'og:email',
  'reply-to',
  'email',
  'contact',
  'business:contact_data:email',
  'og:contact:email',
  'author',
] as const;

const SCRIPT_SIGN = /@|%40|mail|charcode|atob|unescape|decode|spam|\.join|\\x|\\u/i;

/** A script in a link or an event attribute. */
function addFromScript(written: string, area: PageArea, scripts: PageScripts, list: FoundEmails): void {
  const token = typo3Token(written);
  const crypted = cryptxToken(written);
  if (token) list.add(typo3Emails(token), 'script', area, written);
  else if (crypted) list.add(cryptxEmails(crypted), 'script', area, written);
  else if (SCRIPT_SIGN.test(written) || scripts.isCall(written)) {
    const code = written.replace(/^\s*javascript:/i, '');
    list.add(scripts.attributeEmails(code), 'script', area, written);
    if (code.includes('%')) list.add(scripts.attributeEmails(percentDecoded(code)), 'script', area, written);
  }
}

function addFromAttribute(
  { name, value, area }: SourceValue,
  ownDomains: ReadonlySet<string>,
  scripts: PageScripts,
  list: FoundEmails,
): void {
  const isOwn = ({ domain }: TextEmail): boolean => ownDomains.has(domain);
  if (name === 'joomla-hidden-mail') list.add(joomlaEmails(value), 'obfuscated', area, value);
  else if (name === 'data-enc-email') list.add(mailtoEmails(rot13(value)), 'obfuscated', area, value);
  else if (name === 'data-mailto-token') list.add(typo3Emails(value), 'script', area, value);
  else if (name.startsWith('on')) addFromScript(value, area, scripts, list);
  else if (name.startsWith('data-')) list.add(attributeEmails(value, isOwn), 'obfuscated', area, value);
  else {
    const emails = name === 'unknown-data' ? attributeEmails(value, isOwn) : mailtoEmails(value);
    // A service or another company may handle the form, and other attributes have any text.
    const own = emails.filter((email) => isOwn(email) || (name === 'action' && FREE_MAIL.has(email.domain)));
    list.add(own, name === 'unknown-data' ? 'obfuscated' : 'link', area, value);
  }
}

class FoundEmails {
  readonly #byAddress = new Map<string, Found>();
  readonly #domains = new Set<string>();
  readonly #ownDomains: ReadonlySet<string>;
  #hasOwn = false;

  constructor(ownDomains: ReadonlySet<string>) {
    this.#ownDomains = ownDomains;
  }

  get empty(): boolean {
    return this.#byAddress.size === 0;
  }

  has(address: string): boolean {
    return this.#byAddress.has(address);
  }

  get full(): boolean {
    return this.#byAddress.size >= MAX_EMAILS;
  }

  /** Whether one of the addresses is at the site's own domain. */
  get hasOwn(): boolean {
    return this.#hasOwn;
  }

  /** Adds a domain that the page has addresses of. */
  addDomain(domain: string): void {
    this.#domains.add(domain);
  }

  /** Whether words that may be a sentence are an address: of the site, of a role, of a known or a freemail domain. */
  isLikely({ domain, local, alone }: SpelledEmail): boolean {
    const isKnown = this.#ownDomains.has(domain) || this.#domains.has(domain) || FREE_MAIL.has(domain);
    return isKnown || (alone && (isRoleWord(local) || /[._]/.test(local)));
  }

  add(emails: readonly TextEmail[], source: EvidenceSource, area: PageArea, written?: string): void {
    for (const email of emails) {
      if (email.placeholder && !this.#isOwn(email.domain)) continue;
      const known = this.#byAddress.get(email.address);
      if (known) {
        known.count += 1;
        // The footer is the more specific area for a repeated address.
        if (area === 'footer' || area === 'address') known.area = area;
        continue;
      }
      if (this.full) return;
      this.#domains.add(email.domain);
      this.#hasOwn ||= this.#ownDomains.has(email.domain);
      this.#byAddress.set(email.address, {
        value: email.address,
        written: (written ?? email.written).slice(0, 200),
        source,
        area,
        count: 1,
      });
    }
  }

  /** The domains of documentation never belong to a site (RFC 2606). */
  #isOwn(domain: string): boolean {
    return this.#ownDomains.has(domain) && !/^example\.|\.(?:invalid|test|localhost|local)$/.test(domain);
  }

  found(): Found[] {
    return [...this.#byAddress.values()];
  }
}
