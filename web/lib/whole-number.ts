/** Commas and spaces can set thousands apart. Dots are refused, because they could also be decimal points. */
const WHOLE_NUMBER = /^(?:\d+|\d{1,3}(?:[, \u00a0\u202f]\d{3})+)$/;

/** A whole number as typed, such as "1,000" or "12 345"; null for anything else. It may be larger than a call takes. */
export function parseWholeNumber(text: string): number | null {
  const trimmed = text.trim();
  const number = WHOLE_NUMBER.test(trimmed) ? Number(trimmed.replace(/\D/g, '')) : Number.NaN;
  return Number.isSafeInteger(number) ? number : null;
}
