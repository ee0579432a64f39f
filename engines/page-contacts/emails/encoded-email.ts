import { findEmails, type TextEmail } from './find-emails.ts';
import { findObfuscatedEmails } from './obfuscated-email.ts';

/** Percent-decodes what it can and keeps a stray %. */
export function percentDecoded(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text.replace(/%([0-7][0-9a-f])/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  }
}

/**
 * The recipients of a mailto link (RFC 6068): percent-decoded, cut at `?`, split at `,` and `;`. Tolerates
 * spaces, slashes after the colon, names with the address in angle brackets, and obfuscated addresses.
 */
export function mailtoEmails(href: string): TextEmail[] {
  const cut = href.replace(/^\s*mailto\s*:[\s/]*/i, '').split('?', 1)[0] ?? '';
  const found: TextEmail[] = [];
  for (const part of percentDecoded(cut).split(/[,;]/)) {
    const written = part.trim();
    if (!written) continue;
    const emails = findEmails(written);
    found.push(...(emails.length > 0 ? emails : findObfuscatedEmails(` ${written} `)));
  }
  return found;
}

/**
 * Decodes Cloudflare's email protection: hex whose first byte is XORed with each following one. It also
 * protects text that only looks like an address, so the result is parsed as text.
 */
export function cloudflareEmails(hex: string): TextEmail[] {
  if (hex.length < 10 || hex.length > 1024 || !/^(?:[0-9a-f]{2})+/i.test(hex)) return [];
  const key = Number.parseInt(hex.slice(0, 2), 16);
  const bytes: number[] = [];
  for (let i = 2; i + 1 < hex.length; i += 2) {
    const byte = Number.parseInt(hex.slice(i, i + 2), 16);
    if (Number.isNaN(byte)) break;
    bytes.push(byte ^ key);
  }
  const decoded = new TextDecoder().decode(Uint8Array.from(bytes));
  return mailtoEmails(decoded);
}

/** The hex of a `/cdn-cgi/l/email-protection#...` link, or null. */
export function cloudflareHex(href: string): string | null {
  const at = href.indexOf('/cdn-cgi/l/email-protection#');
  return at < 0 ? null : href.slice(at + '/cdn-cgi/l/email-protection#'.length);
}

/** TYPO3 shifts the characters of three ranges by an offset: + to :, @ to Z, a to z. */
const TYPO3_RANGES = [
  [0x2b, 0x3a],
  [0x40, 0x5a],
  [0x61, 0x7a],
] as const;

function shifted(text: string, offset: number): string {
  let out = '';
  for (const char of text) {
    const code = char.charCodeAt(0);
    const range = TYPO3_RANGES.find(([from, to]) => code >= from && code <= to);
    if (!range) {
      out += char;
      continue;
    }
    const size = range[1] - range[0] + 1;
    out += String.fromCharCode(range[0] + ((((code - range[0] + offset) % size) + size) % size));
  }
  return out;
}

/**
 * Decodes `linkTo_UnCryptMailto('nbjmup+...')` and data-mailto-token with the shift that results in
 * "mailto:".
 */
export function typo3Emails(token: string): TextEmail[] {
  if (token.length < 12 || token.length > 400) return [];
  for (let offset = -26; offset <= 26; offset += 1) {
    const head = shifted(token.slice(0, 7), offset);
    if (head === 'mailto:') return mailtoEmails(shifted(token, offset));
  }
  return [];
}

/** The argument of TYPO3's link function inside an href or onclick, or null. */
export function typo3Token(href: string): string | null {
  return /UnCryptMailto\(\s*(?:%27|['"])([^'"]{10,400}?)(?:%27|['"])/.exec(href)?.[1] ?? null;
}

/** ROT13 with `[at]` for the @, used by a popular WordPress plugin to hide addresses in attributes. */
export function rot13(text: string): string {
  return text.replace('[at]', '@').replace(/[a-z]/gi, (char) => {
    const base = char <= 'Z' ? 65 : 97;
    return String.fromCharCode(((char.charCodeAt(0) - base + 13) % 26) + base);
  });
}

/** Decodes Base64; '' if invalid. */
export function base64Decoded(text: string): string {
  try {
    return atob(text);
  } catch {
    return '';
  }
}

/** Two Base64 attributes with the parts left and right of the @ (Joomla 4 and later). */
export function joomlaEmails(firstAndLast: string): TextEmail[] {
  const [first = '', last = ''] = firstAndLast.split(' ').map(base64Decoded);
  return first && last ? findEmails(`${first}@${last}`) : [];
}

/** Emails in a data attribute meant for a script: plain, obfuscated, or in Base64. */
export function attributeEmails(value: string): TextEmail[] {
  const found = mailtoEmails(value);
  return found.length > 0 || value.includes('@') ? found : mailtoEmails(base64Decoded(value));
}
