import { expect, it } from 'vitest';
import { fitsSite, nameHints, spellsSite } from './company-name.ts';

it.each([
  ['Müller Bau GmbH', 'mueller-bau.de'],
  ['Müller Bau GmbH', 'muller-bau.de'],
  ['Smørrebrød ApS', 'smoerrebroed.dk'],
  ['Łódź Meble Sp. z o.o.', 'lodz-meble.pl'],
  ['Đặng Gia', 'danggia.vn'],
])('%s is the name of %s', (name, domain) => {
  const hints = nameHints(new Set([domain]), []);
  expect([fitsSite(name, hints), spellsSite(name, hints)]).toEqual([true, true]);
});

it('another name is not', () => {
  const hints = nameHints(new Set(['mueller-bau.de']), []);
  expect([fitsSite('Nord Logistik', hints), spellsSite('Nord Logistik', hints)]).toEqual([false, false]);
});
