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

/** The pattern of an address, a profile or a phone, in every spelling. Throws for a domain or a hash. */
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
    case 'email_sha256':
    case 'phone_sha256':
      throw new Error('A domain or a hash is in no text about a person.');
  }
}

function emailPattern(address: string): EntryPattern {
  const atSign = address.lastIndexOf('@');
  const [local, domain] = [address.slice(0, atSign), address.slice(atSign + 1)];
  const isGmail = domain === 'gmail.com';
  const domains = isGmail ? ['gmail.com', 'googlemail.com'] : [...new Set([domain, domainToUnicode(domain)])];
  const hosts = domains.map((name) => letters(name, '')).join('|');
  return {
    pattern: `${letters(local, isGmail ? '\\.?' : '')}(?:\\+[^@\\s]*)?@(?:www\\.)?(?:${hosts})`,
    literal: isAscii(local) ? { text: local, without: isGmail ? '.' : '', orElse: false } : null,
  };
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
