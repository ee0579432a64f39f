import { describe, expect, test } from 'vitest';
import { pageAddress, streetCodeAndCity } from './test-page-address.ts';

const NONE = '- | - | -';
const OFFICE = '<footer>Acme Tools Inc., 88 Harbor Street, Erie, PA 16507</footer>';
const PLAIN = '<p>88 Harbor Street, Erie, PA 16507</p>';
const OWN = '88 Harbor Street | 16507 | Erie';
const jsonLd = (data: object) => `<script type="application/ld+json">${JSON.stringify(data)}</script>`;
const address = (streetAddress: string, addressLocality: string, postalCode: string) => ({
  '@type': 'PostalAddress',
  streetAddress,
  addressLocality,
  postalCode,
});

describe('no address is taken', () => {
  test.each([
    [
      'where structured data has an event',
      'acme.se',
      'sv',
      `${jsonLd({ '@type': 'Event', location: { '@type': 'Place', address: address('Hamngatan 9', 'Gävle', '803 20') } })}<p>Plats: Gasklockan, Hamngatan 9, 803 20 Gävle</p>`,
    ],
    [
      'where structured data has a job, also with more details',
      'acme.com',
      'en',
      `${jsonLd({ '@type': 'JobPosting', jobLocation: { '@type': 'Place', address: address('40 Mill Road', 'Dayton', '45402') } })}<p>You work at<br>40 Mill Road, Building C<br>Dayton, OH 45402</p>`,
    ],
    [
      'below the date of a course',
      'acme.se',
      'sv',
      '<p>3–4 mars<br>Villa Alm, Strandvägen 8, 185 31 Vaxholm</p>',
    ],
    [
      'of the holder of a trademark',
      'acme.ca',
      'en',
      'The trademarks MLS® and REALTOR® are controlled by the Realtors Union, 15 Elm Street, Ottawa, ON K2P 2K9.',
    ],
    [
      'of a registered agent',
      'acme.com',
      'en',
      'Registered agent: Oak Agents, 26 Glen Avenue, Raleigh, NC 27608.',
    ],
    [
      'of the bank',
      'acme.co.uk',
      'en',
      '<table><tr><td>Bank address<td>12 Lombard Street, London EC3V 9AA</table>',
    ],
    [
      'of the only shareholder',
      'waerme.de',
      'de',
      '<h3>Gesellschafterin</h3><p>Stadt Torgau, Markt 1, 04860 Torgau</p>',
    ],
    [
      'of an agency for the press',
      'acme.com',
      'en',
      '<h3>Media contact</h3><p>Ann Lee<br>Lee Communications<br>11 East 26th Street<br>New York, NY 10010</p>',
    ],
    [
      'of a partner in Danish',
      'acme.dk',
      'da',
      'Skabet bliver lavet hos vores samarbejdspartner Træ & Glas A/S, Havnegade 3, 7900 Nykøbing Mors.',
    ],
    [
      'of houses for sale',
      'acme.com',
      'en',
      '<title>Villas for sale</title><p>Villa Alba<br>41 Ocean Drive, Naples, FL 34102</p>',
    ],
    [
      'of areas that it serves',
      'acme.com.au',
      'en',
      '<title>Service Areas</title>We install in Brisbane QLD 4000, Redcliffe QLD 4020 and Caloundra QLD 4551.',
    ],
    [
      'of a project',
      'acme.in',
      'en',
      '<title>Projects</title><table><tr><td>Sai Textiles<td>Plot 17, MIDC Road, Solapur 413006<td>480 kW</table>',
    ],
    [
      'of a dealer in microdata',
      'acme.de',
      'de',
      ['Rad Nord', 'Rad Ost']
        .map(
          (name, index) =>
            `<div itemscope itemtype="https://schema.org/BikeStore"><b itemprop="name">${name}</b><div itemprop="address" itemscope itemtype="https://schema.org/PostalAddress"><i itemprop="streetAddress">Ufer ${index + 1}</i> <i itemprop="postalCode">2276${index}</i> <i itemprop="addressLocality">Hamburg</i></div></div>`,
        )
        .join('')
        .concat('<title>Händlersuche</title>'),
    ],
  ])('%s (%s)', (_, host, lang, html) => {
    expect(streetCodeAndCity(html, host, lang)).toBe(NONE);
  });
});

describe('that of the company is taken', () => {
  test.each([
    [
      'next door to an event',
      jsonLd({ '@type': 'Event', location: { address: address('88 Harbor Street 1', 'Erie', '16507') } }) +
        '<p>88 Harbor Street 12, Erie, PA 16507</p>',
      '88 Harbor Street 12 | 16507 | Erie',
    ],
    [
      'beside an event without a real street',
      jsonLd({ '@type': 'Event', location: { address: address('–', 'Erie', '16507') } }) + PLAIN,
    ],
    [
      'where structured data has the location of the company',
      jsonLd({ '@type': 'Thing', location: { address: address('88 Harbor Street', 'Erie', '16507') } }) +
        PLAIN,
    ],
    [
      'and not the first store of a list',
      jsonLd({
        '@type': 'ItemList',
        itemListElement: ['Bend', 'Eugene'].map((city, index) => ({
          '@type': 'Store',
          name: `Acme Tools ${city}`,
          address: address(`${index + 1} Oak Street`, city, `9740${index}`),
        })),
      }) + OFFICE,
    ],
    [
      'and not what a site builder filled in',
      jsonLd({
        '@type': 'LocalBusiness',
        legalName: 'Your Company',
        address: address('123 Main Street', 'Anytown', '10000'),
      }) + OFFICE,
    ],
    [
      'and not where parcels are sent back',
      `<p>Please send your return to our logistics partner:<br>Ship It Warehouse<br>5 Dock Road<br>Toledo, OH 43604</p>${OFFICE}`,
    ],
    [
      'if its office is the principal one',
      '<title>Offices</title><h2>Akron</h2><p>4 Main St<br>Akron, OH 44308</p><h2>Erie (Principal Office)</h2><p>88 Harbor Street<br>Erie, PA 16507</p>',
    ],
    [
      'below an agent with a name',
      '<p>Service of process only: State Agents, Inc., 251 Falls Drive, Dover, DE 19904</p><p>Acme Tools Inc., 88 Harbor Street, Erie, PA 16507 info@acme.com</p>',
    ],
  ])('%s', (_, html, expected = OWN) => {
    expect(streetCodeAndCity(html, 'acme.com', 'en')).toBe(expected);
  });

  test.each([
    [
      'acme.fr',
      'fr',
      'Acme, dont le siège social se trouve au 24 avenue Foch, 69003 Lyon',
      '24 avenue Foch | 69003 | Lyon',
    ],
    [
      'acme.dk',
      'da',
      'Siden 2017 har Acme ApS holdt til på Ågade 118, 8000 Aarhus C',
      'Ågade 118 | 8000 | Aarhus C',
    ],
    [
      'acme.es',
      'es',
      'Fundado en 1984 por un grupo de amigos que quedaban los domingos en la plaza del Pilar, y después en el parque grande. Tiene su sede social en la calle San Pablo, 22, 3.º izda., 50001 Zaragoza',
      'calle San Pablo, 22, 3.º izda. | 50001 | Zaragoza',
    ],
    [
      'acme.pl',
      'pl',
      'Acme sp. z o.o. z siedzibą we Wrocławiu (54-429), przy ul. Długiej 140, KRS 0000610427',
      'ul. Długiej 140 | 54-429 | Wrocławiu',
    ],
    [
      'acme.se',
      'sv',
      '<p>Acme AB<br>Kungsgatan 19, vån 3<br>411 19 Göteborg</p>',
      'Kungsgatan 19, vån 3 | 411 19 | Göteborg',
    ],
    [
      'acme.my',
      'en',
      '<p>Zenit Mould Sdn. Bhd.<br>2, Lintang Bayan 5, 11900 Penang</p><footer>Acme Holdings Berhad<br>Level 18, Menara IGB, Mid Valley City, Lingkaran Syed Putra, 59200 Kuala Lumpur</footer>',
      'Lingkaran Syed Putra | 59200 | Kuala Lumpur',
    ],
    [
      'acme.fi',
      'fi',
      '<p>Turku<br>Linnankatu 32<br>20100 Turku</p><p>Tampere (päätoimisto)<br>Satamakatu 18<br>33200 Tampere</p>',
      'Satamakatu 18 | 33200 | Tampere',
    ],
  ])('%s, %s: %s', (host, lang, html, expected) => {
    expect(streetCodeAndCity(html, host, lang)).toBe(expected);
  });

  test('in Latin America, with a label for its seat and one for its street', () => {
    const html =
      '<table><tr><td>Domicilio:<td>Medellín, Antioquia<tr><td>Dirección:<td>Carrera 43A # 1-50, Torre 3</table>';
    const fields = ['street', 'city', 'region', 'country'];
    expect(pageAddress(html, { host: 'acme.com.co', lang: 'es-CO', fields })).toBe(
      'Carrera 43A # 1-50, Torre 3 | Medellín | Antioquia | CO',
    );
  });
});

test('takes no house number for a postal code of Poland', () => {
  const html = 'Domicilio: Carrera 33 No. 48-109, Bucaramanga, Santander, Colombia';
  const fields = ['street', 'postal_code', 'city', 'country'];
  expect(pageAddress(html, { host: 'acme.com.co', lang: 'es-CO', fields })).toBe(
    'Carrera 33 No. 48-109 | - | Bucaramanga | CO',
  );
});

test.each([
  ['acme.com', 'en', '<footer>A production of Acme Tools LLC</footer>', 'Acme Tools LLC'],
  ['acme.fr', 'fr', '<footer>© Ateliers Acme 2024 CGV Données personnelles</footer>', 'Ateliers Acme'],
  [
    'acme.jp',
    'ja',
    '<table><tr><th>社名<td>株式会社アクメ（英文名：Acme Seiko Co., Ltd.）</table>',
    '株式会社アクメ',
  ],
  [
    'acme.mx',
    'es',
    '<p>ACME DEL PACÍFICO, S.A. DE C.V. (en adelante “Acme”)',
    'ACME DEL PACÍFICO, S.A. DE C.V.',
  ],
  ['acme.my', 'en', '<footer>Acme Holdings Berhad</footer>', 'Acme Holdings Berhad'],
  ['acme.dk', 'da', '<p>Siden 2017 har Acme Akustik ApS holdt åbent', 'Acme Akustik ApS'],
  [
    'acme.org',
    'en',
    '<title>Visit | Acme Community Church</title><p>Acme Community Church<p>Sundays at 9',
    'Acme Community Church',
  ],
  [
    'shop.pl',
    'pl',
    '<p>Sklep prowadzony jest przez spółkę Runo Polska sp. z o.o. z Wrocławia',
    'Runo Polska sp. z o.o.',
  ],
  [
    'shop.com',
    'en',
    '<p>This shop is operated by Acme Trading Ltd, and delivered by Fast Post Ltd',
    'Acme Trading Ltd',
  ],
  ['shop.com', 'en', '<p>Parcels are delivered by Fast Post Ltd', '-'],
  ['acme.com', 'en', '<footer>Produced by Acme Stage LLC</footer>', 'Acme Stage LLC'],
  [
    'acme.it',
    'it',
    `${jsonLd({ '@type': 'BusinessEvent', name: 'Meccatec 2025' })}<footer>TORNERIA ACME S.R.L.</footer>`,
    'TORNERIA ACME S.R.L.',
  ],
  [
    'acme.com',
    'en',
    `${jsonLd({ '@type': 'Dentist', name: 'Your Practice Name' })}<footer>© Acme Dental</footer>`,
    'Acme Dental',
  ],
  ['augen.at', 'de', '<p>Ordination<br>Annenstraße 4<br>8020 Graz', '-'],
])('%s, %s: the name in %s', (host, lang, html, expected) => {
  expect(pageAddress(html, { host, lang, fields: ['organization_name'] })).toBe(expected);
});
