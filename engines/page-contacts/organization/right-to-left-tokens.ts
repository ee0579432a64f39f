import type { CountryCode } from 'libphonenumber-js/max';
import { placesIn } from '../phones/place-names.ts';

/** What a part of an address is. `place`: a city, district or region; `other`: no part of an address. */
export type TokenKind = 'street' | 'unit' | 'district' | 'box' | 'code' | 'country' | 'place' | 'other';

/** A part of an address in a right-to-left script. Its offsets are into the plain text. */
export interface AddressToken {
  kind: TokenKind;
  /** of a code: its digits */
  text: string;
  start: number;
  end: number;
  /** what stands before it */
  gap: 'line' | 'sign' | 'none';
  /** of a country or a known city */
  country: CountryCode | null;
  /** whether a label with a colon stands before it */
  isAfterLabel: boolean;
  /** whether its label says that it is a code */
  isLabeled: boolean;
  /** tells an address from other text: a street, a post box, a numbered plot or an area of industry */
  isAnchor: boolean;
  /** tokens of the same part are between the same two signs */
  part: number;
}

const BOX =
  /^(?:ص ?[./]? ?ب\.?|صندوق (?:ال)?بريد|صندوق پستی|P\.? ?O\.? ?Box|ת\.? ?ד\.?)\s*(?:رقم)?\s*[:.]?\s*\d{1,7}(?!\d)/iu;
const CODE_LABEL =
  /(?:(?:ال)?رمز (?:ال)?بريدي|كود بريدي|الكود البريدي|کد ?پستی|کدپستی|מיקוד|Zip(?: code)?|Postal code)\s*[:.]?\s*/iu;
const LABELED_CODE = new RegExp(`${CODE_LABEL.source}(?<code>\\d{3,10}(?:[ -]\\d{4,5})?)(?!\\d)`, 'iu');
const CODE_AT_START = /^(?<code>\d{4,7})(?= \p{L}|$)(?! ?(?:شارع|طريق|زنقة|نهج|ش |مبنى|خیابان|کوچه))/u;
const CODE_AT_END = /(?<=\p{L}[ ,]+|^)(?<code>\d{4,7}(?:[ -]\d{4,5})?)\.?$/u;
const NUMBER = String.raw`(?:\d{1,5}(?:[/-]\d{1,4})?\s*(?:أ|ب|ج|א|ב|ג)?\s+)?`;
const STREET = new RegExp(
  `^${NUMBER}(?:(?:شارع|طريق|زنقة|نهج|جادة|كورنيش|ساحة|ميدان|ممر|سكة|ش\\.?|خیابان|خ\\.|بلوار|کوچه|میدان|بزرگراه|جاده|اتوبان|רחוב|שדרות|דרך|סמטת|כיכר|שדרת)\\s|(?:רח|שד|שד|סמ)['׳’]\\s?)\\S`,
  'u',
);
/** A street after the words of a sentence: `משרדנו נמצא ברחוב הרצל 14`. */
const STREET_IN_SENTENCE = /(?<=\sב)(?:רחוב|שדרות|דרך|רח['׳’]) [^\d,]{2,30} \d{1,4}[א-ת]?$/u;
const UNIT =
  /^(?:\d{1,4}\s+)?(?:ال)?(?:مبنى|مبني|عمارة|عماره|برج|أبراج|بناية|بنايه|مجمع|مكتب|شقة|طابق|دور|محل|وحدة|قطعة|قسيمة|بلوك|فيلا|رقم|غرفة|پلاک|طبقه|واحد|ساختمان|مجتمع|קומה|דירה|בניין|כניסה|מגדל|משרד|בית)\s(?!في\s)\S/u;
/** A unit that no company is named after. */
const NUMBERED_UNIT =
  /^(?:ال)?(?:مبنى|مبني|عمارة|قطعة|قسيمة|بلوك|فيلا|پلاک)\s(?:رقم\s)?\d|^(?:ال)?مجمع \d{3,4}$/u;
const DISTRICT =
  /^(?:حي|منطقة|المنطقة|ضاحية|حارة|أمام|بجوار|خلف|مقابل|بجانب|قرب|بالقرب من|تقاطع|روبروی|جنب|نبش|محله|שכונת|אזור ה?תעשי[יי]?ה|פארק|קריית ה)\s?\S/u;
const INDUSTRY =
  /^(?:المنطقة|منطقة) (?:الصناعية|الحرة|\d)|^(?:شهرک صنعتی)|^אזור ה?תעשי|^(?:حي) \d{2,4} مسكن/u;
const RIGHT_TO_LEFT = /^["'״׳()ـ\u05d0-\u05ea\u0610-\u061a\u0621-\u06d3\u064b-\u0652\s‌.-]+$/u;
/** Words that end an address: labels of numbers, hours, and those of sentences. */
const NOT_PLACE =
  /^(?:هاتف|الهاتف|تليفون|تلفون|تلفن|جوال|موبايل|فاكس|بريد|البريد|البريد الإلكتروني|إيميل|ایمیل|شركة|مؤسسة|شرکت|مجموعة|السجل|سجل|الرقم|جميع|حقوق|اتصل|تواصل|موقع|ساعات|من|إلى|في|على|עם|טל|טלפון|נייד|פקס|דוא|אימייל|ח\.פ|ע\.מ|שעות|צור|כל|כתובת|العنوان|عنوان|آدرس|نشانی)(?![\p{L}])/u;
/** Labels in a table, between the parts of one address. */
const PART_LABEL = /^(?:المدينة|الدولة|البلد|المنطقة|الحي|الشارع|شهر|استان|כתובת|עיר|רחוב|מדינה)$/u;
/** A street of Israel without a word for it: `הבנאים 12`. */
const WORDLESS_STREET = /^[א-ת][א-ת"'״׳ -]{2,30} \d{1,3}[א-ת]?$/u;
const MAX_PLACE_WORDS = 5;
const MAX_CHARS = 90;

/** The same text, one for one, with spaces instead of marks of direction and elements. */
export function plainText(text: string): string {
  return text.replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069\u00a0\ue001\ue002]/g, ' ');
}

/** What may separate two parts. */
const SIGN = /[\n\t،,;؛|•·]|(?<=\s)[–—-]+(?=\s)|\.(?=\s|$)(?<=[\d\u05d0-\u05ea\u0621-\u06d3]{4}\.)|:/gu;

/** Splits a plain text into the possible parts of addresses, at most `max`. */
export function addressTokens(plain: string, max: number): AddressToken[] {
  const tokens: AddressToken[] = [];
  let start = 0;
  let gap: AddressToken['gap'] = 'line';
  let isAfterLabel = false;
  let part = 0;
  const push = (end: number, kind?: 'other'): void => {
    const raw = plain.slice(start, end);
    const text = raw.trim();
    if (text === '' || (!kind && PART_LABEL.test(text))) return;
    const from = start + raw.indexOf(text);
    tokens.push(...tokensOf(text, from, { gap, isAfterLabel, part }, kind));
    part += 1;
  };
  for (const sign of plain.matchAll(SIGN)) {
    const before = plain.slice(Math.max(start, sign.index - 25), sign.index);
    if (/[:\t]/.test(sign[0]) && isNumberLabel(before)) continue;
    if (sign[0] !== ':' || /\p{L}\s?$/u.test(before)) {
      const isEmpty = plain.slice(start, sign.index).trim() === '';
      // A label isn't a part.
      push(sign.index, sign[0] === ':' ? 'other' : undefined);
      const isNewLine = sign[0] === '\n';
      if (sign[0] === ':') isAfterLabel = true;
      else if (!isEmpty) isAfterLabel = false;
      gap = isNewLine || (isEmpty && gap === 'line') ? 'line' : 'sign';
      start = sign.index + sign[0].length;
      if (tokens.length >= max) return tokens;
    }
  }
  push(plain.length);
  return tokens;
}

/** Whether a colon or tab after a text belongs to the number after it. */
function isNumberLabel(text: string): boolean {
  return /(?:ص ?[./]? ?ب\.?|بريد|بريدي|پستی|البريدي|ת\.? ?ד\.?|מיקוד|Box|رقم)\s?$/iu.test(text);
}

/** A part may have a post box, a city, a code and a country without signs between them. */
function tokensOf(
  text: string,
  start: number,
  place: Pick<AddressToken, 'gap' | 'isAfterLabel' | 'part'>,
  whole?: 'other',
): AddressToken[] {
  const tokens: AddressToken[] = [];
  const add = (from: number, to: number, kind?: TokenKind, code?: string): void => {
    const raw = text.slice(from, to);
    const own = raw.trim();
    if (own === '') return;
    const at = start + from + raw.indexOf(own);
    const found = kind ?? kindOf(own);
    const isFirst = tokens.length === 0;
    tokens.push({
      kind: found,
      text: code ?? own,
      start: at,
      end: at + own.length,
      country: countryOf(found, own),
      isLabeled: code !== undefined && CODE_LABEL.test(own),
      isAnchor: found === 'street' || found === 'box' || isSureUnit(own),
      gap: isFirst ? place.gap : 'none',
      isAfterLabel: isFirst && place.isAfterLabel,
      part: place.part,
    });
  };
  if (whole || text.length > MAX_CHARS) {
    add(0, text.length, 'other');
    return tokens;
  }
  let from = 0;
  let to = text.length;
  const box = BOX.exec(text)?.[0];
  if (box) {
    add(0, box.length, 'box');
    from = box.length;
  }
  const country = placesIn(text).findLast(({ kind }) => kind === 'country');
  const isLast =
    country &&
    !isStreetPart(text) &&
    country.end === to &&
    (country.start === from || /\s/.test(text[country.start - 1]!));
  if (isLast && country.start >= from) to = country.start;
  const inner = text.slice(from, to);
  const labeled = LABELED_CODE.exec(inner);
  const code = labeled ?? unlabeledCode(inner.trim());
  if (code) {
    const at = from + (labeled ? 0 : inner.length - inner.trimStart().length) + code.index;
    add(from, at);
    add(at, at + code[0].length, 'code', code.groups!.code);
    add(at + code[0].length, to);
  } else {
    const inSentence = STREET_IN_SENTENCE.exec(inner);
    if (inSentence) {
      add(from, from + inSentence.index, 'other');
      add(from + inSentence.index, to, 'street');
    } else add(from, to);
  }
  if (isLast) add(country.start, text.length, 'country');
  return tokens;
}

/** The country of a text that names it or a known city of it, and nothing else. */
function countryOf(kind: TokenKind, text: string): CountryCode | null {
  if (kind !== 'country' && kind !== 'place') return null;
  const [place] = placesIn(text);
  return place?.start === 0 && place.end === text.length ? place.code : null;
}

/** `مكتب 1204` is the number of an office. */
function unlabeledCode(text: string): RegExpExecArray | null {
  const code = CODE_AT_END.exec(text);
  if (!code) return CODE_AT_START.exec(text);
  const isShort = kindOf(text) !== 'street' || code.groups!.code!.length < 5;
  return isStreetPart(text) && isShort ? null : code;
}

/** Whether a text has the form of a street but no word for it, so that only a code tells that it is one. */
export function isWordlessStreet(text: string): boolean {
  return WORDLESS_STREET.test(text) && !NOT_PLACE.test(text) && !UNIT.test(text) && !STREET.test(text);
}

function isStreetPart(text: string): boolean {
  return /^(?:street|unit|district)$/.test(kindOf(text));
}

function isSureUnit(text: string): boolean {
  return NUMBERED_UNIT.test(text) || INDUSTRY.test(text);
}

function kindOf(text: string): TokenKind {
  const words = text.split(/\s+/).length;
  if (words > 8) return 'other';
  if (STREET.test(text)) return 'street';
  if (UNIT.test(text)) return 'unit';
  if (DISTRICT.test(text) || INDUSTRY.test(text)) return 'district';
  if (isWordlessStreet(text)) return 'street';
  const isPlace = words <= MAX_PLACE_WORDS && RIGHT_TO_LEFT.test(text) && !NOT_PLACE.test(text);
  return isPlace ? 'place' : 'other';
}
