import { describe, expect, it } from 'vitest';
import { hasKeyword, PAGE_KINDS } from './link-keywords.ts';

/** The texts of all keywords, with their words separated by `separator`. */
function keywords(separator: string): string[] {
  return PAGE_KINDS.flatMap(([, , pattern]) =>
    pattern.source
      .replaceAll('[-_ .+]?', separator)
      .replace('(?<![\\p{L}])(?:', '')
      .replace(')(?![\\p{L}])', '')
      .replaceAll('?', '')
      .split('|'),
  );
}

describe('hasKeyword', () => {
  it.each(['', '-', '_', ' ', '.', '+'])(
    'agrees with the patterns on every keyword with "%s" between its words, in any case',
    (separator) => {
      const words = keywords(separator);
      expect(words.length).toBeGreaterThan(150);
      const texts = words.flatMap((word) => [word, word.toUpperCase(), `/12-${word}/`, `our ${word}`]);
      const matching = texts.filter((text) => PAGE_KINDS.some(([, , pattern]) => pattern.test(text)));
      expect(matching.length).toBeGreaterThan(0.99 * texts.length);
      expect(texts.filter(hasKeyword)).toEqual(matching);
    },
  );

  it.each(['', 'o', 'co', '/products/12', 'Constant', 'recontact', 'contactless', 'Gartenbau'])(
    'finds none in "%s"',
    (text) => {
      expect(hasKeyword(text)).toBe(false);
    },
  );
});
