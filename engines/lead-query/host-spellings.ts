import { domainToUnicode } from 'node:url';
import { asciiHost } from '#engines/list-items/company-site.ts';

/** The host as typed, as domain name servers know it, and with its letters: `müller.de` and `xn--mller-kva.de`. */
export function hostSpellings(host: string): string[] {
  const ascii = asciiHost(host);
  return [...new Set([host, ascii, domainToUnicode(ascii) || host])];
}
