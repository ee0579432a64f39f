/**
 * The matches of a global pattern that never matches an empty text, one after the other. `matchAll` makes a copy of its
 * pattern at each call, which takes longer than to search a line if the pattern has thousands of characters.
 */
export function* matchesOf(pattern: RegExp, text: string): Generator<RegExpExecArray> {
  // The caller may use the same pattern between two matches.
  let from = 0;
  for (;;) {
    pattern.lastIndex = from;
    const match = pattern.exec(text);
    if (!match) return;
    from = match.index + match[0].length;
    yield match;
  }
}
