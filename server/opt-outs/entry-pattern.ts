import { domainToUnicode } from 'node:url';
import type { OptOut } from './opt-out-entry.ts';

/** What finds texts that may have an entry, fast. What it finds must be checked with `checkAgainst`. */
export interface EntryPattern {
  /**
   * A regular expression for PostgreSQL, RE2 and JavaScript, for texts in lower case. Of letters that aren't ASCII, the case
   * doesn't matter.
   */
  pattern: string;
  /**
   * A part that every such text has once the characters `without` are taken out, which is much faster to look for; null: there is none.
   * With `orElse`, texts with other than ASCII characters or `%20` may have the entry without it.
   */
  literal: { text: string; without: string; orElse: boolean } | null;
}

/** Enough digits of a phone to find few others. */
const PHONE_ENDING = 7;
const BETWEEN_DIGITS = '(?:%20|[^0-9]){0,3}';
/** One letter, perhaps encoded for a URL or made of several characters. */
const ANY_LETTER = '[^/@\\s]{1,12}';
const FULL_WIDTH = 0xff10;
const ARABIC = 0x0660;
const PERSIAN = 0x06f0;

/**
 * The pattern of an address, a profile or a phone, in every spelling, or of the addresses at a domain and its subdomains. Throws
 * for a hash.
 */
export function entryPattern({ kind, value }: OptOut): EntryPattern {
  switch (kind) {
    case 'email':
      return emailPattern(value);
    case 'profile':
      return {
        pattern: `/in/${letters(value, '')}(?:[^a-z0-9_%-]|$)`,
        literal: { text: isAscii(value) ? `/in/${value}` : '/in/', without: '', orElse: false },
      };
    case 'phone': {
      const digits = value.replace(/\D/g, '').slice(-PHONE_ENDING);
      return {
        pattern: [...digits].map(anyDigit).join(BETWEEN_DIGITS),
        literal: { text: digits, without: ' ().-/', orElse: true },
      };
    }
    case 'domain':
      return { pattern: `@(?:[^@\\s]+\\.)?(?:${hostsPattern([value])})`, literal: null };
    case 'email_sha256':
    case 'phone_sha256':
      throw new Error('A hash is in no text about a person.');
  }
}

function emailPattern(address: string): EntryPattern {
  const atSign = address.lastIndexOf('@');
  const [local, domain] = [address.slice(0, atSign), address.slice(atSign + 1)];
  const isGmail = domain === 'gmail.com';
  const hosts = hostsPattern(isGmail ? ['gmail.com', 'googlemail.com'] : [domain]);
  return {
    pattern: `${letters(local, isGmail ? '\\.?' : '')}(?:\\+[^@\\s]*)?@(?:www\\.)?(?:${hosts})`,
    literal: isAscii(local) ? { text: local, without: isGmail ? '.' : '', orElse: false } : null,
  };
}

/** Any of these domains, in ASCII and in their own letters. */
function hostsPattern(domains: readonly string[]): string {
  const names = new Set(domains.flatMap((domain) => [domain, domainToUnicode(domain)]));
  return [...names].map((name) => letters(name, '')).join('|');
}

function letters(text: string, between: string): string {
  return [...text].map((letter) => (isAscii(letter) ? escaped(letter) : ANY_LETTER)).join(between);
}

function escaped(letter: string): string {
  return /[a-z0-9_@/]/.test(letter) ? letter : `\\${letter}`;
}

function isAscii(text: string): boolean {
  return /^[!-~]*$/.test(text);
}

/** A digit, also in full width and Arabic. */
function anyDigit(digit: string): string {
  const forms = [FULL_WIDTH, ARABIC, PERSIAN].map((zero) => String.fromCharCode(zero + Number(digit)));
  return `[${digit}${forms.join('')}]`;
}
