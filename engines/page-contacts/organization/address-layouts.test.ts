import { describe, expect, test } from 'vitest';
import { extractPage } from '../extract-page.ts';
import { pageOrganization } from './page-organization.ts';

/** The street, postal code and city of a page, in one line. */
function address(html: string, host: string, lang: string): string {
  const page = extractPage(`<html lang="${lang}"><body>${html}</body></html>`, `https://www.${host}/`, {
    now: () => 0,
    organization: pageOrganization,
  });
  const of = (wanted: string): string =>
    page.organization.find(({ field }) => field === wanted)?.value ?? '-';
  return `${of('street')} | ${of('postal_code')} | ${of('city')}`;
}

describe('a street has all its parts', () => {
  test.each([
    [
      'maler-abt.es',
      'es',
      'Pol. Ind. Norte, C/ Real, Nave 4, 50001 Zaragoza',
      'Pol. Ind. Norte, C/ Real, Nave 4 | 50001 | Zaragoza',
    ],
    [
      'lojas.pt',
      'pt',
      'Rua do Norte, 55 R/C Esq., 4050-379 Porto',
      'Rua do Norte, 55 R/C Esq. | 4050-379 | Porto',
    ],
    [
      'lojas.com.br',
      'pt-BR',
      'R. Alta, 1.245 - Loja 2, Curitiba - PR, 80010-010',
      'R. Alta, 1.245 - Loja 2 | 80010-010 | Curitiba',
    ],
    [
      'dom.ru',
      'ru',
      '195027, Санкт-Петербург, пр-кт Энергетиков, д. 10, лит. А, пом. 15',
      'пр-кт Энергетиков, д. 10, лит. А, пом. 15 | 195027 | Санкт-Петербург',
    ],
    [
      'mill.co.uk',
      'en',
      'Unit 4<br>Mill Trading Estate<br>Mill Road<br>Poole<br>BH15 2AA',
      'Unit 4, Mill Trading Estate, Mill Road | BH15 2AA | Poole',
    ],
    [
      'blocks.in',
      'en',
      'A-20, Shiv Plaza, Ring Road, Surat 395002',
      'A-20, Shiv Plaza, Ring Road | 395002 | Surat',
    ],
    ['kovo.cz', 'cs', 'č.p. 147<br>588 13 Polná', 'č.p. 147 | 588 13 | Polná'],
    [
      'pont.fr',
      'fr',
      '12 rue du Pont, CS 30001, 67085 Strasbourg',
      '12 rue du Pont, CS 30001 | 67085 | Strasbourg',
    ],
    ['logs.com.au', 'en', 'Lot 12 Long Road Healesville VIC 3777', 'Lot 12 Long Road | 3777 | Healesville'],
  ])('of %s', (host, lang, html, expected) => expect(address(`<p>${html}</p>`, host, lang)).toBe(expected));

  test('but not the name of the company', () => {
    const html = '<p>Alfa Works Pvt. Ltd.<br>Plot 4, Ring Road, Surat 395002</p>';
    expect(address(html, 'alfa.in', 'en')).toBe('Plot 4, Ring Road | 395002 | Surat');
  });
});
