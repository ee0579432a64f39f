import ipaddr from 'ipaddr.js';
import { withoutWww } from '#contract/without-www.ts';

/** Why a text isn't a valid email domain. */
export type DomainFault =
  | 'domain-empty'
  | 'domain-too-long'
  | 'domain-no-dot'
  | 'domain-dot'
  | 'domain-space'
  | 'domain-character'
  | 'domain-international'
  | 'label-too-long'
  | 'label-hyphen'
  | 'ending-numeric'
  | 'literal-open'
  | 'literal-ip'
  | 'literal-kind';

/** `ascii` is lowercase, with xn-- labels. `ip` is the IP address of an address literal, else null. */
export type DomainReading =
  | { ok: true; ascii: string; ip: string | null }
  | { ok: false; fault: DomainFault };

/** RFC 1035 2.3.4: 255 octets on the wire are 253 characters of text. */
const MAX_DOMAIN = 253;
const MAX_LABEL = 63;
/** Limit before conversion; normalization can shorten a domain. */
const MAX_INPUT = 1_000;

/** Validates the part after the @ (RFC 5321 4.1.2 and 4.1.3): a domain with a dot, or an address literal. */
export function checkDomain(text: string): DomainReading {
  if (text === '') return invalid('domain-empty');
  if (text.length > MAX_INPUT) return invalid('domain-too-long');
  if (text.startsWith('[')) return checkLiteral(text);
  const ascii = toAscii(text);
  if (!ascii.ok) return ascii;
  const labels = ascii.ascii.split('.');
  if (labels.includes('')) return invalid('domain-dot');
  if (labels.length < 2) return invalid('domain-no-dot');
  if (ascii.ascii.length > MAX_DOMAIN) return invalid('domain-too-long');
  if (labels.some((label) => label.length > MAX_LABEL)) return invalid('label-too-long');
  if (labels.some((label) => label.startsWith('-') || label.endsWith('-'))) return invalid('label-hyphen');
  if (/^\d+$/.test(labels.at(-1) ?? '')) return invalid('ending-numeric');
  return ascii;
}

/**
 * Extracts the email domain from a list entry such as `acme.com`, `www.acme.com`, `https://acme.com/about`,
 * `info@acme.com` or `ACME.COM.`. Rejects what `checkDomain` rejects, and address literals.
 */
export function readMailDomain(input: string): DomainReading {
  const written = input
    .slice(0, MAX_INPUT * 2)
    .trim()
    .replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')
    .replace(/^mailto:/i, '')
    .replace(/[/?#].*$/s, '')
    .replace(/^.*@/s, '')
    .replace(/:\d*$/, '')
    .replace(/\.$/, '');
  const host = withoutWww(written);
  return host.startsWith('[') ? invalid('domain-character') : checkDomain(host);
}

function invalid(fault: DomainFault): { ok: false; fault: DomainFault } {
  return { ok: false, fault };
}

/** Converts non-Latin scripts to xn-- labels (UTS 46), as browsers do. */
function toAscii(text: string): DomainReading {
  for (const character of text) {
    if (/^[a-z0-9.-]$/i.test(character) || character > '\u007f') continue;
    return invalid(/\s/.test(character) ? 'domain-space' : 'domain-character');
  }
  // xn-- labels aren't decoded; a DNS lookup shows whether they exist.
  if (!/[^\0-\u007f]/.test(text)) return { ok: true, ascii: text.toLowerCase(), ip: null };
  // URL is the only IDNA converter that every runtime has. The added label keeps it from reading `1.2` as
  // IPv4.
  const url = `http://${text}.label/`;
  if (!URL.canParse(url)) return invalid('domain-international');
  const ascii = new URL(url).hostname.slice(0, -'.label'.length);
  return /^[a-z0-9.-]*$/.test(ascii) ? { ok: true, ascii, ip: null } : invalid('domain-international');
}

function checkLiteral(text: string): DomainReading {
  if (!text.endsWith(']')) return invalid('literal-open');
  const content = text.slice(1, -1);
  if (/^[\d.]+$/.test(content)) {
    // RFC 5321 Snum is decimal even with leading zeros, which most IP parsers read as octal.
    const numbers = content.split('.');
    const valid =
      numbers.length === 4 && numbers.every((part) => /^\d{1,3}$/.test(part) && Number(part) < 256);
    const ip = numbers.map(Number).join('.');
    return valid ? { ok: true, ascii: `[${ip}]`, ip } : invalid('literal-ip');
  }
  if (!/^IPv6:/i.test(content)) return invalid(content.includes(':') ? 'literal-kind' : 'literal-ip');
  const ip = content.slice('IPv6:'.length);
  if (!/^[0-9a-f:.]+$/i.test(ip) || !ipaddr.IPv6.isValid(ip)) return invalid('literal-ip');
  return { ok: true, ascii: `[IPv6:${ip.toLowerCase()}]`, ip: ip.toLowerCase() };
}
