import type { CountryCode } from 'libphonenumber-js/max';
import { REGISTER_FORMS_IN_ORDER } from './register-forms.ts';

/** A tax or company register number on a page. */
export interface RegisterNumber {
  kind: 'vat_number' | 'registration_number';
  /** without spaces, except in `HRB 48213`; tax numbers in capitals */
  value: string;
  /** with its label */
  written: string;
  /** of the company, as far as its form or its first letters tell */
  country: CountryCode | null;
}

const PATTERNS = REGISTER_FORMS_IN_ORDER.map(({ kind, country, label, number }) => ({
  kind,
  country,
  pattern: new RegExp(
    `(?:${label})[\\s.:：،#°№\\u200e\\u200f-]{0,4}(?:(?:no|nr|n°|nº|number|nummer|رقم)[\\s.:]{1,3})?(?<number>${number})(?![\\p{L}\\p{N}])`,
    'duy',
  ),
}));

/**
 * Where a label may start: at one of these words, in any form. The patterns are tried only there, because many
 * searches of the whole text would take longer than anything else. Few letters are capitals that start a word, and fewer signs
 * are letters of another alphabet, so that this search is fast; a class of all first letters would make it twice as slow.
 */
const LABEL_STARTS = new RegExp(
  `(?=[^\\0-@[-\x7f])(?<![A-Za-z\\d])(?:${String.raw`
USt|UID|Umsatz|V[Aa]T|TVA|TV[HQ]|TPS|N° TVA|P(?:artita)?\.?\s?IVA|P\.? ?I\.|BTW|DIČ|IČ|PV[NM]|ДДС|ID za|KMKR|Moms|MVA|ALV|N\.?I\.?[FPTB]|C\.?I\.?F|ΑΦΜ|Α\.Φ
ΦΠΑ|HR[AB]|Handelsreg|Amtsger|Firmenbuch|FN|SIRE|Siret|OC3\d|SO3\d|R\.?C\.?S|K\.?[vV]\.?K|CVR|Org|Y-tunnus|KRS|Cg|Cég|R\.?E\.?A|Company|Reg|Co\.|A\.?B\.?N|C\.?N\.?P\.?J
UEN|ROC|R\.?U\.?[TC]|C\.?U\.?I|ОГРН|[ЄЕ]ДРПОУ|사업자|법인|法人番号|登録番号|適格|インボ|统一社会|社会信用|統一|統編|商業登|Contribuinte|Pessoa C|Adószám|Közöss|EU ad|ИНН|ІПН|УНП|ПИБ|[ЕE][ДD][БB]|ЕИК
БУЛ|Булс|БИН|ЕМБС|МБ|Матич|PIB|Vergi|VKN|V\.?D|VÖEN|VRN|VSK|R\.?F\.?C|Cod |GST|HST|TRN|T\.?P?\.?I\.?N|Tax |VR|PR|Partnersch|IVA CHE|M[Ww]S[Tt]\S{0,4} CHE|Vereinsreg|GnR|Genoss|NEQ|CRO|NZBN
ACN|Chamber|IDE|ATU|NL ?\d{9}B|BE ?0\d{3}|CHE-?\d{3}|N° d['’]entr|BCE|KBO|Γ\.?Ε\.?ΜΗ|Y [12]?\d{6}-\d|Kt\.?|Kennit|Business|OIB|PDV|Davčna|MBS?|Matič|Reģ|Vienot|Įm|CIN|LLPIN|U[Dd][Yy][Aa]M
B\.?R|SSM|Sdn|Bhd|R\.?C|C\.?R|J\d\d\/|LLP|Ondernem|RPR|NIPT|NUIS|ՀՎՀՀ|KRA|PIN|S\.?T\.?R\.?N|Sales T|N\.?T\.?N|BIN|PAN|N\.?P\.?W|SST|Mã s|MST|M\.S\.T|Invoice|Qualif|Matricule|M\.?F\.? ?\d|Foretaks|SEC
FO-n|I\.?C\.?E|Commercial|Trade L|Unif|USC|Nr\. Reg|IDNO|[JЈ][IИ][BБ]|ID b|MERS|Mersis|Ticaret|HE ?\d|C[ée]dula|R\.?[NTI]\.?[CNF]|Corporate N|[ĐD]KKD|GP|MSDN|F?EIN|Federal|Employer|BN|NINEA
(?:ال)?رقم ال|التسجيل|کد اق|(?:ال)?سجل|س\.? ?ت|شناسه|شماره|עוסק|ע\.?מ|ח\.?["״]?פ|חברה מס|מספר ח|เลข|ทะเบียน|ს\/კ
`
    .trim()
    .replaceAll('\n', '|')})`,
  'g',
);
/** Labels in small letters, which are rare. */
const SMALL_STARTS = [
  'company n',
  'company N',
  'registered n',
  'registration n',
  'registered in ',
  'org nr',
  'org.nr',
  'org. nr',
  'ondernemingsnummer',
  'p.iva',
  'p. iva',
  'partita iva',
  'registre du ',
];
/** Cheap pre-check of them: one search instead of one for each. */
const HAS_SMALL_START =
  /company [nN]|regist(?:ered|ration) n|registered in |org(?:\.? |\.)nr|ondernemingsn|p(?:\. ?|artita )iva|registre du /;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
/** Chinese, Japanese and Thai have no spaces between words. */
const WITHOUT_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
/** The longest label and the first digit of its number are within this. */
const LABEL_CHARS = 100;
const MAX_STARTS = 500;
const MAX_CHARS = 100_000;

/**
 * The first tax number and the first register number of a text. `isOthers`: whether a number at an offset belongs to
 * someone else, such as the hoster.
 */
export function registerNumbers(
  text: string,
  isOthers: (index: number) => boolean = () => false,
): RegisterNumber[] {
  const plain = text.slice(0, MAX_CHARS).replaceAll('\ue000', ' ');
  const starts = labelStarts(plain);
  if (starts.length === 0) return [];
  const found = new Map<string, RegisterNumber>();
  let taken = -1;
  for (const { kind, country, pattern } of PATTERNS) {
    if (found.has(kind)) continue;
    const match = firstMatch(pattern, plain, starts, isOthers);
    const number = match?.groups?.number;
    if (!match || !number) continue;
    // One number isn't both.
    const [index = -1] = match.indices?.groups?.number ?? [];
    if (index === taken) continue;
    taken = index;
    const value = registerValue(kind, number);
    found.set(kind, { kind, value, written: match[0], country: country ?? countryOf(kind, value) });
  }
  return [...found.values()];
}

/** The country of a VAT number that starts with its letters. */
function countryOf(kind: RegisterNumber['kind'], value: string): CountryCode | null {
  if (kind !== 'vat_number') return null;
  const letters = /^(?:CHE|[A-Z]{2})(?=[\w.-]{6})/.exec(value)?.[0];
  if (letters === 'EL') return 'GR';
  return letters ? (letters.slice(0, 2) as CountryCode) : null;
}

/** Companies of a German court have the letters of their register before the number. */
const GERMAN_REGISTER = /^(HR[AB])\D*?(?=\d)/;

/** `NO 912 000 583 MVA` is the number of the register, with the letters of the VAT number. */
const NORWEGIAN_REGISTER = /^(?:NO)?(\d{9})(?:MVA)?$/;

function registerValue(kind: RegisterNumber['kind'], number: string): string {
  const value = number.replace(/\s/g, '');
  return kind === 'vat_number'
    ? value.toUpperCase()
    : value.replace(GERMAN_REGISTER, '$1 ').replace(NORWEGIAN_REGISTER, '$1');
}

/** Whether a label may start at an offset: no letter precedes it, and a digit follows. */
function mayStart(text: string, index: number): boolean {
  const before = text[index - 1] ?? '';
  if (LETTER_OR_DIGIT.test(before) && !WITHOUT_SPACES.test(before)) return false;
  return /\d/.test(text.slice(index, index + LABEL_CHARS));
}

function labelStarts(text: string): number[] {
  const starts: number[] = [];
  LABEL_STARTS.lastIndex = 0;
  for (let match = LABEL_STARTS.exec(text); match; match = LABEL_STARTS.exec(text)) {
    const { index } = match;
    // Words may overlap.
    LABEL_STARTS.lastIndex = index + 1;
    if (mayStart(text, index)) starts.push(index);
    if (starts.length >= MAX_STARTS) break;
  }
  if (!HAS_SMALL_START.test(text)) return starts;
  for (const word of SMALL_STARTS)
    for (
      let index = text.indexOf(word);
      index >= 0 && starts.length < MAX_STARTS;
      index = text.indexOf(word, index + 1)
    )
      if (mayStart(text, index)) starts.push(index);
  return starts;
}

function firstMatch(
  pattern: RegExp,
  text: string,
  starts: readonly number[],
  isOthers: (index: number) => boolean,
): RegExpExecArray | null {
  for (const start of starts) {
    pattern.lastIndex = start;
    const match = pattern.exec(text);
    if (match && !isOthers(match.index)) return match;
  }
  return null;
}
