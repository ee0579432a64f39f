import { domainToUnicode } from 'node:url';
import { parse } from 'tldts';
import { withoutWww } from '#contract/without-www.ts';
import {
  ADDRESS_FAULT_LABELS,
  mailboxAddress,
  readEmailAddress,
} from '#engines/email-address/email-address.ts';
import { checkDomain } from '#engines/email-address/mail-domain.ts';
import { parsePhone, phoneForms, phonesIn } from './phone-entry.ts';
import { isSharedDomain } from './shared-domain.ts';
import type { OptOutKind } from './store.ts';

/**
 * An opt-out entry in normalized form: lower case, domains in ASCII, an address as its mailbox, a phone in E.164. Other
 * spellings of the mailbox, such as `jane+news@www.acme.com`, are the same entry.
 */
export interface OptOut {
  kind: OptOutKind;
  value: string;
}

/** `reason` is a sentence for the operator, without the period. */
export type OptOutParseResult = { ok: true; entry: OptOut } | { ok: false; reason: string };

export interface OptOutParseOptions {
  /** Accepts shared domains, so that entries from earlier versions can be removed. */
  allowShared?: boolean;
}

const MAX_CHARS = 2000;
/** Longer texts are no addresses and no domains: what a file has isn't checked for its length before. */
const LONGEST_ADDRESS = 1000;
const LONGEST_DOMAIN = 255;
const NOT_AN_ENTRY = "This isn't an email address, phone number, domain or LinkedIn profile";
const USE_INSTEAD = "Use the email address, the LinkedIn profile or the company's own domain";
const QUOTED = /^(?:"([^"]*)"|'([^']*)'|`([^`]*)`|[“”„]([^“”„]*)[“”]|[‘’‚]([^‘’‚]*)[‘’]|«([^«»]*)»)$/u;
/** The path of a LinkedIn URL: "https://www.linkedin.com/in/x", "linkedin.com/m/in/x". */
const LINKEDIN = /^(?:https?:)?(?:\/\/)?(?:[a-z0-9-]+\.)*linkedin\.[a-z]{2,}(?:\.[a-z]{2})?\/(.*)$/is;
const MOBILE = /^(?:m|mwlite)\//i;

/**
 * Parses an email address, a phone number, a domain or the URL of a LinkedIn profile. Ignores surrounding white space,
 * quotes, angle brackets with an optional name, mailto:, and trailing commas and semicolons. `@acme.com` is
 * the domain.
 */
export function parseOptOut(
  input: string,
  { allowShared = false }: OptOutParseOptions = {},
): OptOutParseResult {
  if (input.length > MAX_CHARS) return rejected(NOT_AN_ENTRY);
  const text = unwrapped(input);
  if (text === '') return rejected('The entry is empty');
  const phone = parsePhone(text);
  if (phone) return phone;
  const path = LINKEDIN.exec(text)?.[1];
  if (path) return parseLinkedin(path);
  const host = webHost(text);
  if (host === null && text.includes('@')) {
    const domain = /^\*?@([^@]+)$/.exec(text)?.[1];
    return domain ? parseDomain(domain, allowShared) : parseEmail(text);
  }
  if (/\s/.test(text)) return rejected(NOT_AN_ENTRY);
  const name = (host ?? text.replace(/[/?#].*$/s, '')).replace(/:\d*$/, '').replace(/^\*\./, '');
  if (!isPage(text)) return parseDomain(name, allowShared);
  const result = parseDomain(name, true);
  // One person's page on a shared site must not opt out the whole site.
  if (!result.ok || !isSharedDomain(result.entry.value)) return result;
  return rejected(
    `This is a page on ${result.entry.value}, which is shared by many people and companies. ${USE_INSTEAD}`,
  );
}

function rejected(reason: string): OptOutParseResult {
  return { ok: false, reason };
}

/** Removes quotes, brackets and other decoration around an address. */
function unwrapped(input: string): string {
  let text = input;
  for (;;) {
    const before = text;
    text = text.replace(/^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu, '').replace(/[\s,;.]+$/, '');
    text = QUOTED.exec(text)?.slice(1).join('') ?? text;
    text = /^[^<>]*<([^<>]*)>$/.exec(text)?.[1] ?? text;
    if (/^mailto:/i.test(text)) text = decoded(text.slice('mailto:'.length).replace(/\?.*$/s, ''));
    if (text === before) return text;
  }
}

/** The host, if the text is clearly a web URL; null if it may be something else. */
function webHost(text: string): string | null {
  const absolute = /^(?:https?:)?\/\/(?:[^/?#@]*@)?([^/?#]+)/i.exec(text)?.[1];
  if (absolute) return absolute;
  // A mailbox name may contain slashes, but it seldom looks like a domain.
  const before = /^([^/?#@\s]+)[/?#].*@/s.exec(text)?.[1];
  if (!before) return null;
  return text.includes('/@') || parse(before).isIcann ? before : null;
}

function isPage(text: string): boolean {
  return /^[^/?#]*[/?#]./s.test(text.replace(/^(?:https?:)?\/\//i, ''));
}

function parseEmail(text: string): OptOutParseResult {
  const result = readEmailAddress(text);
  if (!result.ok) return rejected(`This isn't an email address. ${ADDRESS_FAULT_LABELS[result.fault]}`);
  return { ok: true, entry: { kind: 'email', value: sameMailbox(result.address.canonical.toLowerCase()) } };
}

const WWW = /@www\.(?=[^.@]+\.)/;

/** `email` is in lower case. */
function sameMailbox(email: string): string {
  return mailboxAddress(email.replace(/\.+$/, '').replace(WWW, '@'));
}

function parseDomain(text: string, allowShared: boolean): OptOutParseResult {
  const result = checkDomain(withoutWww(text.replace(/\.$/, '')));
  if (!result.ok || result.ip !== null || !/\.[a-z][a-z0-9-]+$/.test(result.ascii))
    return rejected(NOT_AN_ENTRY);
  const { ascii } = result;
  if (!allowShared && isSharedDomain(ascii))
    return rejected(`${ascii} is shared by many people and companies. ${USE_INSTEAD}`);
  return { ok: true, entry: { kind: 'domain', value: ascii } };
}

function parseLinkedin(path: string): OptOutParseResult {
  const [kind = '', name = ''] = path.replace(MOBILE, '').split(/[/?#]/);
  switch (kind.toLowerCase()) {
    case 'in': {
      const slug = normalizedSlug(name);
      if (!/^[^\s\p{C}<>"\\]{1,200}$/u.test(slug)) return rejected('The URL has no LinkedIn profile name');
      return { ok: true, entry: { kind: 'profile', value: slug } };
    }
    case 'company':
    case 'company-beta':
    case 'school':
    case 'showcase':
      return rejected("This is a company page on LinkedIn. Use the company's domain");
    case 'sales':
    case 'talent':
    case 'recruiter':
    case 'pub':
      return rejected(
        "This LinkedIn URL doesn't identify a lead. Use the public profile URL, linkedin.com/in/...",
      );
    default:
      return rejected(`This LinkedIn page isn't a profile. ${USE_INSTEAD}`);
  }
}

/** Normalizes a profile name, so that different spellings compare equal. */
function normalizedSlug(name: string): string {
  return decoded(name).normalize('NFC').toLowerCase();
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Every form that the list may have of an entry: the current one first, that of earlier versions, and those of a phone.
 */
export function entrySpellings({ kind, value }: OptOut): OptOut[] {
  if (kind === 'domain') return [{ kind, value }];
  if (kind === 'phone') return [{ kind, value }, ...phoneForms(value)];
  if (kind === 'email_sha256' || kind === 'phone_sha256') return [{ kind, value }];
  const other =
    kind === 'profile' ? encodeURIComponent(value.toWellFormed()).toLowerCase() : toUnicode(value);
  return other === value
    ? [{ kind, value }]
    : [
        { kind, value },
        { kind, value: other },
      ];
}

/** "x@xn--mnchen-3ya.de" -> "x@münchen.de". */
function toUnicode(address: string): string {
  if (!address.includes('xn--')) return address;
  const atSign = address.lastIndexOf('@') + 1;
  return address.slice(0, atSign) + domainToUnicode(address.slice(atSign));
}

/**
 * All entries that match a person: email addresses, their domains and parent domains, the profile,
 * websites, and phones.
 */
export function identities(person: {
  emails: readonly string[];
  profile?: string | undefined;
  websites: readonly string[];
  phones?: readonly string[];
}): OptOut[] {
  const found: OptOut[] = [];
  const domains = new Set<string>();
  for (const cell of person.emails) {
    for (const piece of parts(cell.toLowerCase(), /[\s,;|<>]+/)) {
      const email = piece.replace(/^mailto:/, '');
      const atSign = email.lastIndexOf('@');
      if (atSign < 1) continue;
      if (email.length <= LONGEST_ADDRESS) found.push(...emailSpellings(email));
      addDomains(asciiHost(email.slice(atSign + 1)), domains);
    }
  }
  for (const cell of person.websites) {
    for (const website of parts(cell.toLowerCase(), /[\s,;|]+/)) {
      const host = /^(?:(?:[a-z][a-z0-9+.-]*:)?\/\/)?(?:[^/?#@]*@)?([^/?#:@]+)/.exec(website)?.[1];
      if (host) addDomains(asciiHost(host), domains);
    }
  }
  const slug = person.profile ? profileSlug(person.profile) : null;
  if (slug) {
    const values = entrySpellings({ kind: 'profile', value: normalizedSlug(slug) }).map(({ value }) => value);
    for (const value of new Set([...values, slug.toLowerCase()])) found.push({ kind: 'profile', value });
  }
  for (const value of domains) found.push({ kind: 'domain', value });
  for (const cell of person.phones ?? []) found.push(...phonesIn('phone', cell));
  return found;
}

/** `text.split(separators)`, without the work for the many texts that have none. */
function parts(text: string, separators: RegExp): readonly string[] {
  return separators.test(text) ? text.split(separators) : [text];
}

/** `email` must be in lower case. */
function emailSpellings(email: string): OptOut[] {
  const mailbox = sameMailbox(email);
  // Fast path for nearly all addresses: an import checks millions.
  const isPlain = /^[a-z0-9._+-]+@[a-z0-9.-]+$/.test(email) && !email.includes('xn--');
  if (isPlain && mailbox === email) return [{ kind: 'email', value: email }];
  const spellings = new Set([email, mailbox]);
  if (!isPlain) {
    const result = readEmailAddress(email.replace(/\.+$/, ''));
    const canonical = result.ok ? result.address.canonical.toLowerCase() : email;
    for (const address of [canonical, sameMailbox(canonical)])
      for (const { value } of entrySpellings({ kind: 'email', value: address })) spellings.add(value);
  }
  return [...spellings].map((value) => ({ kind: 'email', value }));
}

/** "https://www.linkedin.com/in/Jane-Doe/?x=1" -> "Jane-Doe". */
function profileSlug(text: string): string | null {
  return /(?:^|\/|\.)linkedin\.[a-z.]{1,24}\/(?:m\/|mwlite\/)?in\/([^/?#\s]+)/i.exec(text)?.[1] ?? null;
}

/** Converts a lower-case host to ASCII. Returns an invalid host unchanged. */
function asciiHost(host: string): string {
  if (host.length > LONGEST_ADDRESS) return host;
  const name = host.replace(/\.+$/, '');
  if (/^[a-z0-9._-]*$/.test(name)) return name;
  const result = checkDomain(name);
  return result.ok ? result.ascii : name;
}

/**
 * Adds a domain and its parents, except the top-level domain: mail.acme.co.uk -> itself, acme.co.uk, co.uk.
 */
function addDomains(domain: string, into: Set<string>): void {
  if (domain.length > LONGEST_DOMAIN) return;
  let from = 0;
  for (let dot = domain.indexOf('.'); dot >= 0; dot = domain.indexOf('.', from)) {
    into.add(domain.slice(from));
    from = dot + 1;
  }
}
