import { domainToUnicode } from 'node:url';
import { parse } from 'tldts';
import { ADDRESS_FAULT_LABELS, readEmailAddress } from '#engines/email-address/email-address.ts';
import { checkDomain } from '#engines/email-address/mail-domain.ts';
import { isSharedDomain } from './shared-domain.ts';
import type { OptOutKind } from './store.ts';

/** Somebody who is never listed, in the form that is compared: lower case, domains in ASCII. */
export interface OptOut {
  kind: OptOutKind;
  value: string;
}

/** `reason` is for the operator, a sentence without its full stop. */
export type OptOutReading = { ok: true; entry: OptOut } | { ok: false; reason: string };

/** What an entry is taken back by may be shared: earlier versions took it. */
export interface OptOutChoice {
  allowShared?: boolean;
}

const MAX_WRITTEN = 2000;
const NONE_OF_THEM = 'It is no email address, domain or LinkedIn profile';
const GIVE = "Give the email address, the LinkedIn profile or the company's own domain";
const QUOTED = /^(?:"([^"]*)"|'([^']*)'|`([^`]*)`|[“”„]([^“”„]*)[“”]|[‘’‚]([^‘’‚]*)[‘’]|«([^«»]*)»)$/u;
/** "https://www.linkedin.com/in/x", "linkedin.com/m/in/x": what stands behind the host. */
const LINKEDIN = /^(?:https?:)?(?:\/\/)?(?:[a-z0-9-]+\.)*linkedin\.[a-z]{2,}(?:\.[a-z]{2})?\/(.*)$/is;
const MOBILE = /^(?:m|mwlite)\//i;

/**
 * What an operator writes -> who is meant: an email address, a domain, or the address of a LinkedIn profile. Understood around them: white
 * space, quotes, angle brackets with or without a name, mailto:, commas and semicolons at the end; `@acme.com` is the domain.
 */
export function readOptOut(written: string, { allowShared = false }: OptOutChoice = {}): OptOutReading {
  if (written.length > MAX_WRITTEN) return refused(NONE_OF_THEM);
  const text = unwrapped(written);
  if (text === '') return refused('There is nothing in it');
  const path = LINKEDIN.exec(text)?.[1];
  if (path) return readLinkedin(path);
  const host = webHost(text);
  if (host === null && text.includes('@')) {
    const below = /^\*?@([^@]+)$/.exec(text)?.[1];
    return below ? readDomain(below, allowShared) : readEmail(text);
  }
  if (/\s/.test(text)) return refused(NONE_OF_THEM);
  const name = (host ?? text.replace(/[/?#].*$/s, '')).replace(/:\d*$/, '').replace(/^\*\./, '');
  if (!isPage(text)) return readDomain(name, allowShared);
  const reading = readDomain(name, true);
  // A page of one among many must not become all of them.
  if (!reading.ok || !isSharedDomain(reading.entry.value)) return reading;
  return refused(`It is a page on ${reading.entry.value}, which many people and companies share. ${GIVE}`);
}

function refused(reason: string): OptOutReading {
  return { ok: false, reason };
}

/** The text itself, without what people and programs put around an address. */
function unwrapped(written: string): string {
  let text = written;
  for (;;) {
    const before = text;
    text = text.replace(/^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu, '').replace(/[\s,;.]+$/, '');
    text = QUOTED.exec(text)?.slice(1).join('') ?? text;
    text = /^[^<>]*<([^<>]*)>$/.exec(text)?.[1] ?? text;
    if (/^mailto:/i.test(text)) text = decoded(text.slice('mailto:'.length).replace(/\?.*$/s, ''));
    if (text === before) return text;
  }
}

/** The host of a text that is plainly the address of a web page; null: it may be something else. */
function webHost(text: string): string | null {
  const absolute = /^(?:https?:)?\/\/(?:[^/?#@]*@)?([^/?#]+)/i.exec(text)?.[1];
  if (absolute) return absolute;
  // Slashes may stand in a mailbox's name, which is seldom called like a domain.
  const before = /^([^/?#@\s]+)[/?#].*@/s.exec(text)?.[1];
  if (!before) return null;
  return text.includes('/@') || parse(before).isIcann ? before : null;
}

function isPage(text: string): boolean {
  return /^[^/?#]*[/?#]./s.test(text.replace(/^(?:https?:)?\/\//i, ''));
}

function readEmail(text: string): OptOutReading {
  const reading = readEmailAddress(text);
  if (!reading.ok) return refused(`It is no email address. ${ADDRESS_FAULT_LABELS[reading.fault]}`);
  return { ok: true, entry: { kind: 'email', value: reading.address.canonical.toLowerCase() } };
}

function readDomain(written: string, allowShared: boolean): OptOutReading {
  const reading = checkDomain(written.replace(/\.$/, '').replace(/^www\.(?=[^.]+\.)/i, ''));
  if (!reading.ok || reading.ip !== null || !/\.[a-z][a-z0-9-]+$/.test(reading.ascii))
    return refused(NONE_OF_THEM);
  const { ascii } = reading;
  if (!allowShared && isSharedDomain(ascii))
    return refused(`${ascii} is shared by many people and companies. ${GIVE}`);
  return { ok: true, entry: { kind: 'domain', value: ascii } };
}

function readLinkedin(path: string): OptOutReading {
  const [kind = '', written = ''] = path.replace(MOBILE, '').split(/[/?#]/);
  switch (kind.toLowerCase()) {
    case 'in': {
      const slug = slugOf(written);
      if (!/^[^\s\p{C}<>"\\]{1,200}$/u.test(slug)) return refused('It names no LinkedIn profile');
      return { ok: true, entry: { kind: 'profile', value: slug } };
    }
    case 'company':
    case 'company-beta':
    case 'school':
    case 'showcase':
      return refused("It is a company's page on LinkedIn. Give the company's domain");
    case 'sales':
    case 'talent':
    case 'recruiter':
    case 'pub':
      return refused(
        "Leads cannot be told by such an address of LinkedIn. Give the profile's public address, linkedin.com/in/...",
      );
    default:
      return refused(`It is a page on linkedin.com, but no profile. ${GIVE}`);
  }
}

/** A profile's name as it is compared, however its letters are written. */
function slugOf(written: string): string {
  return decoded(written).normalize('NFC').toLowerCase();
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Every form in which an entry may stand on the list: what it is read as today, and what earlier versions kept. */
export function spellingsOf({ kind, value }: OptOut): OptOut[] {
  if (kind === 'domain') return [{ kind, value }];
  const other =
    kind === 'profile' ? encodeURIComponent(value.toWellFormed()).toLowerCase() : inOwnLetters(value);
  return other === value
    ? [{ kind, value }]
    : [
        { kind, value },
        { kind, value: other },
      ];
}

/** "x@xn--mnchen-3ya.de" -> "x@münchen.de". */
function inOwnLetters(address: string): string {
  if (!address.includes('xn--')) return address;
  const at = address.lastIndexOf('@') + 1;
  return address.slice(0, at) + domainToUnicode(address.slice(at));
}

/** Everything by which a person may stand on the list: addresses, their domains and those above, the profile, websites. */
export function identities(person: {
  emails: readonly string[];
  profile?: string | undefined;
  websites: readonly string[];
}): OptOut[] {
  const found: OptOut[] = [];
  const domains = new Set<string>();
  for (const written of person.emails) {
    for (const piece of written.toLowerCase().split(/[\s,;|<>]+/)) {
      const email = piece.replace(/^mailto:/, '');
      const at = email.lastIndexOf('@');
      if (at < 1) continue;
      found.push(...emailSpellings(email));
      addDomains(asciiHost(email.slice(at + 1)), domains);
    }
  }
  for (const written of person.websites) {
    for (const website of written.toLowerCase().split(/[\s,;|]+/)) {
      const host = /^(?:(?:[a-z][a-z0-9+.-]*:)?\/\/)?(?:[^/?#@]*@)?([^/?#:@]+)/.exec(website)?.[1];
      if (host) addDomains(asciiHost(host), domains);
    }
  }
  const slug = person.profile ? profileSlug(person.profile) : null;
  if (slug) {
    const values = spellingsOf({ kind: 'profile', value: slugOf(slug) }).map(({ value }) => value);
    for (const value of new Set([...values, slug.toLowerCase()])) found.push({ kind: 'profile', value });
  }
  for (const value of domains) found.push({ kind: 'domain', value });
  return found;
}

/** `email` in lower case. */
function emailSpellings(email: string): OptOut[] {
  const asWritten: OptOut = { kind: 'email', value: email };
  // Nearly all of them; an import asks for millions.
  if (/^[a-z0-9._+-]+@[a-z0-9.-]+$/.test(email) && !email.includes('xn--')) return [asWritten];
  const reading = readEmailAddress(email);
  if (!reading.ok) return [asWritten];
  return [asWritten, ...spellingsOf({ kind: 'email', value: reading.address.canonical.toLowerCase() })];
}

/** "https://www.linkedin.com/in/Jane-Doe/?x=1" -> "Jane-Doe". */
function profileSlug(text: string): string | null {
  return /(?:^|\/|\.)linkedin\.[a-z.]+\/(?:m\/|mwlite\/)?in\/([^/?#\s]+)/i.exec(text)?.[1] ?? null;
}

/** A host in lower case as it is compared; what no mail could go to stays as it is. */
function asciiHost(host: string): string {
  const name = host.replace(/\.+$/, '');
  if (/^[a-z0-9._-]*$/.test(name)) return name;
  const reading = checkDomain(name);
  return reading.ok ? reading.ascii : name;
}

/** A domain and those above it, the top one left out: mail.acme.co.uk -> itself, acme.co.uk, co.uk. */
function addDomains(domain: string, into: Set<string>): void {
  const labels = domain.split('.');
  for (let from = 0; from < labels.length - 1; from += 1) into.add(labels.slice(from).join('.'));
}
