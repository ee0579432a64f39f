import ipaddr from 'ipaddr.js';

/** Why a text is no domain of mail addresses. */
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

/** `ascii` is lower case, with xn-- labels; `ip` is the address of a literal. */
export type DomainReading =
  | { ok: true; ascii: string; ip: string | null }
  | { ok: false; fault: DomainFault };

/** RFC 1035 2.3.4 gives 255 octets on the wire: 253 characters of text. */
const MAX_DOMAIN = 253;
const MAX_LABEL = 63;
/** Other scripts may be written longer than they end up; nobody means a domain this long. */
const MAX_WRITTEN = 1_000;

/** What stands behind the @, strictly (RFC 5321 4.1.2 and 4.1.3): a domain with a dot, or an address literal. */
export function checkDomain(text: string): DomainReading {
  if (text === '') return no('domain-empty');
  if (text.length > MAX_WRITTEN) return no('domain-too-long');
  if (text.startsWith('[')) return checkLiteral(text);
  const ascii = toAscii(text);
  if (!ascii.ok) return ascii;
  const labels = ascii.ascii.split('.');
  if (labels.includes('')) return no('domain-dot');
  if (labels.length < 2) return no('domain-no-dot');
  if (ascii.ascii.length > MAX_DOMAIN) return no('domain-too-long');
  if (labels.some((label) => label.length > MAX_LABEL)) return no('label-too-long');
  if (labels.some((label) => label.startsWith('-') || label.endsWith('-'))) return no('label-hyphen');
  if (/^\d+$/.test(labels.at(-1) ?? '')) return no('ending-numeric');
  return ascii;
}

/**
 * A company's domain as lists have it: `acme.com`, `www.acme.com`, `https://acme.com/about`, `info@acme.com`, `ACME.COM.`
 * become the domain of its addresses. Refuses what checkDomain refuses, and address literals.
 */
export function readMailDomain(written: string): DomainReading {
  const host = written
    .slice(0, MAX_WRITTEN * 2)
    .trim()
    .replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')
    .replace(/^mailto:/i, '')
    .replace(/[/?#].*$/s, '')
    .replace(/^.*@/s, '')
    .replace(/:\d*$/, '')
    .replace(/\.$/, '')
    .replace(/^www\.(?=[^.]+\.)/i, '');
  return host.startsWith('[') ? no('domain-character') : checkDomain(host);
}

function no(fault: DomainFault): { ok: false; fault: DomainFault } {
  return { ok: false, fault };
}

/** Letters, digits, hyphens and dots stay; other scripts become xn-- labels by UTS 46, as in browsers. */
function toAscii(text: string): DomainReading {
  for (const character of text) {
    if (/^[a-z0-9.-]$/i.test(character) || character > '\u007f') continue;
    return no(/\s/.test(character) ? 'domain-space' : 'domain-character');
  }
  // xn-- labels as they come: whether one stands for anything, DNS tells.
  if (!/[^\0-\u007f]/.test(text)) return { ok: true, ascii: text.toLowerCase(), ip: null };
  // A URL's host is the one converter that every JavaScript has; the added label keeps `1.2` from being read as IPv4.
  const url = `http://${text}.label/`;
  if (!URL.canParse(url)) return no('domain-international');
  const ascii = new URL(url).hostname.slice(0, -'.label'.length);
  return /^[a-z0-9.-]*$/.test(ascii) ? { ok: true, ascii, ip: null } : no('domain-international');
}

function checkLiteral(text: string): DomainReading {
  if (!text.endsWith(']')) return no('literal-open');
  const content = text.slice(1, -1);
  if (/^[\d.]+$/.test(content)) {
    // Snum of RFC 5321 is decimal whatever zeros lead; most readers of addresses take those for octal.
    const numbers = content.split('.');
    const valid =
      numbers.length === 4 && numbers.every((part) => /^\d{1,3}$/.test(part) && Number(part) < 256);
    const ip = numbers.map(Number).join('.');
    return valid ? { ok: true, ascii: `[${ip}]`, ip } : no('literal-ip');
  }
  if (!/^IPv6:/i.test(content)) return no(content.includes(':') ? 'literal-kind' : 'literal-ip');
  const ip = content.slice('IPv6:'.length);
  if (!/^[0-9a-f:.]+$/i.test(ip) || !ipaddr.IPv6.isValid(ip)) return no('literal-ip');
  return { ok: true, ascii: `[IPv6:${ip.toLowerCase()}]`, ip: ip.toLowerCase() };
}
