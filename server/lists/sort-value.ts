/** How a value of a list is sorted: numbers by their value, then texts. */
export interface SortValue {
  /** null for a value that isn't a number */
  number: number | null;
  /** its first characters; null for a row without a value */
  text: string | null;
}

/** Of a folded text, the characters that are sorted by. */
export const SORTED_CHARS = 200;

/** A number as sites write it, small enough to be sorted as one. */
const NUMBER = /^-?[0-9]{1,15}([.][0-9]{1,10})?$/;
/** The most characters that such a number has. */
export const NUMBER_CHARS = 27;

/** How a folded text (`foldedText`) is sorted; null for a row without a value. */
export function sortValue(folded: string | null): SortValue {
  return { number: folded === null ? null : sortNumber(folded), text: folded && sortedPart(folded) };
}

/** The number that a folded text is; null for any other text. */
export function sortNumber(folded: string): number | null {
  return NUMBER.test(folded) ? Number(folded) : null;
}

/** The part of a folded text that is sorted by, without half of a character. */
export function sortedPart(folded: string): string {
  if (folded.length <= SORTED_CHARS) return folded;
  const isHalf = /[\ud800-\udbff]/.test(folded.charAt(SORTED_CHARS - 1));
  // A slice would keep the whole text in memory.
  return Buffer.from(folded.slice(0, isHalf ? SORTED_CHARS - 1 : SORTED_CHARS)).toString();
}
