import { expect, test } from 'vitest';
import { CharacterReferences } from './character-references.ts';

const references = new CharacterReferences();
/** Not a common one, so that the text before it takes the slow path. */
const RARE = '&hearts;';

test('decodes common references like all others', () => {
  const numbers = Array.from({ length: 10_100 }, (_, code) => `&#${code};`);
  const padded = ['&#039;', '&#0160;', '&#00064;', '&#000065;', '&#x40;', '&#X2019;'];
  const names = 'amp nbsp quot lt gt copy reg bull middot raquo rsquo ndash mdash AMP Copy uuml nosuch'
    .split(' ')
    .flatMap((name) => [`&${name};`, `&${name}`, `&${name}=1`]);
  const texts = [
    ...numbers,
    ...padded,
    ...names,
    '&',
    '& ',
    'a & b &1;',
    '&amp;nbsp;',
    '&#;',
    '&;',
    '&&lt;&',
  ];
  for (const text of texts) {
    expect([text, references.inText(text)]).toEqual([text, references.inText(text + RARE).slice(0, -1)]);
    const attribute = references.inAttribute(`${text} ${RARE}`).slice(0, -2);
    expect([text, references.inAttribute(text)]).toEqual([text, attribute]);
  }
  expect(references.inText('R&amp;D &copy;&#8217;')).toBe('R&D ©’');
});
