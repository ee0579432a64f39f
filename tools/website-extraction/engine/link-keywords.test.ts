import { describe, expect, it, test } from 'vitest';
import { hasKeyword, kindsIn, PAGE_KINDS } from './link-keywords.ts';

/** The texts of all keywords, with their words separated by `separator`. */
function keywords(separator: string): string[] {
  return PAGE_KINDS.flatMap(({ here }) =>
    here.source
      .replaceAll('[-_ .+]?', separator)
      .replace('(?<![\\p{L}])(?:', '')
      .replace(')(?![\\p{L}])', '')
      .replaceAll('?', '')
      .split('|'),
  );
}

/** The kinds whose patterns match a text, as a bit set. */
function matchingKinds(text: string): number {
  return PAGE_KINDS.reduce((kinds, { anywhere }, index) => kinds | (anywhere.test(text) ? 1 << index : 0), 0);
}

test('finds the kinds whose patterns match', () => {
  const texts = [
    '/about-us/contact',
    'Team & privacy',
    'Über uns: Impressum',
    'お問い合わせ',
    'Press contact 12',
  ];
  for (const text of [...texts, ...keywords(' '), keywords('-').join(' / ')])
    expect([text, kindsIn(text)]).toEqual([text, matchingKinds(text)]);
  expect(texts.map(kindsIn)).not.toContain(0);
});

describe('hasKeyword', () => {
  it.each(['', '-', '_', ' ', '.', '+'])(
    'agrees with the patterns on every keyword with "%s" between its words, in any case',
    (separator) => {
      const words = keywords(separator);
      expect(words.length).toBeGreaterThan(150);
      const texts = words.flatMap((word) => [word, word.toUpperCase(), `/12-${word}/`, `our ${word}`]);
      const matching = texts.filter((text) => PAGE_KINDS.some(({ anywhere }) => anywhere.test(text)));
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
