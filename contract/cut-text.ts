const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** Longer than almost every character that people see as one, in UTF-16 units. */
const NEAR = 32;

/**
 * A text from outside as the database and JSON can store it: at most `maxChars` UTF-16 units, not cut inside an
 * emoji or another character, without NUL, and with U+FFFD for halves of characters.
 */
export function cutText(written: string, maxChars: number): string {
  const text = written.replaceAll('\0', '').toWellFormed();
  return text.length <= maxChars ? text : text.slice(0, boundaryBefore(text, maxChars));
}

function boundaryBefore(text: string, index: number): number {
  const from = Math.max(0, index - NEAR);
  const cut = characters.segment(text.slice(from, index + NEAR)).containing(index - from);
  if (cut && cut.index > 0) return from + cut.index;
  // Letters with hundreds of marks: at least not inside a surrogate pair.
  return text.slice(0, index).isWellFormed() ? index : index - 1;
}
