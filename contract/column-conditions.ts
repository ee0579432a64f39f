import { z } from 'zod';

const COLUMNS_MAX = 200;
const COLUMN_NAME_MAX_CHARS = 500;
export const COLUMN_CONDITIONS_MAX = 10;
const CONDITION_VALUE_MAX_CHARS = 200;
/** Of all values of `one-of` together. */
const VALUES_MAX_CHARS = 2000;
/** Of all conditions of a request together, encoded: they travel in the address of a GET, of which common proxies take 8 KB. */
const CONDITIONS_MAX_CHARS = 6000;
export const CONDITIONS_TOO_LONG = 'The filters are too long together. Use fewer or shorter values.';

/**
 * How a column can be compared. Upper and lower case and accents are the same; `at-…` compares numbers or dates. `one-of` has several
 * values in one text: one per line, or in one line with commas between them.
 */
export const CONDITION_KINDS = [
  'containing',
  'not-containing',
  'starting',
  'equal',
  'not-equal',
  'one-of',
  'empty',
  'not-empty',
  'at-least',
  'at-most',
] as const;
export type ConditionKind = (typeof CONDITION_KINDS)[number];

/** A condition on a column of results or of a list. With several fields, these are one column. */
export const ColumnCondition = z
  .object({
    fields: z
      .array(z.string().max(COLUMN_NAME_MAX_CHARS))
      .min(1)
      .max(COLUMNS_MAX)
      .overwrite((fields) => [...new Set(fields)]),
    is: z.enum(CONDITION_KINDS),
    value: z.string().max(VALUES_MAX_CHARS).default(''),
  })
  .superRefine(({ is, value }, { addIssue }) => {
    if ((is === 'at-least' || is === 'at-most') && readComparable(value) === null)
      addIssue({ code: 'custom', message: `${is} needs a number or a date such as 2026-11-23` });
    if (is === 'one-of' && oneOfValues(value).length === 0)
      addIssue({ code: 'custom', message: 'one-of needs values, with commas between them or one per line' });
    if (value.length > conditionMaxChars(is))
      addIssue({ code: 'custom', message: `A value can have ${conditionMaxChars(is)} characters at most` });
  });
export type ColumnCondition = z.infer<typeof ColumnCondition>;

/** The most characters of a value. */
export function conditionMaxChars(is: ConditionKind): number {
  return is === 'one-of' ? VALUES_MAX_CHARS : CONDITION_VALUE_MAX_CHARS;
}

/** "DE, AT" -> ["DE", "AT"]. With several lines, one value per line, so that it can have commas. */
export function oneOfValues(value: string): string[] {
  const lines = /[\r\n]/.test(value);
  return value
    .split(lines ? /[\r\n]+/ : ',')
    .map((text) => text.trim())
    .filter((text) => text !== '');
}

/** Whether conditions, as a JSON list, aren't too long for the address of a request. */
export function conditionsFit(text: string): boolean {
  return new URLSearchParams({ where: text }).toString().length <= CONDITIONS_MAX_CHARS;
}

/** Conditions that a row must all meet: a JSON list of ColumnCondition, as a text. */
export const ColumnConditions = z
  .string()
  .refine(conditionsFit, { message: CONDITIONS_TOO_LONG, abort: true })
  .transform((text, { issues }) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      issues.push({ code: 'custom', input: text, message: 'where must be a JSON list of conditions' });
      return z.NEVER;
    }
  })
  .pipe(z.array(ColumnCondition).max(COLUMN_CONDITIONS_MAX));

/** A value that has an order. Numbers and dates aren't compared with each other. */
export interface Comparable {
  kind: 'number' | 'date';
  value: number;
}

const DAY_MS = 86_400_000;

/**
 * A text as a number or a day: "1,200", "$ 45.50", "12 %", "2026-11-23", "11/23/2026" and "23.11.2026". null if it is
 * neither.
 */
export function readComparable(text: string): Comparable | null {
  const plain = text.trim();
  const day = readDay(plain);
  if (day !== null) return { kind: 'date', value: day };
  const digits = plain.replace(/[\s\u00a0\u202f'’$€£¥%]/g, '');
  const number = readNumber(digits);
  return number === null ? null : { kind: 'number', value: number };
}

/** Larger numbers, such as IDs, are sorted as texts: not all of their digits count. */
const LARGEST = 1e15;
/** Days follow all numbers. */
const DAYS_FROM = 2 * LARGEST;

/** Where a number or a day is among all of both; null for a number that is sorted as a text. */
export function sortNumber({ kind, value }: Comparable): number | null {
  if (kind === 'date') return DAYS_FROM + value;
  return Math.abs(value) < LARGEST ? value : null;
}

function readDay(text: string): number | null {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T\s].*)?$/.exec(text);
  if (iso) return dayNumber(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const german = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text);
  if (german) return dayNumber(Number(german[3]), Number(german[2]), Number(german[1]));
  const slashes = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text);
  if (!slashes) return null;
  const [first, second, year] = [Number(slashes[1]), Number(slashes[2]), Number(slashes[3])];
  // Americans write the month first.
  return first > 12 ? dayNumber(year, second, first) : dayNumber(year, first, second);
}

function dayNumber(year: number, month: number, day: number): number | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.getTime() / DAY_MS : null;
}

/** Digits as a number: "1,200", "1.234.567,8" and "12,5". null if they are none. */
export function readNumber(text: string): number | null {
  if (/^[+-]?\d{1,3}(,\d{3})+(\.\d+)?$/.test(text)) return Number(text.replaceAll(',', ''));
  if (/^[+-]?\d{1,3}(\.\d{3}){2,}$|^[+-]?\d{1,3}(\.\d{3})+,\d+$/.test(text))
    return Number(text.replaceAll('.', '').replace(',', '.'));
  if (/^[+-]?\d+,\d{1,2}$/.test(text)) return Number(text.replace(',', '.'));
  return /^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(text) ? Number(text) : null;
}
