import type { CountryCode } from 'libphonenumber-js/max';

/** Postal codes that show their country without a known city, with their weight. */
const POSTCODES: readonly (readonly [RegExp, CountryCode, number])[] = [
  [
    /\b(?:A[LKZR]|C[AOT]|D[EC]|FL|GA|HI|I[DLNA]|K[SY]|LA|M[EDAINSOT]|N[EVHJMYCD]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[TA]|W[AVIY])\.?,? {1,2}\d{5}(?:-\d{4})?\b/,
    'US',
    5,
  ],
  [/\b[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z] ?\d[ABCEGHJ-NPRSTV-Z]\d\b/, 'CA', 5],
  [/\b[A-PR-UWYZ][A-HK-Y]?\d[A-HJKMNP-Y\d]? \d[ABD-HJLNP-UW-Z]{2}\b/, 'GB', 5],
  [/\b[1-9]\d{3} ?[A-Z]{2}\b[ ,]+\p{Lu}\p{L}/u, 'NL', 4],
  [/〒\s?\d{3}-?\d{4}/, 'JP', 5],
  [/\b(?:NSW|VIC|QLD|ACT|TAS|Victoria|Queensland|New South Wales|Tasmania)\.?,? \d{4}\b/, 'AU', 5],
  [
    /\bCEP:? ?\d{5}-?\d{3}\b|\b(?:AC|AL|AM|AP|BA|CE|DF|ES|GO|MA|MG|MS|MT|PA|PB|PE|PI|PR|RJ|RN|RO|RR|RS|SC|SE|SP|TO),? ?\d{5}-\d{3}\b/,
    'BR',
    5,
  ],
  [/(?<![\d-])\d{2}-\d{3} \p{Lu}\p{Ll}/u, 'PL', 4],
  [/(?<![\d-])\d{4}-\d{3} \p{Lu}/u, 'PT', 4],
  [/\b(?:D\d\dW?|[AC-FHKNPRTV-Y]\d\d) [AC-FHKNPRTV-Y\d]{4}\b|\b(?:Co\.|County) \p{Lu}\p{Ll}/u, 'IE', 3],
  // Provinces whose letters aren't those of a country, too
  [
    /(?<![\d-])\d{5} \p{Lu}[\p{L}'’ ]{1,30}\((?:AN|AP|AV|BI|BL|CB|CE|CS|CT|EN|FC|FE|FG|FO|GO|LE|LO|MB|MI|OR|PC|PD|PI|PO|PU|PV|PZ|RA|RC|RG|RI|RM|RN|SP|SU|TA|TP|TS|UD|VB|VR|VT|VV)\)/u,
    'IT',
    4,
  ],
  [/\bC\.?P\.?:? ?\d{5}\b/, 'MX', 2],
  [/\b(?:Jal|N\.L|Qro|Gto|Ver|Yuc|Chih|Coah|Tamps|Sin|Son|Edo\. de Méx)\.?(?![\p{L}])/u, 'MX', 3],
  [/\b[A-HJ-NP-Z]\d{4}(?:[A-Z]{3}\b|[ ,]+\p{Lu}\p{Ll})/u, 'AR', 4],
  [/\bLV-\d{4}\b/, 'LV', 5],
  [/\bLT-\d{5}\b/, 'LT', 5],
  [/\bMD-\d{4}\b/, 'MD', 5],
  [/\bSI-\d{4}\b/, 'SI', 5],
  [/\bHR-\d{5}\b/, 'HR', 5],
  [/\bHU?-\d{4}\b/, 'HU', 4],
  [/\bL-\d{4} \p{Lu}/u, 'LU', 5],
  [/\bFL-94\d\d\b/, 'LI', 5],
  [/\b(?:S|Singapore )\(?\d{6}\)?/, 'SG', 4],
];

const SURE_POSTCODE = 4;

/** Postal codes of continental Europe with country letters. */
const LETTERED = /\b(D|A|CH|F|E|I|B|DK|S|PL|CZ|PT|FIN?|N|SK|RO|GR|BG|EE|CY|RS)-\d{4,5}\b/g;
const LETTERS: Readonly<Record<string, CountryCode>> = {
  D: 'DE',
  A: 'AT',
  CH: 'CH',
  F: 'FR',
  E: 'ES',
  I: 'IT',
  B: 'BE',
  DK: 'DK',
  S: 'SE',
  PL: 'PL',
  CZ: 'CZ',
  PT: 'PT',
  FI: 'FI',
  FIN: 'FI',
  N: 'NO',
  SK: 'SK',
  RO: 'RO',
  GR: 'GR',
  BG: 'BG',
  EE: 'EE',
  CY: 'CY',
  RS: 'RS',
};

/** Legal forms and street names that one country uses far more than others, with their weight. */
const COMPANY_FORMS: readonly (readonly [RegExp, CountryCode, number])[] = [
  [/\bGmbH\b/, 'DE', 2],
  [
    /\b(?:S[Aa][Rr][Ll]|S\.A\.R\.L|SASU?|EURL)\b|\d,? (?:bis |ter )?(?:[Rr]ue|[Aa]venue|[Bb]oulevard|[Cc]hemin) d/,
    'FR',
    3,
  ],
  // The lookbehind from a digit is four times as fast as a match from every letter.
  [/\b[BN]\.?V\.(?=\s)|\d(?<=[a-z](?:straat|gracht|weg|plein|laan|kade) \d)/, 'NL', 2],
  [/\bB\.?V\.?B\.?A\b|\bS\.?P\.?R\.?L\b|\bVOF\b/, 'BE', 3],
  [/\bS\.L\.U?\.?(?=[\s,]|$)|\b(?:Calle|Avda\.?|Polígono|Pol\. Ind\.) /, 'ES', 2],
  [/\bLtda\b|\bCNPJ\b/, 'BR', 3],
  [/\b(?:Rua|Av\.|Avenida) \p{Lu}\p{L}+[^\n]{0,30}, ?(?:n[ºo°]?\.? ?)?\d+ ?[-–] /u, 'BR', 2],
  [/\bLda\b/, 'PT', 3],
  [/\bPty\.? Ltd\b/i, 'AU', 3],
  [/\b(?:Pvt|Private)\.? (?:Ltd|Limited)\b|\bGSTIN\b/i, 'IN', 3],
  [/株式会社|有限会社/, 'JP', 4],
  [/주식회사|\(주\)/, 'KR', 4],
  [/有限公司/, 'CN', 2],
  [/\bS\.?p\.?A\b|\bS\.r\.l\b|\bP\.? ?IVA\b|\bVia (?:d[\p{Ll}'’]{1,5} ?)?\p{Lu}/u, 'IT', 2],
  [/\bsp\. z o\. ?o\b|\bul\. \p{Lu}/iu, 'PL', 3],
  [/\bS\.? ?A\.? de C\.? ?V\b|\bCol\. \p{Lu}/u, 'MX', 4],
  [/\bSdn\.? Bhd\b|\b(?:Jalan|Lorong|Lebuh|Taman) \p{Lu}/u, 'MY', 4],
  [/\bPte\.? Ltd\b/i, 'SG', 3],
  [/\bOyj?\b|\d(?<=\p{Ll}(?:katu|tie) \d)/u, 'FI', 3],
  [/\bA[BK]\b(?=[\s,.])|\d(?<=\p{Ll}(?:gatan|vägen) \d)/u, 'SE', 2],
  [/\bApS\b|\d(?<=\p{Ll}(?:gade|vej) \d)/u, 'DK', 3],
  [/\d(?<=\p{Ll}(?:gata|veien|vegen) \d)/u, 'NO', 3],
  [/\bs\. ?r\. ?o\./, 'CZ', 2],
  [/\bs\. ?r\. ?o\./, 'SK', 1.5],
  [/\bK[fF][tT]\b|\bZrt\b|\d(?<=\p{Ll} (?:utca|út|u\.) \d)/u, 'HU', 3],
  [/\bA\.Ş|\bŞti\b|\b(?:Mah|Cad|Sok)\.|\bMahallesi\b|\bCaddesi\b|\bSokak\b/, 'TR', 4],
  [/\bTNHH\b|\b(?:Quận|Phường|Đường|Q\.\d|P\.\d)/, 'VN', 4],
  [/\bPT\.? \p{Lu}|\bJl\. |\bJln\b/u, 'ID', 3],
  [/ООО|ОАО|\bЗАО/, 'RU', 2],
  [/ТОВ |вул\. /, 'UA', 3],
  [/\bUAB\b/, 'LT', 3],
  [/\bSIA\b|\d(?<=\p{Ll} iela \d)/u, 'LV', 3],
  [/\bOÜ\b/, 'EE', 4],
  [/\bd\.o\.o\b/, 'HR', 1],
  [/\bd\.o\.o\b/, 'SI', 1],
  [/\bd\.o\.o\b/, 'RS', 1],
  [/\b(?:Carrera|Cra\.?|Cll\.?|Calle) \d+[A-Z]? ?(?:#|No\.?|N°)/i, 'CO', 4],
  [/\bS\.A\.C\b|\bE\.I\.R\.L\b/, 'PE', 4],
  [/\bE\.P\.E\b|\bE\.E\b|Α\.Ε\./, 'GR', 2],
  [/\bStr\. \p{Lu}[^\n]{0,40}(?:nr\.|jud\.|sector)/iu, 'RO', 3],
  [/\b(?:Ltd|Limited|LLP)\b/, 'GB', 1],
  [/£ ?\d/, 'GB', 2],
  [/\b[Rr]egistered in (?:England|Scotland|Wales)\b|\bFinancial Conduct Authority\b/, 'GB', 3],
  [/\b(?:LLC|Inc)\b/, 'US', 1],
];

/**
 * Streets by the language of their words, with the countries by the form of the postal code. Patterns with a number start
 * from its first digit, as digits are fewer than letters.
 */
const STREETS: readonly (readonly [RegExp, Readonly<Record<string, string>>])[] = [
  [
    /\d(?<=(?:\p{L}(?:stra(?:ß|ss)e|str\.|platz|gasse|weg|allee|ring|damm|ufer|markt|gässli)|\b(?:Str\.|Straße|Strasse|Platz|Allee)) \d)/u,
    { five: 'DE 5', four: 'AT 3 CH 3' },
  ],
  [
    /(?<!\p{L})(?:rue|avenue|boulevard|bd|place|chemin|allée|quai|impasse|cours|route|square|faubourg)(?!\p{L})/iu,
    { five: 'FR 4.5 MA 1', four: 'BE 2.5 CH 2.5 LU 1 TN 1' },
  ],
  [
    /(?<!\p{L})(?:Via|Viale|Corso|Piazza|Largo|Vicolo|Piazzale|Contrada) (?:d[\p{Ll}'’]{1,5} ?)?\p{Lu}/u,
    { five: 'IT 5', four: 'CH 3' },
  ],
  [
    /(?<!\p{L})(?:Calle|C\/|Avda\.?|Avenida|Av\.|Plaza|Pza\.?|Paseo|Carretera|Ctra\.?|Camino|Ronda|Polígono) ?\p{L}/u,
    { five: 'ES 4 MX 2', threeTwo: 'ES 0.1' },
  ],
  [/\d(?<=\p{Ll}(?:gatan|vägen|gränd|torget|gata|allén) \d)/u, { threeTwo: 'SE 5', five: 'SE 4 FI 1' }],
  [/\d(?<=\p{Ll}(?:gata|gaten|veien|vegen|plass) \d)/u, { four: 'NO 5' }],
  [/\d(?<=\p{Ll}(?:gade|vej|stræde|plads|torv|allé) \d)/u, { four: 'DK 5' }],
  [/\d(?<=\p{Ll}(?:katu|tie|kuja|polku|väylä) \d)/u, { five: 'FI 5' }],
  [/\d(?<=\p{Ll}(?:straat|laan|weg|plein|kade|gracht|dijk|singel|steenweg) \d)/u, { four: 'BE 4' }],
  [/\d(?<=(?<!\p{L})(?:utca|út|tér|körút|krt\.|u\.) \d)/u, { four: 'HU 5' }],
  [/(?<!\p{L})(?:Bulvarı|Caddesi|Cad\.|Sokak|Sok\.|Sk\.|Mah\.|Mahallesi|OSB)(?!\p{L})/u, { five: 'TR 5' }],
  [
    /(?<!\p{L})(?:Road|Rd|Nagar|Marg|Colony|Sector|Plot|Cross|Main|Street|Complex|Chowk|Bazar|Estate)(?!\p{L})/u,
    { sixAfter: 'IN 5' },
  ],
  [/(?<!\p{L})(?:Strada|Str\.|Bd\.|Bulevardul|Calea|Șos\.|Aleea) \p{Lu}/u, { six: 'RO 5' }],
  [/(?<!\p{L})(?:ул\.|улица|бул\.|пл\.)/iu, { four: 'BG 4', six: 'RU 4 KZ 1', sixComma: 'RU 4' }],
  [/(?<!\p{L})(?:пр\.|просп|проспект|пер\.|ш\.|шоссе|наб\.)/iu, { six: 'RU 4', sixComma: 'RU 4' }],
  [/(?<!\p{L})(?:вул\.|вулиця|просп\.|пров\.)/iu, { five: 'UA 5' }],
  [/(?<!\p{L})(?:ulica|ul\.|trg|cesta|obala)(?!\p{L})/iu, { five: 'HR 3 RS 2 BA 1', four: 'SI 4' }],
  [/(?<!\p{L})(?:Jl\.|Jalan|Jln)(?!\p{L})/u, { fiveAfter: 'ID 5', five: 'MY 5' }],
  [/[ěřůčžš]/iu, { threeTwo: 'CZ 3 SK 2.5' }],
  [/[α-ω]{3}/iu, { threeTwo: 'GR 5' }],
];

/** Postal codes beside a word that starts with a capital. */
const CODE_FORMS: Readonly<Record<string, RegExp>> = {
  four: /(?<![\d.,/-])[1-9]\d{3} \p{Lu}\p{L}/u,
  five: /(?<![\d.,/-])\d{5},? \p{Lu}\p{L}/u,
  fiveAfter: /\d{5}(?<=\p{Lu}\p{Ll}+,? \d{5})(?![\d.-])/u,
  six: /(?<![\d.,/-])\d{6} \p{Lu}\p{L}/u,
  sixComma: /(?<![\d.,/-])\d{6}, /u,
  sixAfter: /\d{3}(?<=\p{Lu}\p{Ll}+ ?[-–,]? ?\d{3}) ?\d{3}(?![\d.-])/u,
  threeTwo: /(?<![\d.,/-])\d{3} \d{2} \p{Lu}\p{L}/u,
};

/** Countries by the words for streets and the form of the postal codes. */
function streetHints(text: string): [CountryCode, number][] {
  const forms = Object.keys(CODE_FORMS).filter((form) => CODE_FORMS[form]!.test(text));
  if (forms.length === 0) return [];
  const best = new Map<CountryCode, number>();
  for (const [words, countries] of STREETS) {
    const lists = forms.flatMap((form) => countries[form] ?? []);
    if (lists.length === 0 || !words.test(text)) continue;
    for (const list of lists) {
      const parts = list.split(' ');
      for (let i = 0; i < parts.length; i += 2) {
        const country = parts[i] as CountryCode;
        best.set(country, Math.max(best.get(country) ?? 0, Number(parts[i + 1])));
      }
    }
  }
  return [...best];
}

/** The country of a postal code whose form no other country has, in a text; null if there is none, or it may be several. */
export function postcodeCountry(text: string): CountryCode | null {
  const found = POSTCODES.filter(([pattern, , weight]) => weight >= SURE_POSTCODE && pattern.test(text));
  return found.length === 1 ? found[0]![1] : null;
}

/** Country hints from the postal addresses and company names in a text. */
export function addressHints(text: string): [CountryCode, number][] {
  const hints: [CountryCode, number][] = [];
  for (const [pattern, region, weight] of POSTCODES) if (pattern.test(text)) hints.push([region, weight]);
  // The words of companies and streets say less than a postal code.
  if (hints.length > 0) return hints;
  hints.push(...streetHints(text));
  for (const [pattern, region, weight] of COMPANY_FORMS) if (pattern.test(text)) hints.push([region, weight]);
  const lettered = new Set<string>();
  for (const match of text.matchAll(LETTERED)) lettered.add(match[1]!);
  for (const letter of lettered) hints.push([LETTERS[letter]!, 5]);
  return hints;
}
