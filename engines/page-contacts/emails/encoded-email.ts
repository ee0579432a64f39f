import { findEmails, type TextEmail } from './find-emails.ts';
import { decodeReferences } from './numeric-references.ts';
import { findObfuscatedEmails } from './obfuscated-email.ts';

/** Percent-decodes what it can and keeps a stray %. Also reads `%u0040`. */
export function percentDecoded(text: string): string {
  if (!text.includes('%')) return text;
  if (/%u[0-9a-f]{4}/i.test(text))
    return percentDecoded(
      text.replace(/%u([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    );
  try {
    return decodeURIComponent(text);
  } catch {
    return text.replace(/%([0-7][0-9a-f])/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  }
}

/** A whole address with a word for its sign, and no sentence. */
const SPACED_AT = /(?<=^[\w.+-]{1,64}) at (?=\S+$)/i;

const INVISIBLE = /\u00ad|\u200b|\u200c|\u200d|\u2060|\ufeff/g;

/** The start of a mailto link, also misspelled or behind http://. */
export const MAILTO =
  /^\s*(?:https?:(?:\/\/|%2f%2f))?(?:mail\s?to|m\s*a\s*i\s*l\s*t\s*o|maito|malito|mailt|e?mail|email\s?to|mailto%3a)\s*(?::|;|%3a)[\s/]*/i;

/**
 * The recipients of a mailto link (RFC 6068): percent-decoded, cut at `?`, split at `,` and `;`. Tolerates
 * spaces, slashes after the colon, names with the address in angle brackets, and obfuscated addresses.
 */
export function mailtoEmails(href: string): TextEmail[] {
  const cut = decodeReferences(href).replace(MAILTO, '').split('?', 1)[0] ?? '';
  let decoded = percentDecoded(cut);
  // Some pages encode the sign twice.
  if (decoded.includes('%40')) decoded = percentDecoded(decoded);
  const found: TextEmail[] = [];
  for (const part of decoded.split(/[,;]/)) {
    const written = part.replace(INVISIBLE, '').trim();
    if (!written) continue;
    const emails = findEmails(written);
    if (emails.length > 0) found.push(...emails);
    else {
      const spelled = findObfuscatedEmails(` ${written.replace(SPACED_AT, '(at)')} `);
      found.push(...spelled.filter((email) => !email.mayBeName));
    }
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
  const index = href.indexOf('/cdn-cgi/l/email-protection#');
  return index < 0 ? null : href.slice(index + '/cdn-cgi/l/email-protection#'.length);
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

/** The largest offset TYPO3 can be set to, in both directions. */
const MAX_OFFSET = 26;

/**
 * Decodes `linkTo_UnCryptMailto('nbjmup+...')` and data-mailto-token with the shift that results in
 * "mailto:": in TYPO3's ranges, or of the character codes. The token may be percent-encoded.
 */
export function typo3Emails(written: string): TextEmail[] {
  const token = percentDecoded(written).replaceAll('\\/', '/');
  if (token.length < 12 || token.length > 400) return [];
  for (let offset = -MAX_OFFSET; offset <= MAX_OFFSET; offset += 1)
    for (const shift of [shifted, plainlyShifted])
      if (/^mailto:/i.test(shift(token.slice(0, 7), offset))) return mailtoEmails(shift(token, offset));
  return [];
}

function plainlyShifted(text: string, offset: number): string {
  return Array.from(text, (char) => String.fromCharCode(Math.max(0, char.charCodeAt(0) + offset))).join('');
}

/** The argument of TYPO3's link function inside an href or onclick, or null. */
export function typo3Token(href: string): string | null {
  const quoted =
    /UnCryptMailto\(\s*(?:%27|%22|['"]|&#0?39;)(.{10,600}?)(?:%27|%22|['"]|&#0?39;)\s*(?:\)|%29|,)/i;
  return quoted.exec(jsonUnescaped(href))?.[1] ?? null;
}

/** Newer versions escape quotes and signs as in JSON: `\u0027`. */
function jsonUnescaped(text: string): string {
  if (!text.includes('\\u00')) return text;
  return text.replace(/\\u00([0-7][0-9a-f])/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/** The encoded part of `javascript:DeCryptX('...')` (the WordPress plugin CryptX), or null. */
export function cryptxToken(href: string): string | null {
  return /\bDeCryptX\(\s*(?:%27|['"])([^'"]{6,600}?)(?:%27|['"])/.exec(href)?.[1] ?? null;
}

/**
 * Decodes CryptX: pairs of a digit and a character whose code is larger by that digit; older versions move
 * every character by one.
 */
export function cryptxEmails(written: string): TextEmail[] {
  const token = percentDecoded(written);
  const charCode = (char: string): number => (char.charCodeAt(0) >= 8364 ? 128 : char.charCodeAt(0));
  const pairs = token.replace(/(\d)([\s\S])/g, (_, digit: string, char: string) =>
    String.fromCharCode(charCode(char) - Number(digit)),
  );
  const paired = /^(?:\d[\s\S])+$/.test(token) ? mailtoEmails(pairs) : [];
  if (paired.length > 0) return paired;
  return mailtoEmails(Array.from(token, (char) => String.fromCharCode(charCode(char) - 1)).join(''));
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

/**
 * Emails in a data attribute meant for a script: plain, obfuscated, reversed, in ROT13, hex or Base64. Some look like an
 * address of another country in ROT13: `info@acme.fr` is `vasb@npzr.se`. Then the one that `isOwn` accepts counts.
 */
export function attributeEmails(value: string, isOwn: (email: TextEmail) => boolean): TextEmail[] {
  const text = decodeReferences(value.trim());
  const plain = mailtoEmails(text);
  if (text.length > MAX_ENCODED_CHARS || plain.some(isOwn)) return plain;
  if (plain.length > 0) {
    const rotated = mailtoEmails(rot13(text));
    return rotated.some(isOwn) ? rotated : plain;
  }
  const separated = separatedParts(text).filter(isOwn);
  if (separated.length > 0) return separated;
  for (const decode of ATTRIBUTE_DECODERS) {
    const decoded = decode(text).trim();
    // Other data may decode to something that contains an address by chance.
    if (!/^(?:mailto:\s*)?[^\s@<>]{1,64}(?:@|\[at\])[^\s@<>]{3,200}$/i.test(decoded)) continue;
    const emails = mailtoEmails(decoded);
    if (emails.length > 0) return emails;
  }
  return [];
}

const SEPARATED = /^([\w.+-]{1,80})[#*~!$^§¤°•]{1,3}([\w.+-]{1,80})$/;

/** `info#acme.com` */
function separatedParts(text: string): TextEmail[] {
  const [, first = '', second = ''] = SEPARATED.exec(text) ?? [];
  return first ? findEmails(`${first}@${second}`) : [];
}

const MAX_ENCODED_CHARS = 600;

const ATTRIBUTE_DECODERS: readonly ((text: string) => string)[] = [
  reversed,
  (text) => text.split('@').map(reversed).join('@'),
  rot13,
  base64Decoded,
  (text) => text.split('@').map(base64Decoded).join('@'),
  (text) => rot13(base64Decoded(text)),
  (text) => reversed(base64Decoded(text)),
  (text) => base64Decoded(reversed(text)),
  hexDecoded,
  (text) => shiftedToMailto(text),
  codesDecoded,
  rot47,
];

function reversed(text: string): string {
  return Array.from(text).reverse().join('');
}

function hexDecoded(text: string): string {
  if (!/^(?:(?:\\x|%|0x)?[0-9a-f]{2}[ ,:-]?){6,}$/i.test(text)) return '';
  const bytes = text.match(/[0-9a-f]{2}(?![0-9a-f]*x)/gi) ?? [];
  return bytes.map((byte) => String.fromCharCode(Number.parseInt(byte, 16))).join('');
}

/** `105,110,102,111,64,...` */
function codesDecoded(text: string): string {
  if (!/^\d{2,3}(?:[ ,;:|.-]\d{2,3}){5,}$/.test(text)) return '';
  return (text.match(/\d+/g) ?? []).map((code) => String.fromCharCode(Number(code))).join('');
}

function shiftedToMailto(text: string): string {
  for (let offset = -MAX_OFFSET; offset <= MAX_OFFSET; offset += 1)
    if (offset !== 0 && /^mailto:/i.test(plainlyShifted(text.slice(0, 7), offset)))
      return plainlyShifted(text, offset);
  return '';
}

function rot47(text: string): string {
  return text.replace(/[!-~]/g, (char) => String.fromCharCode(33 + ((char.charCodeAt(0) - 33 + 47) % 94)));
}
