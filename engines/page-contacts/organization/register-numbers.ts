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
  /** the offset of its label */
  start: number;
  /** smaller for forms that are likelier to be right */
  order: number;
}

const FORMS = REGISTER_FORMS_IN_ORDER;
const AFTER_LABEL =
  '[\\s.:：،#°№\\u200e\\u200f-]{0,4}(?:(?:no|nr|n°|nº|number|nummer|رقم)[\\s.:]{1,3}|(?:is|ist|est|es|è|on|är|er|lautet) )?';
/** Each form has a group for its number. One search for all of them is ten times as fast as one for each. */
const NUMBER = new RegExp(
  `(?:${FORMS.map(({ label, number }) => `(?:${label})${AFTER_LABEL}(${number})`).join('|')})(?![\\p{L}\\p{N}])`,
  'uy',
);

/**
 * Where a label may start: at one of these words, in any form. The patterns are tried only there, because many
 * searches of the whole text would take longer than anything else. Few letters are capitals that start a word, and fewer signs
 * are letters of another alphabet, so that this search is fast; a class of all first letters would make it twice as slow.
 */
const LABEL_STARTS = new RegExp(
  `(?=[^\\0-@[-\x7f])(?<![A-Za-z\\d])(?:${String.raw`
USt|UID|Umsatz|V[Aa]T|TVA|TV[HQ]|TPS|N° TVA|P(?:artita)?\.?\s?IVA|P\.? ?I\.|BTW|DIČ|IČ|PV[NM]|ДДС|ID za|KMKR|Moms|MVA|ALV|N\.?I\.?[FPTB]|C\.?I\.?F|ΑΦΜ|Α\.Φ
ΦΠΑ|HR[AB]|Handelsreg|Amtsger|Firmenbuch|FN|SIRE|Siret|OC3\d|SO3\d|R\.?C\.?S|K\.?[vV]\.?K|CVR|Org|Y-tunnus|KRS|REGON|Cg|Cég|R\.?E\.?A|Company|Reg|Co\.|A\.?B\.?N|C\.?N\.?P\.?J
UEN|ROC|R\.?U\.?[TC]|C\.?U\.?I|ОГРН|[ЄЕ]ДРПОУ|사업자|법인|法人番号|登録番号|適格|インボ|统一社会|社会信用|統一|統編|商業登|Contribuinte|Pessoa C|Adószám|Közöss|EU ad|ИНН|ІПН|УНП|ПИБ|[ЕE][ДD][БB]|ЕИК
БУЛ|Булс|БИН|ЕМБС|МБ|Матич|PIB|Vergi|VKN|V\.?D|VÖEN|VRN|VSK|R\.?F\.?C|Cod |GST|HST|TRN|T\.?P?\.?I\.?N|Tax |VR|PR|Partnersch|IVA CHE|M[Ww]S[Tt]\S{0,4} CHE|Vereinsreg|GnR|Genoss|NEQ|CRO|NZBN
ACN|Char|Scottish C|Organisme|Chamber|ID[EI]|ATU|NL ?\d{9}B|BE ?0\d{3}|CHE?-?\d{3}|N° d['’]entr|BCE|KBO|Γ\.?Ε\.?ΜΗ|Y [12]?\d{6}-\d|Kt\.?|Kennit|Business|OIB|PDV|Davčna|MBS?|Matič|Reģ|Vienot|Įm|CIN|LLPIN|U[Dd][Yy][Aa]M
B\.?R|SSM|Sdn|Bhd|R\.?C|C\.?R|J\d\d\/|LLP|Ondernem|RPR|NIPT|NUIS|ՀՎՀՀ|KRA|PIN|S\.?T\.?R\.?N|Sales T|N\.?T\.?N|BIN|PAN|N\.?P\.?W|SST|Mã s|MST|M\.S\.T|Invoice|Qualif|Matricule|M\.?F\.? ?\d|Foretaks|SEC
FO-n|CAC|Hoja|I\.?C\.?E|Commercial|Trade L|Unif|USC|Nr\. Reg|IDNO|[JЈ][IИ][BБ]|ID b|MERS|Mersis|Ticaret|HE ?\d|ΗΕ ?\d|C[ée]dula|R\.?[NTI]\.?[CNF]|Corporate N|[ĐD]KKD|GP|MSDN|F?EIN|Federal|Employer|BN|NINEA
(?:ال)?رقم ال|التسجيل|کد اق|(?:ال)?سجل|س\.? ?ت|شناسه|شماره|עוסק|ע\.?מ|ח\.?["״]?פ|חברה מס|מספר ח|เลข|ทะเบียน|ს\/კ|این ?ٹی
`
    .trim()
    .replaceAll('\n', '|')})`,
  'g',
);
/** Labels in small letters, which are rare. */
const SMALL_STARTS = [
  'company n',
  'corporation n',
  'entity n',
  'company N',
  'registered n',
  'registration n',
  'registered in ',
  'registered charity',
  'charity n',
  'org nr',
  'org.nr',
  'org. nr',
  'momsreg',
  'momsnr',
  'momsnummer',
  'moms-nummer',
  'ondernemingsnummer',
  'p.iva',
  'p. iva',
  'partita iva',
  'registre du ',
  'registrikood',
  'vienotais reģ',
  'reģ. nr',
  'reģistrācijas n',
  'įmonės kodas',
  'įm. k',
  'kt. ',
  'hoja ',
  'cégjegyzékszám',
  'adószám',
];
/** Cheap pre-check of them: one search instead of one for each. */
const HAS_SMALL_START =
  /company [nN]|corporation n|entity n|regist(?:ered|ration) n|registered in |registered charity|charity n|org(?:\.? |\.)nr|moms(?:reg|nr|-?nummer)|ondernemingsn|p(?:\. ?|artita )iva|registre du |registrikood|reģ(?:\. nr|istrācijas n)|vienotais reģ|įm(?:onės kodas|\. k)|kt\. |hoja |cégjegyzéksz|adósz/;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
/** Chinese, Japanese and Thai have no spaces between words. */
const WITHOUT_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
/** The longest label and the first digit of its number are within this. */
const LABEL_CHARS = 100;
/** More than a label has after its first digit. */
const AFTER_DIGIT = 30;
const MAX_STARTS = 500;
const MAX_NUMBERS = 60;
const MAX_CHARS = 100_000;

/** `585 295 868 RCS Paris` is read as `RCS 585 295 868 Paris`, which has the same length. */
const NUMBER_FIRST = /(?<!\d ?)(\d{3} \d{3} \d{3}) (R\.?C\.?S\.?)(?= \p{Lu})/gu;

/** The tax and register numbers of a text, each once, in the order of the text. */
export function registerNumbers(text: string): RegisterNumber[] {
  const plain = text.slice(0, MAX_CHARS).replaceAll('\ue000', ' ').replace(NUMBER_FIRST, '$2 $1');
  const found = new Map<number, RegisterNumber>();
  for (const start of labelStarts(plain)) {
    const number = numberAt(plain, start);
    // One number isn't both.
    if (number && (found.get(number.index)?.order ?? Number.POSITIVE_INFINITY) > number.order)
      found.set(number.index, number);
    if (found.size >= MAX_NUMBERS) break;
  }
  return [...found.values()].sort((a, b) => a.start - b.start);
}

/** The number whose label starts at an offset, in the likeliest form. `index`: of the number itself. Null: there is none. */
function numberAt(text: string, start: number): (RegisterNumber & { index: number }) | null {
  NUMBER.lastIndex = start;
  const match = NUMBER.exec(text);
  if (!match) return null;
  const order = match.findIndex((part, group) => group > 0 && part !== undefined) - 1;
  const { kind, country } = FORMS[order]!;
  const number = match[order + 1]!;
  const value = registerValue(kind, number);
  return {
    kind,
    value,
    written: match[0],
    country: country ?? countryOf(kind, value),
    start,
    order,
    index: start + match[0].length - number.length,
  };
}

/**
 * The likeliest tax number and the likeliest register number of some. `rank`: how surely one belongs to the company, and null if it
 * doesn't; of equal ones, the likelier form is taken, then the first.
 */
export function chosenNumbers(
  numbers: readonly RegisterNumber[],
  rank: (number: RegisterNumber) => number | null = () => 0,
): RegisterNumber[] {
  const best = new Map<RegisterNumber['kind'], { number: RegisterNumber; score: number }>();
  for (const number of numbers) {
    const score = rank(number);
    if (score === null) continue;
    const other = best.get(number.kind);
    const isBetter =
      !other || score > other.score || (score === other.score && number.order < other.number.order);
    if (isBetter) best.set(number.kind, { number, score });
  }
  return [...best.values()].map(({ number }) => number);
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

/** The parts of a text that have a digit where a label that starts there may have its number. They don't overlap. */
function partsWithDigits(text: string): { from: number; part: string }[] {
  const parts: { from: number; part: string }[] = [];
  let from = 0;
  let to = -1;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code < 48 || code > 57) continue;
    if (index - LABEL_CHARS > to) {
      if (to >= 0) parts.push({ from, part: text.slice(from, to) });
      from = Math.max(0, index - LABEL_CHARS);
    }
    to = index + AFTER_DIGIT;
  }
  if (to >= 0) parts.push({ from, part: text.slice(from, to) });
  return parts;
}

function labelStarts(text: string): number[] {
  const starts: number[] = [];
  const parts = partsWithDigits(text);
  for (const { from, part } of parts) {
    LABEL_STARTS.lastIndex = 0;
    for (let match = LABEL_STARTS.exec(part); match; match = LABEL_STARTS.exec(part)) {
      const index = from + match.index;
      // Words may overlap.
      LABEL_STARTS.lastIndex = match.index + 1;
      if (mayStart(text, index)) starts.push(index);
      if (starts.length >= MAX_STARTS) break;
    }
    if (starts.length >= MAX_STARTS) break;
  }
  if (!parts.some(({ part }) => HAS_SMALL_START.test(part))) return starts;
  for (const word of SMALL_STARTS)
    for (
      let index = text.indexOf(word);
      index >= 0 && starts.length < MAX_STARTS;
      index = text.indexOf(word, index + 1)
    )
      if (mayStart(text, index)) starts.push(index);
  return starts;
}
