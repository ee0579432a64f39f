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

/** Names of countries that `Intl.DisplayNames` writes in another way. */
const MORE_NAMES: Readonly<Record<string, string>> = {
  uk: 'GB',
  'great britain': 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  usa: 'US',
  'united states of america': 'US',
  'u s a': 'US',
  america: 'US',
  'czech republic': 'CZ',
  korea: 'KR',
  'republic of korea': 'KR',
  holland: 'NL',
  'russian federation': 'RU',
  turkey: 'TR',
  uae: 'AE',
  'viet nam': 'VN',
  macedonia: 'MK',
};
const NAME_LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'sv'];
const ISO3: Readonly<Record<string, string>> = {
  DEU: 'DE',
  GBR: 'GB',
  USA: 'US',
  FRA: 'FR',
  ITA: 'IT',
  ESP: 'ES',
  NLD: 'NL',
  BEL: 'BE',
  AUT: 'AT',
  CHE: 'CH',
  POL: 'PL',
  SWE: 'SE',
  NOR: 'NO',
  DNK: 'DK',
  FIN: 'FI',
  PRT: 'PT',
  IRL: 'IE',
  CZE: 'CZ',
  JPN: 'JP',
  CHN: 'CN',
  IND: 'IN',
  BRA: 'BR',
  CAN: 'CA',
  AUS: 'AU',
  NZL: 'NZ',
  ZAF: 'ZA',
  MEX: 'MX',
  TUR: 'TR',
  KOR: 'KR',
  ISR: 'IL',
};

let names: ReadonlyMap<string, string> | null = null;

/** Codes by lower-case country name, made on first use. */
function countryNames(): ReadonlyMap<string, string> {
  if (names) return names;
  const made = new Map<string, string>();
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  for (const language of NAME_LANGUAGES) {
    const display = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
    for (const first of letters)
      for (const second of letters) {
        const code = first + second;
        // "DD" is also called Germany, but it was replaced by "DE".
        if (new Intl.Locale(`und-${code}`).region !== code) continue;
        const name = display.of(code);
        if (name && !['UK', 'EU', 'UN', 'EZ', 'QO', 'ZZ'].includes(code) && !made.has(plain(name)))
          made.set(plain(name), code);
      }
  }
  for (const [name, code] of Object.entries(MORE_NAMES)) made.set(name, code);
  names = made;
  return made;
}

function plain(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^\p{L}]+/gu, ' ')
    .trim();
}

/** The ISO 3166-1 code of a country as people write it: "DE", "Germany", "Deutschland", "UK". Null if unknown. */
export function countryCode(written: string): string | null {
  const text = written.trim();
  if (text === '') return null;
  const known = countryNames();
  const upper = text.toUpperCase();
  if (upper === 'UK') return 'GB';
  if (/^[A-Z]{2}$/.test(upper)) return [...known.values()].includes(upper) ? upper : null;
  return ISO3[upper] ?? known.get(plain(text)) ?? null;
}

/** Domain endings of a country, most used first. */
export function countryEndings(code: string): readonly string[] {
  return ENDINGS[code] ?? [code.toLowerCase()];
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
