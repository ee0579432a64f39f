import type { CountryCode } from 'libphonenumber-js/max';
import { ADDRESS_FORMS, type AddressForm } from './address-forms.ts';
import { regionAtEnd } from './regions.ts';

/** What may be a postal code in a text. */
export interface CodeCandidate {
  index: number;
  /** as written, with country letters */
  code: string;
  /** the forms of countries that it may have here */
  forms: AddressForm[];
}

const MAX_CODES = 400;

/** What may be a postal code, with country letters. */
const CODE =
  /(?:[A-Z]{3} ?\d{4}|(?:[A-Z]{1,3}-|LV-? |AZ (?=\d{4}(?!\d)))?(?:\d{4} ?[A-Z]{2}(?![\p{L}\p{N}])|\d{2}-\d{3}(?!\d)|\d{2}\.\d{3}-\d{3}(?!\d)|\d{3,7}(?:[ -]\d{2,4}(?!\d))?)|[A-Z]{1,2}\d[A-Z\d]{0,6}(?: ?\d[A-Z]{2}(?![A-Z\d])| \d[A-Z]\d| [A-Z\d]{4}(?![A-Z\d]))?)(?![\p{L}\p{N}@/_]|[.,]\d)/uy;
/**
 * The first digits of what may be a code: after a letter or hyphen, or else at least three digits that aren't the start
 * of a price, or the start of `00-950`.
 */
const DIGITS = /\d(?<=[A-Z-]\d)\d*|\d(?<![\w@/.+#-]\d)(?:\d{2,}(?![.,]?\d)|\d(?=-|\.\d{3}-\d{3}(?!\d)))/g;
/** The number of a box is no code, as in `P.O. Box 48213 - 00100 Nairobi`. */
const BOX = /(?:box|bag|postfach|postbus|bo[iî]te postale|casilla|apartado|ص\.? ?ب)\.? ?(?:no\.? ?)?$/iu;
/** `Carrera 33 No. 48-109` has the number of a house. */
const HOUSE = /(?:no|nro|n[º°]|#)\.? ?$/iu;
const PAIR = /^\d{2}-\d{3}$/;
const NOT_BEFORE_CODE = /[\p{L}\p{N}_@/.+#-]/u;
/** Letters and a space before the digits of a code: `LV 1010`, `AZ 1010` and, in Malta, `SLM 1549`. */
const SPACED_LETTERS = new RegExp(`(?<!${NOT_BEFORE_CODE.source})(?:LV|AZ|(?<maltese>[A-Z]{3})) $`, 'u');
const BEFORE_CITY = /^[ ,\t)]{1,3}(?:['’]s|[(]?[\p{Lu}\p{Lo}мг])/u;
const ALONE_BEFORE_CITY = /^\n\p{Lu}/u;
/** It is read backward from the end of a text, where the code is, because few letters are followed by it. */
const AFTER_CITY =
  /(?<=(?:[\p{L}.)]|\p{L} \d{1,2})[\s,(|•·]*(?:[–-]\s)?(?:(?:CEP|C\.? ?P\.?|ZIP|S|Eircode|PIN(?: ?[Cc]ode)?|Post(?:al)? ?[Cc]ode|[Cc]od po[șşs]tal)[.:]?\s*\(?)?)$/uy;

const formsByShape = new Map<
  string,
  { whole: readonly WholeForm[]; forms: readonly AddressForm[]; isExact: boolean }
>();
const MAX_SHAPES = 500;
/** The digits that all codes of a country start with, such as 94 of Liechtenstein. */
const FIRST_DIGITS = /^(?<letters>\(\?:[A-Z|-]+\)\?)?(?<digits>\d+)/;
const WHOLE = ADDRESS_FORMS.map((form) => {
  const { source } = form.code;
  const shape = source.replace(
    FIRST_DIGITS,
    (_, letters = '', digits: string) => `${letters}\\d{${digits.length}}`,
  );
  return {
    form,
    shape: new RegExp(`^(?:${shape})$`),
    exact: shape === source ? null : new RegExp(`^(?:${source})$`),
  };
});
type WholeForm = (typeof WHOLE)[number];

/** The forms of a code. */
function formsOf(code: string): readonly AddressForm[] {
  const shape = code.replace(/\d/g, '5');
  let found = formsByShape.get(shape);
  if (!found) {
    const whole = WHOLE.filter((form) => form.shape.test(shape));
    found = {
      whole,
      forms: whole.map(({ form }) => form),
      isExact: whole.every(({ exact }) => exact === null),
    };
    if (formsByShape.size < MAX_SHAPES) formsByShape.set(shape, found);
  }
  if (found.isExact) return found.forms;
  return found.whole.filter(({ exact }) => exact?.test(code) ?? true).map(({ form }) => form);
}

/** The possible postal codes of a text, in order. `likely`: the countries of the page. */
export function* postalCodesIn(text: string, likely: readonly CountryCode[]): Generator<CodeCandidate> {
  let from = 0;
  for (let codes = 0; codes < MAX_CODES; ) {
    DIGITS.lastIndex = from;
    const digits = DIGITS.exec(text);
    if (!digits) return;
    from = digits.index + digits[0].length;
    if (digits[0].length > 7) continue;
    const index =
      (digits[0].length === 4 ? spacedStart(text, digits.index, likely) : null) ??
      codeStart(text, digits.index);
    CODE.lastIndex = index;
    const code = CODE.exec(text)?.[0];
    if (!code) continue;
    from = Math.max(from, index + code.length);
    codes += 1;
    const forms = likelyForms(text, index, code, likely);
    if (forms.length > 0) yield { index, code, forms };
  }
}

/** The forms of a code that fit what stands beside it. Those with a known region exclude others than the page's. */
function likelyForms(
  text: string,
  index: number,
  code: string,
  likely: readonly CountryCode[],
): AddressForm[] {
  const all = formsOf(code);
  if (all.length === 0) return [];
  const after = text.slice(index + code.length, index + code.length + 5);
  const before = text.slice(Math.max(0, index - 40), index);
  if (BOX.test(before.slice(-16)) || (PAIR.test(code) && HOUSE.test(before.slice(-5)))) return [];
  const isBeforeCity = BEFORE_CITY.test(after);
  AFTER_CITY.lastIndex = before.length;
  const isAfterCity = AFTER_CITY.test(before);
  // A code on a line of its own, with its city on the next one.
  const isAlone = (index === 0 || text[index - 1] === '\n') && ALONE_BEFORE_CITY.test(after);
  if (!isBeforeCity && !isAfterCity && !after.startsWith('\n')) return [];
  const end = isAfterCity
    ? before.replace(/[\s,(|•·–-]+$/, '').replace(/[\s,]+(?:Canada|USA|Australia)$/, '')
    : '';
  const isInBrackets = before.endsWith('(') && after.startsWith(')');
  const forms = all.filter(({ country, order, needsRegion, inBrackets }) => {
    if (inBrackets && !isInBrackets) return false;
    if (order === 'before')
      return (
        isBeforeCity ||
        isAlone ||
        (country === 'BR' && /^ [–-] \p{Lu}/u.test(after)) ||
        ((country === 'MX' || country === 'BR') &&
          after.startsWith('\n') &&
          /C\.? ?(?:P\.?|EP):? ?$/.test(before))
      );
    return isAfterCity && (!needsRegion || regionAtEnd(end, country) !== null);
  });
  const regional = forms.filter(({ needsRegion }) => needsRegion);
  return regional.length > 0
    ? forms.filter(({ country, needsRegion }) => needsRegion || likely.includes(country))
    : forms;
}

/** Where a code starts that has its first digit at an offset, or the end of the text if it can't. */
function codeStart(text: string, digit: number): number {
  let start = digit;
  if (text[start - 1] === '-' && isCapital(text.charCodeAt(start - 2))) start -= 1;
  while (start > 0 && digit - start < 4 && isCapital(text.charCodeAt(start - 1))) start -= 1;
  const before = text[start - 1] ?? '';
  return before === ' ' || before === '\n' ? start : codeStartAt(text, start);
}

/** Where a code of four digits starts that has letters and a space before them. Null: it has none. */
function spacedStart(text: string, digit: number, likely: readonly CountryCode[]): number | null {
  const letters = SPACED_LETTERS.exec(text.slice(Math.max(0, digit - 5), digit));
  if (!letters || (letters.groups!.maltese && !likely.includes('MT'))) return null;
  return digit - letters[0].length;
}

function codeStartAt(text: string, start: number): number {
  return NOT_BEFORE_CODE.test(text[start - 1] ?? '') ? text.length : start;
}

function isCapital(code: number): boolean {
  return code >= 65 && code <= 90;
}
