/** A letter of Hebrew, Arabic or Persian. */
const LETTER = /[\u05d0-\u05ea\u0621-\u06d3]/;

/** Whether a text has a letter of Hebrew, Arabic or Persian. */
export function isRightToLeft(text: string): boolean {
  return LETTER.test(text);
}
