import { describe, expect, it } from 'vitest';
import { BODIES, HOSTS, MAKERS, OFFICERS, SERVICES } from './owner-word-lists.ts';
import { OwnerWords } from './owner-words.ts';

describe('the lists of words', () => {
  it.each(Object.entries({ BODIES, HOSTS, MAKERS, OFFICERS, SERVICES }))(
    '%s start with three small letters, by which they are looked up',
    (_, words) => {
      const wrong = words
        .trim()
        .split('\n')
        .filter(
          (word) => !/^\p{L}{3}(?![?*+{])/u.test(word) || word.slice(0, 3) !== word.slice(0, 3).toLowerCase(),
        );
      expect(wrong).toEqual([]);
    },
  );
});

it.each([
  'EU representative: Acme Ltd',
  'EU-Representative: Acme Ltd',
  'Our EU\ue000 representative',
  'Representative in the EU: Acme Ltd',
])('finds an outside representative in “%s”', (text) => {
  const [word, ...others] = new OwnerWords(text).between(0, text.length);
  expect(word).toMatchObject({ kind: 'outside' });
  expect(text.slice(word?.index, word?.end).toLowerCase()).toContain('representative');
  expect(others).toEqual([]);
});

it.each(['Sales representative: Ann Lee', 'Neu representative', 'The representatives of the EU'])(
  'finds none in “%s”',
  (text) => {
    expect(new OwnerWords(text).between(0, text.length)).toEqual([]);
  },
);
