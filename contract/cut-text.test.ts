import { describe, expect, it } from 'vitest';
import { cutText } from './cut-text.ts';

const FAMILY = '👨‍👩‍👧‍👦';

describe('a text that is cut', () => {
  it.each([
    ['short', 'Ada', 10, 'Ada'],
    ['at its length', 'Ada', 3, 'Ada'],
    ['longer', 'Ada Lovelace', 3, 'Ada'],
    ['inside an emoji', 'Ada😀', 4, 'Ada'],
    ['after an emoji', 'Ada😀!', 5, 'Ada😀'],
    ['inside a flag', 'Ada🇩🇪', 5, 'Ada'],
    ['inside a family', `Ada${FAMILY}`, 3 + FAMILY.length - 1, 'Ada'],
    ['inside an accent', 'Ade\u0301', 3, 'Ad'],
    ['at the start', '😀', 1, ''],
    ['to nothing', 'Ada', 0, ''],
    ['with NUL', 'A\0da\0', 3, 'Ada'],
    ['with half an emoji', 'Ada\ud83d', 10, 'Ada\ufffd'],
    ['with the other half', '\ude00Ada', 10, '\ufffdAda'],
  ])('%s', (_case, text, max, cut) => {
    expect(cutText(text, max)).toBe(cut);
  });

  it('is well formed wherever it is cut, even with endless marks', () => {
    const text = `${'a'.repeat(40)}😀${FAMILY}z${'\u0301'.repeat(100)}😀${'\u{10a3f}'.repeat(60)}`;
    for (let max = 0; max <= text.length; max += 1) {
      const cut = cutText(text, max);
      expect(cut.length).toBeLessThanOrEqual(max);
      expect(cut.isWellFormed()).toBe(true);
      expect(text.startsWith(cut)).toBe(true);
    }
  });
});
