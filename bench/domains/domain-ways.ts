import type { Region } from './company-data.ts';

/** Ten families of generated domains with their weights (the ceiling of domains.md). */
export function domainWays(core: string, region: Region | undefined): [string, number][] {
  const words = core
    .toLowerCase()
    .replace(/ä/g, 'ae')
    .replace(/\+/g, '&')
    .split(/\s+/)
    .filter((word) => !['&', 'und', 'and'].includes(word));
  const full = words.join('');
  const hyphens = words.join('-');
  const first = words[0] ?? '';
  const [ending = 'com'] = region?.endings ?? [];
  const initials = words.map((word) => word[0]).join('');
  const ways: [string, number][] = region
    ? [
        [`${full}.${ending}`, 30],
        [`${full}.com`, 26],
        [`${hyphens}.${ending}`, words.length > 1 ? 14 : 0],
        [`${hyphens}.com`, words.length > 1 ? 4 : 0],
        [`${first}.${ending}`, words.length > 1 ? 10 : 0],
        [`${first}.com`, words.length > 1 ? 8 : 0],
        [`${initials}.${ending}`, words.length > 2 ? 3 : 0],
        [`${initials}.com`, words.length > 2 ? 2 : 0],
        [`${full}.net`, 1],
        [`${full}.eu`, region.country === 'US' || region.country === 'AU' ? 0 : 1],
      ]
    : [
        [`${full}.com`, 52],
        [`${full}.io`, 14],
        [`${full}.ai`, 10],
        [`get${full}.com`, 7],
        [`${full}hq.com`, 5],
        [`${full}.co`, 5],
        [`${full}.app`, 3],
        [`${hyphens}.com`, words.length > 1 ? 2 : 0],
        [`${full}.org`, 1],
        [`${full}.net`, 1],
      ];
  const seen = new Set<string>();
  return ways.filter(([domain, weight]) => weight > 0 && !seen.has(domain) && seen.add(domain));
}

/** Domains that no family of generated names has. */
export function unreachableWays(core: string, region: Region | undefined): string[] {
  const base = core.toLowerCase().replace(/[^a-z]/g, '');
  const ending = region?.endings[0] ?? 'com';
  return [
    `${base.slice(0, 4)}-group.${ending}`,
    `the${base}company.${ending}`,
    `${base.slice(0, 3)}${base.length}x.${ending}`,
    `${base.slice(-5)}shop.${ending}`,
  ];
}
