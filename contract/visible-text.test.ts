import { expect, it } from 'vitest';
import { PersonName } from './auth.ts';
import { visibleText } from './visible-text.ts';

it.each([
  ['  Ada   Lovelace ', 'Ada Lovelace'],
  ['Ada\u200BLovelace\uFEFF', 'AdaLovelace'],
  ['Ada\r\nBcc: x@example.com\u0007', 'Ada Bcc: x@example.com'],
  ['\u202Eadda\u202C', 'adda'],
  ['\u200D\u200CAda\u200D', 'Ada'],
  ['\u3164\u2800', ''],
  ['نیلوفر\u200Cآبی', 'نیلوفر\u200Cآبی'],
  ['José Ñúñez-O’Neill 3rd', 'José Ñúñez-O’Neill 3rd'],
])('shows all of the name %j', (written, shown) => {
  expect(visibleText(written)).toBe(shown);
});

it('is what a name needs two characters of', () => {
  expect(PersonName.parse('\u200BAda\u0000')).toBe('Ada');
  expect(PersonName.safeParse('\u200B\u200B\u200B').success).toBe(false);
  expect(PersonName.safeParse('A\u200B').success).toBe(false);
});
