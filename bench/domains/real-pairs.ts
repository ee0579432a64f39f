import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCompanyName } from '../../engines/company-domain/company-name.ts';
import { siteDomain } from '../../engines/company-domain/own-domain.ts';
import { addressFlags } from '../../engines/email-address/address-flags.ts';

/** A company with its domain, from a public list. */
export interface RealPair {
  set: 'ror' | 'datenanfragen' | 'logos';
  name: string;
  domain: string;
  /** ISO code; null if the list has none */
  country: string | null;
}

export type Half = 'a' | 'b';

/** Names and websites from a folder with ror.tsv, datenanfragen.tsv and logos.tsv (all CC0). Each domain is in one half. */
export function realPairs(folder: string, half: Half): RealPair[] {
  const rows = (file: string) =>
    readFileSync(join(folder, file), 'utf8')
      .split('\n')
      .slice(1)
      .map((line) => line.split('\t'));
  const all = [
    ...rows('ror.tsv')
      .filter(([, , , , types = '']) => types.includes('company'))
      .map(([name = '', , website = '', country = '']) => ({ set: 'ror' as const, name, website, country })),
    ...rows('datenanfragen.tsv').map(([name = '', website = '', countries = '']) => ({
      set: 'datenanfragen' as const,
      name,
      website,
      country: /^[a-z]{2}$/.test(countries) ? countries.toUpperCase() : '',
    })),
    ...rows('logos.tsv').map(([name = '', website = '']) => ({
      set: 'logos' as const,
      name,
      website,
      country: '',
    })),
  ];
  const seen = new Set<string>();
  return all.flatMap(({ set, name, website, country }) => {
    const domain = siteDomain(website);
    if (readCompanyName(name).kind !== 'name' || domain === null || addressFlags(null, domain).free)
      return [];
    if (seen.has(`${set} ${domain}`) || halfOf(domain) !== half) return [];
    seen.add(`${set} ${domain}`);
    return [{ set, name, domain, country: country || null }];
  });
}

function halfOf(domain: string): Half {
  return (createHash('sha1').update(domain).digest()[0] ?? 0) % 2 === 0 ? 'a' : 'b';
}
