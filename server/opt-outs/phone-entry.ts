import parsePhoneNumber from 'libphonenumber-js/max';

/** A phone on the opt-out list, in E.164 or as its national digits. */
interface PhoneOptOut {
  kind: 'phone';
  value: string;
}

/** A phone alone: digits and what people put between them. */
const PHONE = /^(?:tel:)?[\s(]*\+?[\s(]*\d[\d\s().\-\u2010-\u2015/]*(?:(?:ext|x)\.?\s*\d+)?$/i;
const IP = /^\d+(?:\.\d+){3}$/;
/** Digits of a number, at least, and at most (E.164). */
const SHORTEST = 7;
const LONGEST = 15;
/** Digits that an international number can have more: those dialed before it, and a zero in brackets. */
const DIALED = 3;

/** Parses a phone number with its country code. null: the text isn't a phone. */
export function parsePhone(
  input: string,
): { ok: true; entry: PhoneOptOut } | { ok: false; reason: string } | null {
  const text = withAsciiDigits(input).trim();
  if (!PHONE.test(text) || IP.test(text) || digitsIn(text).length < SHORTEST) return null;
  const international = /^(?:tel:)?[\s(]*(?:\+|00)(.*)$/i.exec(text)?.[1];
  if (international === undefined)
    return {
      ok: false,
      reason:
        'A phone number needs its country code, because the same digits are another number elsewhere: write +49 30 123456, not 030 123456',
    };
  const number = parsePhoneNumber(`+${international}`, { extract: false });
  if (!number?.isPossible())
    return { ok: false, reason: "This isn't a possible phone number. Check its country code and digits" };
  return { ok: true, entry: { kind: 'phone', value: number.number } };
}

/**
 * The ways to write a phone (E.164) that the list has besides itself: `+49030123456` for +49 (0)30 123456, and without
 * a plus the digits that the number has in its country, without zeros at the beginning.
 */
export function phoneForms(value: string): PhoneOptOut[] {
  const number = parsePhoneNumber(value, { extract: false });
  if (!number) return [];
  const withTrunk = digitsIn(number.formatNational());
  const national = [number.nationalNumber, withTrunk]
    .map(withoutZeros)
    .filter((digits) => digits.length >= SHORTEST);
  const forms = new Set([`+${number.countryCallingCode}${withTrunk}`, ...national]);
  forms.delete(value);
  return [...forms].map((form) => ({ kind: 'phone', value: form }));
}

/** One number in a text or several with only spaces between them, and not a part of a word. */
const NUMBERS =
  /(?<![\p{L}\d_])\+?\(?\d(?:[ \u00a0\u2009\u202f().\-\u2010-\u2015/]{0,3}\d){6,40}(?![\p{L}\d_])/gu;
/** Fields in which plain digits aren't a phone, such as the numbers of official lists. */
const NO_PHONES =
  /^(?!.*(?:phone|mobile|cell|tel|fax|whatsapp)).*(?:id$|^id|urn|key|code|zip|plz|postal|date|time|year|count|size|employees|revenue|amount|price|latitude|longitude|(?:^|[^a-z])(?:us_?dot|dot|charity|npi|ein)(?![a-z]))/i;
const LINK = /:\/\/|^www\./i;
const PHONE_LINK = /tel:|wa\.me|whatsapp|phone=/i;

/** Every phone in a text, in the forms of which the list has one if it has the phone. */
export function phonesIn(field: string, input: string): PhoneOptOut[] {
  const text = withAsciiDigits(input).replace(/%2b/gi, '+').replaceAll('%20', ' ');
  const isCode = NO_PHONES.test(field) || (LINK.test(text) && !PHONE_LINK.test(text));
  const numbers = (text.match(NUMBERS) ?? []).flatMap(eachNumber);
  return numbers
    .filter((number) => !isCode || !/^[1-9]\d*$/.test(number))
    .flatMap(formsOfNumber)
    .map((value) => ({ kind: 'phone', value }));
}

/** What may be a number in a text with one or more of them. */
function eachNumber(text: string): string[] {
  const parts = text.split('/').map((part) => part.trim());
  const all = parts.length > 1 ? [text, ...parts] : [text];
  return all.flatMap((part) => (digitsIn(part).length > LONGEST ? adjacentGroups(part) : [part]));
}

/** Groups of digits that are next to each other: one of them is each number. */
function adjacentGroups(text: string): string[] {
  const groups = text.split(/\s+/);
  const sizes = groups.map((group) => digitsIn(group).length);
  return groups.flatMap((_, from) => {
    const numbers: string[] = [];
    let number = '';
    for (let next = from, digits = 0; next < groups.length; next += 1) {
      digits += sizes[next] ?? 0;
      if (digits > LONGEST + DIALED) break;
      number = number === '' ? (groups[next] ?? '') : `${number} ${groups[next]}`;
      if (digits >= SHORTEST) numbers.push(number);
    }
    return numbers;
  });
}

function formsOfNumber(number: string): string[] {
  const digits = digitsIn(number);
  const international = /^\(?(?:\+|00)/.test(number);
  if (digits.length < SHORTEST || digits.length > LONGEST + (international ? DIALED : 0)) return [];
  if (international) return [`+${number.includes('+') ? digits : digits.slice(2)}`];
  const national = withoutZeros(digits);
  return [
    ...(national.length >= SHORTEST ? [national] : []),
    ...(digits.startsWith('0') ? [] : [`+${digits}`]),
    // As dialed from North America.
    ...(digits.startsWith('011') ? [`+${digits.slice(3)}`] : []),
  ];
}

function digitsIn(text: string): string {
  return text.replace(/[^\d]+/g, '');
}

function withoutZeros(digits: string): string {
  return digits.replace(/^0+/, '');
}

/** Converts full-width and Arabic digits. */
function withAsciiDigits(text: string): string {
  if (/^[ -~]*$/.test(text)) return text;
  return text
    .normalize('NFKC')
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15));
}
