import { expect, it } from 'vitest';
import { plainLetters, spelledOut } from './plain-letters.ts';

it.each([
  ['łukasz', 'lukasz'],
  ['đức', 'dức'],
  ['kjær', 'kjaer'],
  ['søren', 'soren'],
  ['þórður', 'thórdur'],
  ['cœur', 'coeur'],
  ['groß', 'gross'],
  ['yılmaz', 'yilmaz'],
  ['ħal', 'hal'],
  ['áŋŋel', 'ángngel'],
])('%s has the plain letters %s', (name, plain) => expect(plainLetters(name)).toBe(plain));

it('spells umlauts in two letters', () => {
  expect(spelledOut('jørgen müller')).toBe('joergen mueller');
});
