import { describe, expect, test } from 'vitest';
import { companyMentions } from './company-mentions.ts';
import { nameHints } from './company-name.ts';
import { namedCompanies } from './named-companies.ts';

function mentions(text: string, domain = 'acme.com', ownName: string | null = null): string[] {
  const hints = nameHints(new Set([domain]), []);
  return companyMentions(text, namedCompanies(text), hints, ownName).map(
    ({ start, end, isOwn }) => `${isOwn ? '+' : '-'} ${text.slice(start, end)}`,
  );
}

describe('the companies that a text names', () => {
  test.each([
    ['Acme Tools GmbH sells pumps of Nord Pumpen AG.', ['+ Acme Tools GmbH', '- Nord Pumpen AG']],
    [
      'Acme pertenece al Grupo Pizarro, S.A. y a Acme Andina S.A.S.',
      ['- Grupo Pizarro, S.A.', '+ Acme Andina S.A.S.'],
    ],
    [
      'UAB „Gintaras“ and ООО «Ромашка», also AB „Alus“',
      ['- UAB „Gintaras“', '- ООО «Ромашка»', '- AB „Alus“'],
    ],
    ['Kerekes és Fia Kft.', ['- Kerekes és Fia Kft.']],
    ['Our payments: Maksekeskus AS (Liivalaia 45)', ['- Maksekeskus AS']],
    ['Titular: Fios e Nós Ltda - CNPJ', ['+ Fios e Nós Ltda']],
    ['Betreiber der Seite: Nord Verlag GmbH', ['+ Nord Verlag GmbH']],
    ['Corner Shop is a trading name of Nord Retail Ltd', ['+ Nord Retail Ltd']],
  ])('%s', (text, expected) => {
    expect(mentions(text)).toEqual(expected);
  });

  test.each([
    'Pittsburgh, PA 15222',
    'Edmonton, AB T5J 3G1',
    'c/o Fiduciaire Morand SA',
    ', SARL au capital de 30 000 €',
  ])('none in %s', (text) => {
    expect(mentions(text)).toEqual([]);
  });

  test('a word of the domain in a name says little, if another name has all of it', () => {
    const text = 'Curso Norte Idiomas Ltda\nFala Idiomas Franchising Ltda';
    expect(mentions(text, 'falaidiomas.com.br')).toEqual([
      '- Curso Norte Idiomas Ltda',
      '+ Fala Idiomas Franchising Ltda',
    ]);
  });

  test('all places of the known name are its own, also without a legal form', () => {
    const text = 'Verein Thurbogen\nPianohaus Studer GmbH\nVerein Thurbogen';
    expect(mentions(text, 'musik.ch', 'Verein Thurbogen')).toEqual([
      '+ Verein Thurbogen',
      '- Pianohaus Studer GmbH',
      '+ Verein Thurbogen',
    ]);
  });
});
