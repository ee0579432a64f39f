import { expect, test } from 'vitest';
import { extractPage } from '../extract-page.ts';
import { siteContacts } from '../site-contacts.ts';
import { registerNumbers } from './register-numbers.ts';

function organization(html: string, url = 'https://www.acme.com/'): Record<string, string> {
  const page = extractPage(`<html><body>${html}</body></html>`, url, { now: () => 0 });
  return Object.fromEntries(
    page.organization.map(({ field, value, source }) => [field, `${value} (${source})`]),
  );
}

test('reads the organization of JSON-LD, the one with the most details', () => {
  const data = {
    '@graph': [
      { '@type': 'Organization', name: 'Agency' },
      {
        '@type': 'LocalBusiness',
        name: 'Acme Bakery',
        vatID: 'DE123456789',
        address: {
          '@type': 'PostalAddress',
          streetAddress: 'Main Street 1',
          postalCode: '10115',
          addressLocality: 'Berlin',
          addressCountry: { '@type': 'Country', name: 'Germany' },
        },
      },
    ],
  };
  expect(organization(`<script type="application/ld+json">${JSON.stringify(data)}</script>`)).toEqual({
    organization_name: 'Acme Bakery (json-ld)',
    street: 'Main Street 1 (json-ld)',
    postal_code: '10115 (json-ld)',
    city: 'Berlin (json-ld)',
    country: 'DE (json-ld)',
    vat_number: 'DE123456789 (json-ld)',
  });
});

test('reads microdata', () => {
  const html =
    '<div itemscope><b itemprop="legalName">Acme Ltd</b><span itemprop="streetAddress">1 High St</span><span itemprop="addressLocality">Leeds</span><span itemprop="postalCode">LS1 4AP</span><meta itemprop="addressCountry" content="GB"></div>';
  expect(organization(html)).toEqual({
    organization_name: 'Acme Ltd (microdata)',
    street: '1 High St (microdata)',
    postal_code: 'LS1 4AP (microdata)',
    city: 'Leeds (microdata)',
    country: 'GB (microdata)',
  });
});

test('reads an h-card', () => {
  const html =
    '<div class="h-card"><span class="p-org">Acme SARL</span><span class="p-street-address">3 rue Haute</span><span class="p-postal-code">69003</span> <span class="p-locality">Lyon</span> <span class="p-country-name">France</span></div>';
  expect(organization(html)).toMatchObject({
    organization_name: 'Acme SARL (microdata)',
    street: '3 rue Haute (microdata)',
    postal_code: '69003 (microdata)',
    city: 'Lyon (microdata)',
    country: 'FR (microdata)',
  });
});

test('reads an imprint', () => {
  const html =
    '<h1>Impressum</h1><p>Acme Maschinenbau GmbH<br>Aachener Str. 45<br>50674 Köln</p><p>Registergericht: Amtsgericht Köln, HRB 48213<br>USt-IdNr.: DE 123 456 789</p>';
  expect(organization(html, 'https://acme.de/')).toEqual({
    organization_name: 'Acme Maschinenbau GmbH (text)',
    street: 'Aachener Str. 45 (text)',
    postal_code: '50674 (text)',
    city: 'Köln (text)',
    country: 'DE (text)',
    registration_number: '48213 (text)',
    vat_number: 'DE123456789 (text)',
  });
});

test('reads an address on one line', () => {
  expect(organization('<p>Acme, 812 SW Morrison St, Portland, OR 97205</p>')).toMatchObject({
    street: '812 SW Morrison St (text)',
    postal_code: '97205 (text)',
    city: 'Portland (text)',
    country: 'US (text)',
  });
  expect(organization('<p>Keizersgracht 121, 1015 CJ Amsterdam</p>')).toMatchObject({
    street: 'Keizersgracht 121 (text)',
    postal_code: '1015 CJ (text)',
    city: 'Amsterdam (text)',
  });
});

test.each([
  ['KvK 34218876', 'registration_number', '34218876'],
  ['SIRET : 424 761 419 00045', 'registration_number', '42476141900045'],
  ['RCS Lyon B 424 761 419', 'registration_number', 'B424761419'],
  ['TVA intracommunautaire : FR 40 424 761 419', 'vat_number', 'FR40424761419'],
  ['P.IVA 02341780379', 'vat_number', '02341780379'],
  ['BTW BE 0412.345.678', 'vat_number', 'BE0412.345.678'],
  ['Company No. 04382217', 'registration_number', '04382217'],
  ['Registered in England No. 4382217', 'registration_number', '4382217'],
  ['VAT No. GB 123 4567 89', 'vat_number', 'GB123456789'],
  ['CIF B91234567', 'vat_number', 'B91234567'],
  ['CVR-nr. 28 41 33 72', 'registration_number', '28413372'],
  ['Org.nr 556036-0793', 'registration_number', '556036-0793'],
  ['Y-tunnus 1234567-8', 'registration_number', '1234567-8'],
  ['CNPJ 12.345.678/0001-95', 'registration_number', '12.345.678/0001-95'],
  ['ABN 51 824 753 556', 'registration_number', '51824753556'],
  ['FN 214433k', 'registration_number', '214433k'],
  ['ОГРН 1027812345678', 'registration_number', '1027812345678'],
])('reads %s', (text, kind, value) => {
  expect(registerNumbers(`Acme\n${text}\nTel. 1`)).toMatchObject([{ kind, value }]);
});

test.each(['Tel. 020 7839 1234', 'Order number 12345678', 'Organic food since 1998', 'No. 12'])(
  'finds no register number in %s',
  (text) => expect(registerNumbers(text)).toEqual([]),
);

test('keeps the details of a site with their page', () => {
  const pages = [
    extractPage('<p>Welcome</p>', 'https://acme.de/', { now: () => 0 }),
    extractPage('<p>Acme GmbH<br>Aachener Str. 45<br>50674 Köln</p>', 'https://acme.de/impressum', {
      now: () => 0,
    }),
  ];
  const site = siteContacts(pages, 'https://acme.de/');
  expect(site.organization).toEqual({
    organization_name: 'Acme GmbH',
    street: 'Aachener Str. 45',
    postal_code: '50674',
    city: 'Köln',
    country: 'DE',
  });
  expect(site.evidence).toContainEqual({
    field: 'city',
    value: 'Köln',
    written: 'Aachener Str. 45 50674 Köln',
    source: 'text',
    page: 'https://acme.de/impressum',
  });
});
