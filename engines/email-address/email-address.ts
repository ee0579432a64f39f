import { checkDomain, type DomainFault } from './mail-domain.ts';

/** An address that mail can be addressed to (RFC 5321 4.1.2, with RFC 6531 for other scripts than Latin). */
export interface EmailAddress {
  /** As sent in SMTP: the local part in its shortest writing, `@`, the domain in ASCII. */
  canonical: string;
  /** The mailbox name without quotes and escapes. */
  local: string;
  /** ASCII, lower case; an address literal keeps its brackets: `[192.0.2.1]`, `[IPv6:2001:db8::1]`. */
  domain: string;
  /** The IP address of a literal, else null. */
  ip: string | null;
  /** The local part has characters outside ASCII: only servers that offer SMTPUTF8 take it. */
  needsSmtpUtf8: boolean;
}

/** Why a text is no address; ADDRESS_FAULT_WORDS has each in words. */
export type AddressFault =
  | DomainFault
  | 'empty'
  | 'too-long'
  | 'not-text'
  | 'display-name'
  | 'comment'
  | 'no-at'
  | 'several-at'
  | 'local-empty'
  | 'local-too-long'
  | 'local-dot'
  | 'local-space'
  | 'local-character'
  | 'quote-open'
  | 'quote-character'
  | 'quote-and-more';

export type AddressReading = { ok: true; address: EmailAddress } | { ok: false; fault: AddressFault };

/** RFC 5321 4.5.3.1.3: a path has 256 octets with its angle brackets. */
const MAX_OCTETS = 254;
/** Nothing this long becomes an address by normalising, so it is not looked at any closer. */
const MAX_WRITTEN = 2_000;
/** RFC 5321 4.5.3.1.1 */
const MAX_LOCAL_OCTETS = 64;

/** atext of RFC 5322 3.2.3 */
const ATEXT = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]$/;
/** Controls, format characters (zero width, direction marks), spaces, private use, surrogates and unassigned ones name nobody. */
const UNFIT = /[\p{Cc}\p{Cf}\p{Z}\p{Co}\p{Cs}\p{Cn}]/u;
const encoder = new TextEncoder();

/**
 * Reads one address as a person pastes it: white space around it is ignored, everything else must be an RFC 5321 mailbox
 * on a public domain or an address literal. Comments, folding and display names belong to message headers and are refused.
 */
export function readEmailAddress(written: string): AddressReading {
  const text = written.trim();
  if (text === '') return no('empty');
  if (text.length > MAX_WRITTEN) return no('too-long');
  if (!text.isWellFormed()) return no('not-text');
  if (text.startsWith('<') || /<[^<>]*>$/.test(text)) return no('display-name');
  const quoted = text.startsWith('"') ? readQuoted(text) : null;
  if (quoted && !quoted.ok) return no(quoted.fault);
  const at = quoted ? quoted.end : text.lastIndexOf('@');
  if (at < 0) return no('no-at');
  // The same mailbox in two writings must not look like two (RFC 6532 3.1).
  const local = (quoted ? quoted.content : text.slice(0, at)).normalize('NFC');
  const fault = quoted ? null : dotAtomFault(local);
  if (fault) return no(fault);
  const domain = checkDomain(text.slice(at + 1));
  if (!domain.ok) return no(domain.fault);
  const writtenLocal = dotAtomFault(local) === null ? local : quote(local);
  const canonical = `${writtenLocal}@${domain.ascii}`;
  if (octets(writtenLocal) > MAX_LOCAL_OCTETS) return no('local-too-long');
  if (octets(canonical) > MAX_OCTETS) return no('too-long');
  const needsSmtpUtf8 = octets(local) !== local.length;
  return { ok: true, address: { canonical, local, domain: domain.ascii, ip: domain.ip, needsSmtpUtf8 } };
}

function no(fault: AddressFault): AddressReading {
  return { ok: false, fault };
}

function octets(text: string): number {
  return encoder.encode(text).length;
}

function dotAtomFault(local: string): AddressFault | null {
  if (local === '') return 'local-empty';
  for (const character of local) {
    if (ATEXT.test(character) || character === '.') continue;
    if (character === '@') return 'several-at';
    if (character === '(' || character === ')') return 'comment';
    if (character === ' ' || character === '\t') return 'local-space';
    if (character < '\u0080' || UNFIT.test(character)) return 'local-character';
  }
  return local.startsWith('.') || local.endsWith('.') || local.includes('..') ? 'local-dot' : null;
}

type Quoted = { ok: true; content: string; end: number } | { ok: false; fault: AddressFault };

/** Quoted-string of RFC 5321 4.1.2: any printable ASCII and space, `"` and `\` behind a backslash; RFC 6531 adds the rest. */
function readQuoted(text: string): Quoted {
  let content = '';
  let at = 1;
  while (at < text.length) {
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
    if (character === '"') {
      const end = at + 1;
      if (text[end] === '@') return { ok: true, content, end };
      return { ok: false, fault: end === text.length ? 'no-at' : 'quote-and-more' };
    }
    const escaped = character === '\\' ? (text[at + 1] ?? '') : null;
    const meant = escaped ?? character;
    if (escaped !== null && !/^[ -~]$/.test(escaped)) return { ok: false, fault: 'quote-character' };
    if (meant < ' ' || meant === '\u007f' || (meant > '\u007f' && UNFIT.test(meant)))
      return { ok: false, fault: 'quote-character' };
    content += meant;
    at += escaped === null ? character.length : 2;
  }
  return { ok: false, fault: 'quote-open' };
}

function quote(local: string): string {
  return `"${local.replace(/["\\]/g, '\\$&')}"`;
}

/** Each fault in words for the person who typed the address. */
export const ADDRESS_FAULT_WORDS: Record<AddressFault, string> = {
  empty: 'There is no address here',
  'too-long': 'The address is longer than the 254 characters that mail allows',
  'not-text': 'The address has characters that are broken',
  'display-name': 'Only the address itself is needed, without a name and angle brackets',
  comment: 'An address cannot have parentheses',
  'no-at': 'The @ is missing',
  'several-at': 'There is more than one @',
  'local-empty': 'There is nothing before the @',
  'local-too-long': 'The part before the @ is longer than 64 characters',
  'local-dot': 'A dot cannot be first, last or doubled before the @',
  'local-space': 'There is a space before the @',
  'local-character': 'There is a character before the @ that addresses cannot have',
  'quote-open': 'The quotation mark is never closed',
  'quote-character': 'There is a character between the quotation marks that addresses cannot have',
  'quote-and-more': 'Only the @ can follow the closing quotation mark',
  'domain-empty': 'There is nothing after the @',
  'domain-too-long': 'The domain is longer than 253 characters',
  'domain-no-dot': 'The domain has no ending like .com',
  'domain-dot': 'A dot cannot be first, last or doubled in the domain',
  'domain-space': 'There is a space in the domain',
  'domain-character': 'There is a character in the domain that domains cannot have',
  'domain-international': 'The domain is not a valid name in its script',
  'label-too-long': 'A part of the domain is longer than 63 characters',
  'label-hyphen': 'A part of the domain begins or ends with a hyphen',
  'ending-numeric': 'The domain ends in a number',
  'literal-open': 'The bracket of the address literal is never closed',
  'literal-ip': 'What stands in the brackets is not an IP address',
  'literal-kind': 'Only IPv4 and IPv6 addresses can stand in the brackets',
};
