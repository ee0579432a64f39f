import type { CountryCode } from 'libphonenumber-js/max';

/** A country and how strongly something points to it; 8 is as good as the country's own domain. */
export type RegionHint = readonly [CountryCode, number];

/** Scripts and letters that few countries use, with the weight of each country. */
const LETTERS: readonly (readonly [RegExp, string])[] = [
  [/[\u0e00-\u0e7f]{3}/, 'TH 4'],
  [/[\uac00-\ud7a3]{2}/, 'KR 4'],
  [/[\u3041-\u30ff]{2}/, 'JP 4'],
  [/[\u0590-\u05ff]{3}/, 'IL 4'],
  [/[\u0370-\u03ff]{4}/, 'GR 4 CY 1'],
  [/[\u10a0-\u10ff]{3}/, 'GE 4'],
  [/[\u0530-\u058f]{3}/, 'AM 4'],
  [/[\u0980-\u09ff]{3}/, 'BD 4 IN 1'],
  [/[\u0d80-\u0dff]{3}/, 'LK 4'],
  [/[\u1780-\u17ff]{3}/, 'KH 4'],
  [/[\u0e80-\u0eff]{3}/, 'LA 4'],
  [/[\u1000-\u109f]{3}/, 'MM 4'],
  [/[\u1200-\u137f]{3}/, 'ET 4'],
  [/[\u0900-\u097f]{3}/, 'IN 3 NP 1'],
  [/[\u0b80-\u0bff\u0c00-\u0cff]{3}/, 'IN 3'],
  [/[іїє]/, 'UA 3'],
  [/[ўЎ]/, 'BY 2'],
  [/[ђћџЂЋЏ]/, 'RS 3'],
  [/[әғқңөұһ]/, 'KZ 3'],
  [/[а-яё]{4}/i, 'RU 2'],
  [/[ơưạảấầẩậắằẵặẹẻếềểệịỉọỏốồổộớờởợụủứừửựỳỵ]/i, 'VN 4'],
  [/[ğış]\p{Ll}|İ\p{Ll}/u, 'TR 3'],
  [/[łąęśź]\p{Ll}/u, 'PL 3'],
  [/[őű]/i, 'HU 3'],
  [/[řěů]/i, 'CZ 3'],
  [/[ľĺŕ]/i, 'SK 3'],
  [/[țșţ]/i, 'RO 3'],
  [/[ðþ]/i, 'IS 3'],
  [/[ėųįū]\p{Ll}/u, 'LT 2'],
  [/[ķļņģ]/i, 'LV 3'],
  [/[øæ]\p{Ll}/u, 'DK 1.5 NO 1.5'],
  [/[ãõ]\p{Ll}|ção/u, 'PT 1.5 BR 1.5'],
  [/\p{Ll}ß/u, 'DE 2 AT 1'],
  [/[们为这电话联系]/, 'CN 2'],
  [/[們為這電話聯繫]/, 'TW 1.5 HK 1 JP 0.5'],
];

/** Words that label a phone in few languages, tried in order. */
const LABELS: readonly (readonly [RegExp, string])[] = [
  [/telefoon|toestel|\bmobiel/i, 'NL 2.5 BE 1'],
  [/puh(?:elin)?\b|matkapuh/i, 'FI 4'],
  [/\btlf/i, 'NO 1.5 DK 1.5 ES 1'],
  [/telefonszám/i, 'HU 4'],
  [/sími/i, 'IS 4'],
  [/tālr/i, 'LV 4'],
  [/telefonas/i, 'LT 4'],
  [/điện thoại|\bđt\b/i, 'VN 5'],
  [/โทร|มือถือ/, 'TH 5'],
  [/전화|휴대|팩스/, 'KR 5'],
  [/τηλ|κιν/i, 'GR 4 CY 1'],
  [/טל|נייד|פקס/, 'IL 5'],
  [/电话|手机|传真|热线/, 'CN 4'],
  [/電話|傳真/, 'TW 1.5 HK 1 JP 2'],
  [/ファ|携帯|代表/, 'JP 5'],
  [/téléphone|\btél\b/i, 'FR 2 BE 1 CH 1 CA 1'],
  [/teléfono|móvil|\btfno|\btel[eé]fs?\b/i, 'ES 1.5 MX 0.8 AR 0.8 CO 0.8 CL 0.8 PE 0.8'],
  [/telefone|telem[oó]vel|\bfone\b/i, 'PT 1.5 BR 1.5'],
  [/telefono|cellulare/i, 'IT 3 CH 0.5'],
  [/telepon|\btelp\b/i, 'ID 4'],
  [/talian/i, 'MY 4'],
  [/cep tel|belgegeçer/i, 'TR 4'],
  [/факс|тел/i, 'RU 1 UA 0.8 BG 0.8 KZ 0.5'],
  [/هاتف|جوال|فاكس/, 'SA 1 AE 0.8 EG 0.8'],
  [/تلفن/, 'IR 4'],
  [/telefon|\bfon\b|mobil/i, 'DE 1 PL 0.6 TR 0.6 CZ 0.6 SE 0.6 RO 0.6 HU 0.6 AT 0.6 CH 0.6 NO 0.4 DK 0.4'],
];

/** The countries of a language, for the lang attribute: one weight for its only country, less for several. */
const LANGUAGES: Readonly<Record<string, string>> = {
  am: 'ET 3',
  ar: 'SA 1 AE 1 EG 1',
  az: 'AZ 3',
  be: 'BY 3',
  bg: 'BG 3',
  bn: 'BD 3',
  bs: 'BA 3',
  ca: 'ES 3',
  cs: 'CZ 3',
  da: 'DK 3',
  de: 'DE 3 AT 1 CH 1',
  el: 'GR 3 CY 1',
  es: 'ES 2.5 MX 1 AR 1 CO 1 CL 1 PE 1',
  et: 'EE 3',
  eu: 'ES 3',
  fa: 'IR 3',
  fi: 'FI 3',
  fil: 'PH 3',
  fr: 'FR 3 BE 1 CH 1 CA 1',
  gl: 'ES 3',
  he: 'IL 3',
  iw: 'IL 3',
  hi: 'IN 3',
  hr: 'HR 3',
  hu: 'HU 3',
  hy: 'AM 3',
  id: 'ID 3',
  is: 'IS 3',
  it: 'IT 3 CH 0.5',
  ja: 'JP 3',
  ka: 'GE 3',
  kk: 'KZ 3',
  km: 'KH 3',
  ko: 'KR 3',
  lo: 'LA 3',
  lt: 'LT 3',
  lv: 'LV 3',
  mk: 'MK 3',
  mn: 'MN 3',
  ms: 'MY 3',
  my: 'MM 3',
  nb: 'NO 3',
  ne: 'NP 3',
  nl: 'NL 3 BE 1.5',
  nn: 'NO 3',
  no: 'NO 3',
  pl: 'PL 3',
  pt: 'PT 2 BR 2',
  ro: 'RO 3 MD 0.5',
  ru: 'RU 3 KZ 0.5',
  si: 'LK 3',
  sk: 'SK 3',
  sl: 'SI 3',
  sq: 'AL 3',
  sr: 'RS 3',
  sv: 'SE 3 FI 0.5',
  sw: 'KE 2 TZ 2',
  th: 'TH 3',
  tr: 'TR 3',
  uk: 'UA 3',
  ur: 'PK 3',
  uz: 'UZ 3',
  vi: 'VN 3',
  zh: 'CN 2.5 TW 1 HK 1',
};

const parsed = new Map<string, readonly RegionHint[]>();

function parseHints(list: string): readonly RegionHint[] {
  let hints = parsed.get(list);
  if (!hints) {
    const parts = list.split(' ');
    hints = parts.flatMap((part, i) => (i % 2 === 0 ? [[part as CountryCode, Number(parts[i + 1])]] : []));
    parsed.set(list, hints);
  }
  return hints;
}

/** Every letter in LETTERS is one of these, unlike signs such as dashes and quotes. */
const NON_ASCII_LETTER = /[\u00c0-\u1fff\u2e80-\ud7ff]/;

/** Countries by the letters of a text. */
export function letterHints(text: string): RegionHint[] {
  if (!NON_ASCII_LETTER.test(text)) return [];
  const hints: RegionHint[] = [];
  for (const [letters, list] of LETTERS) if (letters.test(text)) hints.push(...parseHints(list));
  return hints;
}

/** Countries by the language of the label before a number. */
export function labelHints(label: string): readonly RegionHint[] {
  for (const [words, list] of LABELS) if (words.test(label)) return parseHints(list);
  return [];
}

/** Countries by a language code, such as `de`. */
export function languageHints(language: string): readonly RegionHint[] {
  const list = LANGUAGES[language.toLowerCase()];
  return list ? parseHints(list) : [];
}
