import { type ColumnCondition, oneOfValues, readComparable } from '#contract/column-conditions.ts';
import { containsText, foldedText, type StoredRow, searchText, storedTexts } from './row-text.ts';

/** Whether a stored row meets a condition, in the browser, in files and in lists. */
export function meets(row: StoredRow, { fields, is, value }: ColumnCondition): boolean {
  const texts = () => fields.flatMap((field) => filterValues(row[field]));
  switch (is) {
    case 'containing':
      return containsText(searchText(row, fields), value);
    case 'not-containing':
      return !containsText(searchText(row, fields), value);
    case 'starting':
      return texts().some((text) => foldedText(text).startsWith(foldedText(value)));
    case 'equal':
      return texts().some((text) => isSame(text, value));
    case 'not-equal':
      return !texts().some((text) => isSame(text, value));
    case 'one-of': {
      const wanted = foldedValues(value);
      return texts().some((text) => wanted.has(foldedText(text)));
    }
    case 'empty':
      return texts().length === 0;
    case 'not-empty':
      return texts().length > 0;
    case 'at-least':
      return texts().some((text) => isOrdered(value, text));
    case 'at-most':
      return texts().some((text) => isOrdered(text, value));
  }
}

const KEPT_VALUES = 100;
const known = new Map<string, ReadonlySet<string>>();

/** The values of `one-of` as they are compared. They are the same for each row. */
function foldedValues(value: string): ReadonlySet<string> {
  const before = known.get(value);
  if (before) return before;
  const values = new Set(oneOfValues(value).map(foldedText));
  if (known.size >= KEPT_VALUES) known.clear();
  known.set(value, values);
  return values;
}

function isSame(text: string, value: string): boolean {
  return foldedText(text) === foldedText(value);
}

/** Whether the texts are numbers or days in this order, or the same. */
function isOrdered(first: string, second: string): boolean {
  const low = readComparable(first);
  const high = readComparable(second);
  return low !== null && high !== null && low.kind === high.kind && low.value <= high.value;
}

function filterValues(stored: unknown): string[] {
  return typeof stored === 'boolean' ? [String(stored)] : storedTexts(stored);
}
