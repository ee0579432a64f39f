import { expect, test } from 'vitest';
import { extractPage } from '../extract-page.ts';
import { siteContacts } from '../site-contacts.ts';
import { pageOrganization } from './page-organization.ts';
import { registerNumbers } from './register-numbers.ts';

const READING = { now: () => 0, organization: pageOrganization };

function organization(html: string, url = 'https://www.acme.com/'): Record<string, string> {
  const page = extractPage(`<html><body>${html}</body></html>`, url, READING);
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

const jsonLd = (address: object) =>
  `<script type="application/ld+json">${JSON.stringify({ '@type': 'Organization', name: 'Acme Ltd', address })}</script>`;
const item = (type: string, property: string, content: string) =>
  `<div itemprop="${property}" itemscope itemtype="https://schema.org/${type}">${content}</div>`;
const office = (...parts: [name: string, value: string][]) => {
  const spans = parts.map(([name, value]) => `<span itemprop="${name}">${value}</span>`);
  return item('LocalBusiness', '', item('PostalAddress', 'address', spans.join(' ')));
};
const BOSTON = office(['streetAddress', '5 Elm St'], ['addressLocality', 'Boston']);
const CHICAGO = office(
  ['streetAddress', '9 Oak St'],
  ['addressLocality', 'Chicago'],
  ['addressRegion', 'IL'],
  ['postalCode', '60601'],
);

test.each([
  ['microdata', BOSTON + CHICAGO, { street: '5 Elm St (microdata)', city: 'Boston (microdata)' }],
  [
    'JSON-LD and microdata',
    jsonLd({ addressLocality: 'Boston', addressCountry: 'US' }) + CHICAGO,
    { city: 'Boston (json-ld)', country: 'US (json-ld)' },
  ],
  [
    'JSON-LD and text',
    `${jsonLd({ addressRegion: 'California', addressCountry: 'US' })}<address>Acme GmbH<br>Hauptstraße 5<br>10115 Berlin<br>Germany</address>`,
    {
      street: 'Hauptstraße 5 (text)',
      postal_code: '10115 (text)',
      city: 'Berlin (text)',
      country: 'DE (text)',
    },
  ],
  [
    'two offices without a city',
    office(['streetAddress', '5 Elm St']) + office(['streetAddress', '9 Oak St'], ['addressRegion', 'IL']),
    { street: '5 Elm St (microdata)' },
  ],
  [
    'a country in JSON-LD and two offices without a city',
    jsonLd({ addressCountry: 'US' }) +
      office(['addressRegion', 'MA']) +
      office(['streetAddress', '9 Oak St'], ['addressRegion', 'IL']),
    { region: 'MA (microdata)', country: 'US (json-ld)' },
  ],
])('mixes no two addresses of %s', (_where, html, address) => {
  const { organization_name, ...parts } = organization(html);
  expect(parts).toEqual(address);
});

test('takes the country of an organization whose address is in microdata', () => {
  const { organization_name, ...parts } = organization(jsonLd({ addressCountry: 'Ireland' }) + BOSTON);
  expect(parts).toEqual({
    street: '5 Elm St (microdata)',
    city: 'Boston (microdata)',
    country: 'IE (json-ld)',
  });
  expect(
    organization(
      jsonLd({ addressCountry: 'CA' }) + office(['postalCode', 'LS1 4AP'], ['addressCountry', 'GB']),
    ),
  ).toMatchObject({ country: 'GB (microdata)' });
});

test('takes the country of an organization whose address is in the text', () => {
  const html = `${jsonLd({ addressCountry: 'UK' })}<p>Postcode: LS1 4AP</p><p>City: Leeds</p>`;
  expect(organization(html)).toMatchObject({ city: 'Leeds (text)', country: 'GB (json-ld)' });
});

test.each([
  ['UK', 'GB'],
  ['GBR', 'GB'],
  ['DEU', 'DE'],
  ['ISL', 'IS'],
  ['usa', 'US'],
  ['Deutschland', 'DE'],
  ['Uganda', 'UG'],
])('gives the country %s as its ISO code', (written, code) => {
  expect(organization(jsonLd({ addressLocality: 'Acmeville', addressCountry: written }))).toMatchObject({
    country: `${code} (json-ld)`,
  });
});

test('ends a city at a register number', () => {
  const html = '<footer>Acme B.V. Keizersgracht 12, 1015 CS Amsterdam KvK 12345678</footer>';
  expect(organization(html, 'https://acme.nl/')).toMatchObject({ city: 'Amsterdam (text)' });
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
    registration_number: 'HRB 48213 (text)',
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
    extractPage('<p>Welcome</p>', 'https://acme.de/', READING),
    extractPage('<p>Acme GmbH<br>Aachener Str. 45<br>50674 Köln</p>', 'https://acme.de/impressum', READING),
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

/** What a page with this text shows, without the sources. */
function plain(html: string, url?: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(organization(html, url)).map(([field, value]) => [
      field,
      value.replace(/ \([a-z-]+\)$/, ''),
    ]),
  );
}

test.each([
  [
    '1420 Commerce Street<br>Suite 210<br>Tacoma, WA 98402',
    'com',
    {
      street: '1420 Commerce Street, Suite 210',
      postal_code: '98402',
      city: 'Tacoma',
      region: 'WA',
      country: 'US',
    },
  ],
  [
    'Unit 7 Meadow Park, Station Road, Guildford, Surrey, GU1 4AA',
    'co.uk',
    {
      street: 'Unit 7 Meadow Park, Station Road',
      postal_code: 'GU1 4AA',
      city: 'Guildford',
      region: 'Surrey',
      country: 'GB',
    },
  ],
  [
    'Via Emilia Est, 1250/A - 41122 Modena (MO)',
    'it',
    { street: 'Via Emilia Est, 1250/A', postal_code: '41122', city: 'Modena', region: 'MO', country: 'IT' },
  ],
  [
    '6000 Kecskemét, Izsáki út 8/B',
    'hu',
    { street: 'Izsáki út 8/B', postal_code: '6000', city: 'Kecskemét', country: 'HU' },
  ],
  [
    'Aachener Str. 45, 2. OG<br>50674 Köln',
    'de',
    { street: 'Aachener Str. 45, 2. OG', postal_code: '50674', city: 'Köln', country: 'DE' },
  ],
  [
    'Praterstraße 31, 1020 Wien, Österreich',
    'de',
    { street: 'Praterstraße 31', postal_code: '1020', city: 'Wien', country: 'AT' },
  ],
  [
    '24B Adeola Odeku Street, Lagos, Nigeria',
    'com',
    { street: '24B Adeola Odeku Street', city: 'Lagos', country: 'NG' },
  ],
  [
    '〒155-0031 東京都世田谷区北沢2-10-18',
    'jp',
    { street: '北沢2-10-18', postal_code: '155-0031', city: '世田谷区', region: '東京都', country: 'JP' },
  ],
])('reads the address %s', (text, ending, address) => {
  expect(plain(`<footer>${text}</footer>`, `https://acme.${ending}/`)).toEqual(address);
});

test.each([
  ['an event', '<p>Join us on May 12, 2024 at the Elks Lodge, 44 Oak Rd, Lancaster, PA 17601</p>'],
  [
    'a list of dealers',
    ['Albany, NY 12207', 'Boone, NC 28607', 'Carson, CA 90745', 'Dover, DE 19901']
      .map((city, index) => `<p>Dealer ${index} Inc, ${index + 1} First St, ${city}</p>`)
      .join(''),
  ],
  [
    'a form',
    '<table><tr><td>Company:</td><td>*</td></tr><tr><td>City:</td><td>State:</td></tr><tr><td>Zip code:</td><td>Phone:</td></tr></table>',
  ],
  [
    'states and products',
    '<p>We sell to Reno, NV and AB. SA 4000 in lots of 50000. 25 KG, AG and ASA certified.</p>',
  ],
  ['a hoster', '<h2>Hosting</h2><p>STRATO AG, Otto-Ostrowski-Straße 7, 10249 Berlin, HRB 79450</p>'],
])('reads no organization from %s', (_, html) => {
  expect(plain(html)).toEqual({});
});

test('prefers the head office', () => {
  const html =
    '<h3>Tulsa</h3><p>15 E 5th St<br>Tulsa, OK 74103</p><h3>Headquarters</h3><p>9001 Airport Fwy<br>Hurst, TX 76054</p>';
  expect(plain(html)).toMatchObject({ street: '9001 Airport Fwy', city: 'Hurst' });
});

test('leaves out organizations of other sites, of reviews and of products', () => {
  const address = {
    '@type': 'PostalAddress',
    streetAddress: '1 SEO Way',
    addressLocality: 'Austin',
    postalCode: '78701',
  };
  const data = [
    { '@type': 'Organization', name: 'Agency', url: 'https://agency.net/', address, vatID: 'US1' },
    { '@type': 'LocalBusiness', name: 'Acme', url: 'https://acme.com/' },
    { '@type': 'Product', brand: { '@type': 'Organization', name: 'Brand', address } },
  ];
  const html = `<script type="application/ld+json">${JSON.stringify(data)}</script><div itemscope itemtype="https://schema.org/Product"><b itemprop="name">Drill</b><div itemprop="brand" itemscope itemtype="https://schema.org/Organization"><b itemprop="legalName">Torko AG</b></div></div>`;
  expect(organization(html)).toEqual({ organization_name: 'Acme (json-ld)' });
});

test('reads the name of a microdata item and the address of JSON-LD in one text', () => {
  const item =
    '<div itemscope itemtype="https://schema.org/Bakery"><a href="/" itemprop="name">Acme Bakery</a></div>';
  expect(organization(item)).toEqual({ organization_name: 'Acme Bakery (microdata)' });
  const data = { '@type': 'Hotel', name: 'Acme', address: '812 SW Morrison St, Portland, OR 97205' };
  expect(organization(`<script type="application/ld+json">${JSON.stringify(data)}</script>`)).toMatchObject({
    street: '812 SW Morrison St (json-ld)',
    city: 'Portland (json-ld)',
    region: 'OR (json-ld)',
  });
});

test.each([
  ['© 2024 Acme Bakery Ltd. All rights reserved.', 'Acme Bakery Ltd'],
  ['Miller Farms LLC says: great! © Acme Tools', 'Acme Tools'],
  ['Siemens AG and SAP SE. © 2020-2024 Acme', 'Acme'],
])('reads the name in %s', (text, name) => {
  expect(
    plain(`<p>${text.replace('. ©', '.</p><p>©').replace('! ©', '!</p><p>©')}</p>`).organization_name,
  ).toBe(name);
});

test.each([
  ['Umsatzsteuer-Identifikationsnummer gemäß § 27a UStG: DE 812 345 678', 'vat_number', 'DE812345678'],
  ['P.IVA e C.F. 02345678901', 'vat_number', '02345678901'],
  ['CIN: U17110TG1995PTC012345', 'registration_number', 'U17110TG1995PTC012345'],
  ['RFC: ABA010203AB1', 'vat_number', 'ABA010203AB1'],
  ['Reg No 2009/123456/07', 'registration_number', '2009/123456/07'],
  ['Adószám: 12345678-2-03', 'vat_number', '12345678-2-03'],
])('reads %s as well', (text, kind, value) => {
  expect(registerNumbers(`Acme\n${text}\nTel. 1`)).toMatchObject([{ kind, value }]);
});

test('takes S.C. for the form of a company in Poland and Romania, and for South Carolina elsewhere', () => {
  const named = (text: string, url: string) =>
    organization(`<footer><p>${text}</p></footer>`, url).organization_name;
  expect(named('Serving Greenville, S.C.', 'https://www.acme.com/')).toBeUndefined();
  expect(named('Serving Greenville S.C.', 'https://www.acme.com/')).toBeUndefined();
  expect(named('Notice under Title 17 U.S.C. applies', 'https://www.acme.com/')).toBeUndefined();
  expect(named('Notice under Title 17 U. S. C. applies', 'https://www.acme.pl/')).toBeUndefined();
  expect(named('Serving Greenville, S.C.', 'https://www.acme.pl/')).toBeUndefined();
  expect(named('Kowalski i Nowak S.C.', 'https://www.acme.pl/')).toBe('Kowalski i Nowak S.C. (text)');
  expect(named('Kowalski i Nowak s.c.', 'https://www.acme.pl/')).toBe('Kowalski i Nowak s.c. (text)');
  expect(named('Acme Kowalski S.C.', 'https://www.acme.com/')).toBe('Acme Kowalski S.C. (text)');
});
