/** Domain endings of a country, most used first, where they aren't just its code. */
const ENDINGS: Readonly<Record<string, readonly string[]>> = {
  GB: ['co.uk', 'uk'],
  AU: ['com.au', 'au'],
  NZ: ['co.nz', 'nz'],
  ZA: ['co.za'],
  JP: ['co.jp', 'jp'],
  KR: ['co.kr', 'kr'],
  BR: ['com.br'],
  MX: ['com.mx', 'mx'],
  AR: ['com.ar', 'ar'],
  CO: ['com.co', 'co'],
  PE: ['pe', 'com.pe'],
  UY: ['com.uy', 'uy'],
  EC: ['com.ec', 'ec'],
  TR: ['com.tr'],
  IN: ['in', 'co.in'],
  PK: ['com.pk', 'pk'],
  BD: ['com.bd'],
  LK: ['lk', 'com.lk'],
  NP: ['com.np'],
  CN: ['cn', 'com.cn'],
  HK: ['com.hk', 'hk'],
  TW: ['com.tw', 'tw'],
  SG: ['com.sg', 'sg'],
  MY: ['com.my', 'my'],
  TH: ['co.th', 'com'],
  ID: ['co.id', 'id'],
  PH: ['com.ph', 'ph'],
  VN: ['vn', 'com.vn'],
  IL: ['co.il'],
  UA: ['ua', 'com.ua'],
  CY: ['com.cy'],
  MT: ['com.mt'],
  EG: ['com.eg'],
  NG: ['com.ng', 'ng'],
  KE: ['co.ke'],
  GH: ['com.gh'],
  SA: ['com.sa', 'sa'],
  QA: ['com.qa', 'qa'],
  BH: ['com.bh'],
  OM: ['com.om'],
  KW: ['com.kw'],
  US: ['com'],
};

/** Domain endings of a country, most used first. */
function countryEndings(code: string): readonly string[] {
  return ENDINGS[code] ?? [code.toLowerCase()];
}

/** Domain endings of a country without .com, which is everywhere. */
export function homeEndings(code: string): string[] {
  return countryEndings(code).filter((ending) => ending !== 'com');
}

/** The country of a domain by its ending; null for generic endings. */
export function countryOfDomain(domain: string): string | null {
  const ending = domain.slice(domain.lastIndexOf('.') + 1);
  if (ending === 'uk') return 'GB';
  // Endings that companies everywhere use.
  if (!/^[a-z]{2}$/.test(ending) || GENERIC.has(ending)) return null;
  return ending.toUpperCase();
}

const GENERIC = new Set([
  'io',
  'ai',
  'co',
  'me',
  'tv',
  'eu',
  'ly',
  'gg',
  'fm',
  'so',
  'to',
  'cc',
  'ws',
  'sh',
  'vc',
  'ac',
  'gl',
]);
