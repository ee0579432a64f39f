import { expect, it } from 'vitest';
import { letters, spelledOutLetters } from './letters.ts';

it.each([
  ['Łódź Meble', 'lodzmeble', 'lodzmeble'],
  ['Smørrebrød', 'smorrebrod', 'smoerrebroed'],
  ['Đặng & Sons', 'dangsons', 'dangsons'],
  ['Groß & So\u0308hne', 'grosssohne', 'grosssoehne'],
  ['Håndværk', 'handvaerk', 'haandvaerk'],
])('compares %s with domains', (name, plain, long) => {
  expect(letters(name)).toBe(plain);
  expect(spelledOutLetters(name)).toBe(long);
});
