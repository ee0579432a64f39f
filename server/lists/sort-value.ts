import { readComparable, sortNumber } from '#contract/column-conditions.ts';
import { foldedText } from '#tools/list-tool/row-text.ts';

/** How a value of a list is sorted: numbers and then days by their value, as filters read them, and then texts. */
export interface SortValue {
  /** null for a value that is neither a number nor a day */
  number: number | null;
  /** its first characters; null for a row without a value */
  text: string | null;
}

/** Of a folded text, the characters that are sorted by. */
export const SORTED_CHARS = 200;

/** How a stored text is sorted; null for a row without a value. `asText`: as in a column of phones, nothing is a number. */
export function sortValue(
  text: string | null,
  { asText = false }: { asText?: boolean | undefined } = {},
): SortValue {
  if (text === null) return { number: null, text: null };
  const comparable = asText ? null : readComparable(text);
  return { number: comparable && sortNumber(comparable), text: sortedPart(foldedText(text)) };
}

/** The part of a folded text that is sorted by, without half of a character. */
export function sortedPart(folded: string): string {
  if (folded.length <= SORTED_CHARS) return folded;
  const isHalf = /[\ud800-\udbff]/.test(folded.charAt(SORTED_CHARS - 1));
  // A slice would keep the whole text in memory.
  return Buffer.from(folded.slice(0, isHalf ? SORTED_CHARS - 1 : SORTED_CHARS)).toString();
}
