import { checkDomain, type DomainFault } from './mail-domain.ts';

/** A valid email address (RFC 5321 4.1.2, with RFC 6531 for non-Latin scripts). */
export interface EmailAddress {
  /** As sent over SMTP: the local part with as little quoting as possible, `@`, the domain in ASCII. */
  canonical: string;
  /** The local part without quotes and escapes. */
  local: string;
  /** Lowercase ASCII. An address literal keeps its brackets: `[192.0.2.1]`, `[IPv6:2001:db8::1]`. */
  domain: string;
  /** The IP address of a literal, else null. */
  ip: string | null;
  /** The local part has non-ASCII characters, which only servers with SMTPUTF8 accept. */
  needsSmtpUtf8: boolean;
}

/** Why a text isn't an email address. `ADDRESS_FAULT_LABELS` explains each fault. */
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

/** RFC 5321 4.5.3.1.3: a path has at most 256 octets, including its angle brackets. */
const MAX_OCTETS = 254;
/** Normalizing can't shorten a longer text to a valid address. */
const MAX_INPUT = 2_000;
/** RFC 5321 4.5.3.1.1 */
const MAX_LOCAL_OCTETS = 64;

/** Characters of an atom: `atext` of RFC 5322 3.2.3. */
const ATEXT = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]$/;
/** Control, format, space, private use, surrogate and unassigned characters. */
const FORBIDDEN = /[\p{Cc}\p{Cf}\p{Z}\p{Co}\p{Cs}\p{Cn}]/u;
const encoder = new TextEncoder();

/**
 * Parses one address. Ignores surrounding white space; the rest must be an RFC 5321 mailbox on a public
 * domain or an address literal. Rejects comments, folding and display names, which belong in message headers.
 */
export function readEmailAddress(input: string): AddressReading {
  const text = input.trim();
  if (text === '') return invalid('empty');
  if (text.length > MAX_INPUT) return invalid('too-long');
  if (!text.isWellFormed()) return invalid('not-text');
  if (text.startsWith('<') || /<[^<>]*>$/.test(text)) return invalid('display-name');
  const quoted = text.startsWith('"') ? readQuoted(text) : null;
  if (quoted && !quoted.ok) return invalid(quoted.fault);
  const atSign = quoted ? quoted.end : text.lastIndexOf('@');
  if (atSign < 0) return invalid('no-at');
  // Different Unicode forms of one mailbox must compare equal (RFC 6532 3.1).
  const local = (quoted ? quoted.content : text.slice(0, atSign)).normalize('NFC');
  const fault = quoted ? null : dotAtomFault(local);
  if (fault) return invalid(fault);
  const domain = checkDomain(text.slice(atSign + 1));
  if (!domain.ok) return invalid(domain.fault);
  const canonicalLocal = dotAtomFault(local) === null ? local : quote(local);
  const canonical = `${canonicalLocal}@${domain.ascii}`;
  if (octets(canonicalLocal) > MAX_LOCAL_OCTETS) return invalid('local-too-long');
  if (octets(canonical) > MAX_OCTETS) return invalid('too-long');
  const needsSmtpUtf8 = octets(local) !== local.length;
  return { ok: true, address: { canonical, local, domain: domain.ascii, ip: domain.ip, needsSmtpUtf8 } };
}

function invalid(fault: AddressFault): AddressReading {
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
    if (character < '\u0080' || FORBIDDEN.test(character)) return 'local-character';
  }
  return local.startsWith('.') || local.endsWith('.') || local.includes('..') ? 'local-dot' : null;
}

type Quoted = { ok: true; content: string; end: number } | { ok: false; fault: AddressFault };

/**
 * Reads an RFC 5321 4.1.2 quoted string: printable ASCII and spaces, with `"` and `\` escaped, plus non-ASCII
 * (RFC 6531).
 */
function readQuoted(text: string): Quoted {
  let content = '';
  let index = 1;
  while (index < text.length) {
    const character = String.fromCodePoint(text.codePointAt(index) ?? 0);
    if (character === '"') {
      const end = index + 1;
      if (text[end] === '@') return { ok: true, content, end };
      return { ok: false, fault: end === text.length ? 'no-at' : 'quote-and-more' };
    }
    const escaped = character === '\\' ? (text[index + 1] ?? '') : null;
    const unescaped = escaped ?? character;
    if (escaped !== null && !/^[ -~]$/.test(escaped)) return { ok: false, fault: 'quote-character' };
    if (unescaped < ' ' || unescaped === '\u007f' || (unescaped > '\u007f' && FORBIDDEN.test(unescaped)))
      return { ok: false, fault: 'quote-character' };
    content += unescaped;
    index += escaped === null ? character.length : 2;
  }
  return { ok: false, fault: 'quote-open' };
}

function quote(local: string): string {
  return `"${local.replace(/["\\]/g, '\\$&')}"`;
}

/** Explains each fault to the person who entered the address. */
export const ADDRESS_FAULT_LABELS: Record<AddressFault, string> = {
  empty: 'The address is empty',
  'too-long': 'The address is longer than 254 characters',
  'not-text': 'The address contains invalid characters',
  'display-name': 'Enter only the address, without a name or angle brackets',
  comment: "An address can't contain parentheses",
  'no-at': 'The address has no @',
  'several-at': 'The address has more than one @',
  'local-empty': 'The part before the @ is missing',
  'local-too-long': 'The part before the @ is longer than 64 characters',
  'local-dot': "The part before the @ can't start or end with a dot or have two dots in a row",
  'local-space': 'The part before the @ contains a space',
  'local-character': 'The part before the @ contains an invalid character',
  'quote-open': 'The closing quotation mark is missing',
  'quote-character': 'The quoted part contains an invalid character',
  'quote-and-more': 'The closing quotation mark must be followed by the @',
  'domain-empty': 'The domain after the @ is missing',
  'domain-too-long': 'The domain is longer than 253 characters',
  'domain-no-dot': 'The domain has no ending like .com',
  'domain-dot': "The domain can't start or end with a dot or have two dots in a row",
  'domain-space': 'The domain contains a space',
  'domain-character': 'The domain contains an invalid character',
  'domain-international': "The domain isn't a valid international domain name",
  'label-too-long': 'A part of the domain is longer than 63 characters',
  'label-hyphen': 'A part of the domain starts or ends with a hyphen',
  'ending-numeric': 'The domain ends in a number',
  'literal-open': 'The closing bracket of the IP address is missing',
  'literal-ip': "The text in brackets isn't an IP address",
  'literal-kind': 'The brackets must contain an IPv4 or IPv6 address',
};

const GMAIL = new Set(['gmail.com', 'googlemail.com']);

/**
 * The mailbox that an email address reaches, as an address: "ada+news@acme.com" -> "ada@acme.com",
 * "A.da@googlemail.com" -> "ada@gmail.com". Drops +tags everywhere, and for Gmail the dots too. Not every
 * provider supports +tags, so use it to count mailboxes, never to send mail. `email` is a valid address in lower
 * case. The SQL function mailbox_of computes the same.
 */
export function mailboxAddress(email: string): string {
  const atSign = email.lastIndexOf('@');
  const domain = email.slice(atSign + 1);
  const local = email.slice(0, atSign).replace(/^([^+]+)\+.*$/, '$1');
  return GMAIL.has(domain) ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${domain}`;
}
