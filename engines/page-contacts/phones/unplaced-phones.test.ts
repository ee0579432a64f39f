import { describe, expect, it } from 'vitest';
import { extractPage } from '../extract-page.ts';
import { siteContacts } from '../site-contacts.ts';

const URL_OF_ACME = 'https://acme.com/';
const unplaced = (html: string, url = URL_OF_ACME) => {
  const { phones, unplacedPhones } = extractPage(html, url);
  return { phones: phones.map(({ value }) => value), unplaced: unplacedPhones.map(({ value }) => value) };
};

describe('a number in national format on a page without a country', () => {
  it.each([
    ['<p>Tel: 030 901820</p>', '030 901820'],
    ['<p>Phone: 4420 5678</p>', '4420 5678'],
    ['<a href="tel:022456789">Call</a>', '022456789'],
    ['<p>Telefon 0221 / 12345-67, Fax 0221 / 12345-68</p>', '0221 / 12345-67'],
    ['<p>Mobile: 0812 3456 7890</p>', '0812 3456 7890'],
  ])('is kept as written: %s', (html, written) => {
    expect(unplaced(html)).toEqual({ phones: [], unplaced: [written] });
  });

  it.each([
    '<p>Order no: 12345678</p>',
    '<p>Fax: 030 901821</p>',
    '<p>Phone: 1234567890</p>',
    '<p>VAT 12345678, 030 901820</p>',
    '<p>Tel: 2024-11-12</p>',
  ])('is none of these: %s', (html) => {
    expect(unplaced(html).unplaced).toEqual([]);
  });

  it('is a number of the country that the page tells', () => {
    expect(unplaced('<p>Tel: 030 901820</p>', 'https://acme.de/')).toEqual({
      phones: ['+4930901820'],
      unplaced: [],
    });
    expect(unplaced('<p>Tel: 030 901820, +49 30 901820</p>').unplaced).toEqual([]);
  });

  it('is left out if another page of the site tells its country', () => {
    const home = extractPage('<p>Tel: 030 901820</p><p>Phone: 4420 5678</p>', URL_OF_ACME);
    const imprint = extractPage('<p>Tel: +49 30 901820</p>', `${URL_OF_ACME}imprint`);
    const site = siteContacts([home, imprint], URL_OF_ACME);
    expect(site).toMatchObject({ phones: ['+4930901820'], unplacedPhones: ['4420 5678'] });
    expect(site.evidence).toContainEqual({
      field: 'phones_country_unknown',
      value: '4420 5678',
      written: '4420 5678',
      source: 'text',
      page: URL_OF_ACME,
    });
  });
});
