import { describe, expect, test } from 'vitest';
import { extractPage } from '../extract-page.ts';

function phones(tld: string, html: string): string[] {
  return extractPage(
    `<html lang="en"><body><p>Acme</p><p>${html}</p></body></html>`,
    `https://acme.${tld}/contact`,
    { now: () => 0 },
  ).phones.map((phone) => phone.value);
}

type Case = [tld: string, html: string, phones: string[]];

const COUNTRY: Case[] = [
  ['com', 'Tel: 03-2161 1234', []],
  ['com', 'Tel: 028 3822 1234', []],
  ['com', 'Phone: 09 379 1234', []],
  ['com', '12 Main Road<br>Tel: 0712 345678', []],
  ['com', 'Tel: 020 7839 1234', []],
  ['com', 'Suite 4, Level 12, Menara Tower<br>Jalan Sultan Ismail<br>Tel: 03-2161 1234', ['+60321611234']],
  ['com', 'Lot 5, District 7, Vietnam office<br>Tel: 028 3822 1234', ['+842838221234']],
  ['com', 'Germany<br>Tel 49 30 1234567', ['+49301234567']],
  ['com', 'Our office in Hong Kong: 852 2521 8834', ['+85225218834']],
  ['com', 'Dubai, UAE<br>971 4 338 7712', ['+97143387712']],
  ['com', 'Athens, Georgia<br>Tel: 706-546-7300', ['+17065467300']],
  ['com', 'Rome, Georgia<br>Tel: 706 291 0766', ['+17062910766']],
  ['com', 'Cordele, Georgia 31015<br>Tel: 229 273 1400', ['+12292731400']],
  ['com', 'Athens, GA<br>Tel: 706-546-7300', ['+17065467300']],
  ['com', 'Rome, NY<br>Tel: 315-336-6000', ['+13153366000']],
  ['com', 'Telavi, Georgia<br>Tel: 0350 27 12 34', ['+995350271234']],
  ['com', '12 Rustaveli Ave, 0108 Tbilisi, Georgia<br>Tel: 032 2 99 88 77', ['+995322998877']],
  ['com', 'We work in Azerbaijan, Georgia<br>Tel 032 2 99 88 77', ['+995322998877']],
  ['com', 'Milan, Monaco<br>Tel 02 7202 1234', ['+390272021234']],
  ['com', 'Belfast, Ireland<br>Tel: 028 9024 6609', ['+442890246609']],
  ['com', 'Tbilisi, Georgia<br>Tel: 032 2 99 88 77', ['+995322998877']],
  ['com', 'Athens, Greece<br>Tel: 210 322 8000', ['+302103228000']],
  ['com', 'Paris, France<br>Tel: 33 1 42 68 53 00', ['+33142685300']],
  [
    'com',
    '<p>Germany</p><p>Tel: 030 1234567</p><p>France</p><p>Tel: 01 42 68 53 00</p><p>UK</p><p>Tel: 020 7839 1234</p><p>Australia</p><p>Tel: 02 9231 1234</p>',
    ['+49301234567', '+33142685300', '+442078391234', '+61292311234'],
  ],
  [
    'com',
    '<p>Tel: 030 1234567<br>Musterstr. 1<br>10115 Berlin, Germany</p><p>Tel: 01 42 68 53 00<br>1 rue X<br>75001 Paris, France</p>',
    ['+49301234567', '+33142685300'],
  ],
  ['de', '<p>Office London<br>1 High Street<br>London EC1A 1BB<br>Tel 020 7839 1234</p>', ['+442078391234']],
  ['de', 'Flug nach London und Paris.<br>Tel. 089 123456', ['+4989123456']],
  ['co.uk', 'We ship to Germany and France. Call 020 7839 1234', ['+442078391234']],
  ['nl', 'Bel ons: 0900 - 1234567', ['+319001234567']],
  ['nl', 'Mr. Jansen, 06-12345678', ['+31612345678']],
  ['com.sg', 'Tel: (65) 6338 7714', ['+6563387714']],
  ['com', 'Singapore 048621 Tel: 65 6338 7714', ['+6563387714']],
  ['com', 'Tel: (86) 21 6437 2285 Shanghai, China', ['+862164372285']],
  ['com', 'Ciudad de México. Tel. 55 5123 4567', ['+525551234567']],
  ['com', 'Bogotá, Colombia. Cel 310 442 7718', ['+573104427718']],
];

const FAX: Case[] = [
  [
    'com',
    'Chicago, IL 60601<br>Toll free fax: 800-327-8724<br>Office fax: 312-327-8724 Main fax: 312-327-8725<br>eFax: 312-327-8726<br>Tel 312-327-8727',
    ['+13123278727'],
  ],
  ['com', 'Tel/Fax: 312-327-8724', ['+13123278724']],
  ['com', 'Tel & Fax 312-327-8724', ['+13123278724']],
  ['com', 'Tel and Fax 312-327-8724', ['+13123278724']],
  ['com', 'Tel - Fax 312-327-8724', []],
  ['com', 'Phone, Fax: 312-327-8724', []],
  ['com', '<i class="fa fa-phone"></i> Fax: 312-327-8724', []],
  ['com', '<i class="fa fa-fax"></i> 312-327-8724', []],
  ['com', '<i class="fa fa-phone"></i><i class="fa fa-fax"></i> 312-327-8724', []],
  ['co.jp', 'TEL・FAX 03-3211-1234', ['+81332111234']],
];

const ENUM: Case[] = [
  ['in', 'Tel: 044-2270 6800 / 6868', ['+914422706800', '+914422706868']],
  ['in', 'Ph: 044-22701385/386', ['+914422701385', '+914422701386']],
  ['in', 'Ph: 011-23970072-79', ['+911123970072', '+911123970079']],
  ['com.hk', 'Tel: 2397 0072-79', ['+85223970072', '+85223970079']],
  ['in', 'Ph: 022 2612 3456/57/58', ['+912226123456', '+912226123457', '+912226123458']],
  ['com.pk', 'Ph: 042-35761999, 35762000', ['+924235761999', '+924235762000']],
  ['co.uk', 'Tel 020 7839 1234 · 020 7839 5678', ['+442078391234', '+442078395678']],
  ['de', 'Tel. 030 123456 • 030 123457', ['+4930123456', '+4930123457']],
  ['de', 'Tel. 030 123456 | 030 123457', ['+4930123456', '+4930123457']],
  ['de', '030 123456 · Fax 030 123457', ['+4930123456']],
  ['ch', 'Tel. 044 211 12 34 / 35', ['+41442111234', '+41442111235']],
  ['pl', 'tel. 22 621 12 34, 35', ['+48226211234']],
  ['kr', '02-555-1234~5', ['+8225551234']],
  ['in', 'Ph: 044-22701385/386 Email: a@acme.in', ['+914422701385', '+914422701386']],
  ['in', 'Ph: 044-22701385/386, Mr. Kumar', ['+914422701385', '+914422701386']],
  ['ch', 'Tel. 044 211 12 34 / 35, Fax 044 211 12 36', ['+41442111234', '+41442111235']],
  // Text after a number isn't another one.
  ['com', 'Phone 415-392-4567 | 123 Main Street', ['+14153924567']],
  ['com', 'Phone 415-392-4567 / 24/7 emergency service', ['+14153924567']],
  ['com', 'Phone 415-392-4567 | 10 AM - 5 PM', ['+14153924567']],
  ['co.uk', 'Tel: 020 7946 0158 / 24 hours', ['+442079460158']],
  ['co.uk', 'Tel: 020 7946 0158 &amp; 15 years of service', ['+442079460158']],
  ['co.uk', 'Tel: 020 7946 0158 &amp; 020 7946 0159', ['+442079460158', '+442079460159']],
  ['com', 'Call (212) 563-1234 &amp; (212) 563-1235', ['+12125631234', '+12125631235']],
  ['com', 'See /list?area=ny&2125631236', []],
  ['de', 'Tel. 030 23456789 | 10115 Berlin', ['+493023456789']],
  ['ch', 'Tel. 061 312 45 67 / 8 - 18 Uhr', ['+41613124567']],
  ['it', 'Tel. 02 48012345 e 10 negozi', ['+390248012345']],
  ['fr', 'Tél. 01 42 68 53 00 / 12, rue Haute', ['+33142685300']],
  ['com.tr', 'Tel: 0212 251 12 34 / 7/24 destek', ['+902122511234']],
];

/** Hours after a number, where numbers have any length. */
const HOURS: Case[] = [
  ['de', 'Tel. 030 23456789 / 9 - 17 Uhr', ['+493023456789']],
  ['de', 'Tel. 030 23456789 / 9-12 / 14-18', ['+493023456789']],
  ['at', 'Tel. 0732 771234 (8.30 - 17)', ['+43732771234']],
  ['de', 'Tel. 0221 9876543 9-18 Uhr', ['+492219876543']],
  ['de', 'Tel. 0211 345678 - 9 bis 17 Uhr', ['+49211345678']],
  ['it', 'Tel. 06 45 12 34 12 ore 9-18', ['+390645123412']],
  ['fr', 'Tél. 01 42 06 12 14 H. Dupont', ['+33142061214']],
  ['it', 'Tel. 06 4512345 24 ore', ['+39064512345']],
  // Extensions, and digits of the number
  ['de', 'Tel. 0711 2345-12 bis 14', ['+49711234512']],
  ['de', 'Tel. 0711 23 45 12-14', ['+4971123451214']],
  ['fr', 'Tél. 01 - 42 - 06 - 12 - 14', ['+33142061214']],
];

/** Blocks of numbers, and extensions. */
const BLOCKS: Case[] = [
  ['de', 'Tel. 089 2345670 - 79', ['+49892345670', '+49892345679']],
  ['at', 'Tel. 01 5123450-59', ['+4315123450', '+4315123459']],
  ['at', 'Tel. 01 5123400-99', ['+431512340099']],
  ['de', 'Tel. 0711 78400-99', ['+497117840099']],
  ['de', 'Tel. 040 3456700 - 9', ['+49403456700', '+49403456709']],
  ['ch', 'Tel. 044 211 12 30 - 39', ['+41442111230', '+41442111239']],
  ['de', 'Tel. 0711 2345670 - 2345679', ['+497112345670', '+497112345679']],
  ['de', 'Tel. 089 12345-67', ['+49891234567']],
  ['de', 'Tel. 089 234567 - 80', ['+498923456780']],
  ['de', 'Tel. 0711 20 - 29', ['+497112029']],
  ['it', 'Tel. 080 5212345 - 46', ['+390805212345']],
];

/** Numbers without their area code: of the phone before them, or of no known place. */
const NO_AREA_CODE: Case[] = [
  ['de', 'Tel. 0711 234567 / 234568', ['+49711234567', '+49711234568']],
  ['de', 'Tel. 089/2345678 oder 2345679', ['+49892345678', '+49892345679']],
  ['de', 'Tel. 07152 / 23 45 67, Fax 23 45 68', ['+497152234567']],
  ['at', 'Tel. 01 5123456 oder 5123457', ['+4315123456', '+4315123457']],
  ['de', 'Tel. 030 / 33 45 67 89 und 33 45 67 90', ['+493033456789', '+493033456790']],
  ['com', 'Tel 303-392-4567, Office 392-4568', ['+13033924567', '+13033924568']],
  ['de', 'Telefon: 23 45 68', []],
  ['at', 'Telefon: 23 45 68', []],
  ['se', 'Tel 123 45 61', []],
  ['de', '<a href="tel:234568">234568</a>', []],
  ['de', '<a href="tel:711234567">Anrufen</a>', ['+49711234567']],
  ['de', 'Mobil 171 2345678', ['+491712345678']],
  ['de', 'Tel. 49 711 234567', ['+49711234567']],
];

const PREFIX: Case[] = [
  ['com.br', '(0xx11) 3062-1234', ['+551130621234']],
  ['com.br', 'Fone: (0**11) 3062-1234', ['+551130621234']],
  ['com.br', 'Fone: 0xx11 3062-1234', ['+551130621234']],
  ['com.br', '+55 (0xx11) 3062-1234', ['+551130621234']],
  ['com', '+49 0 30 1234567', ['+49301234567']],
  ['com', 'Call 011 44 20 7839 1234', ['+442078391234']],
  ['com', 'Tel: 011-91-22-2612-3456', ['+912226123456']],
  ['com', 'Tel: 00 49 30 1234567', ['+49301234567']],
  ['com', 'Tel: 00 44 (0) 20 7839 1234', ['+442078391234']],
  ['com.au', '0011 44 20 7839 1234', ['+442078391234']],
  ['com', 'Google+<br>212-563-1234', ['+12125631234']],
  ['com', 'Follow us on Google+ 212-563-1234', ['+12125631234']],
  ['co.uk', 'Age 18+ 020 7839 1234', ['+442078391234']],
  ['com', 'Tel+49 30 1234567', ['+49301234567']],
  ['com', 'Tel: +44 20 7839 1234 x12', ['+442078391234']],
  ['com', '+44 20 7839 1234, ext 5678', ['+442078391234']],
  ['de', 'Tel. +49 30 1234567-0 / -11', ['+493012345670', '+4930123456711']],
  ['nl', 't. 0031 20 6234187', ['+31206234187']],
  ['nl', 'T +31(0)20 - 623 4187 F +31(0)20 - 623 4188', ['+31206234187']],
];

describe('country of a number', () => {
  test.each(COUNTRY)('%s: %s', (tld, html, expected) =>
    expect(phones(tld, html).toSorted()).toEqual(expected.toSorted()),
  );
});

describe('fax and phone', () => {
  test.each(FAX)('%s: %s', (tld, html, expected) =>
    expect(phones(tld, html).toSorted()).toEqual(expected.toSorted()),
  );
});

describe('several numbers', () => {
  test.each(ENUM)('%s: %s', (tld, html, expected) =>
    expect(phones(tld, html).toSorted()).toEqual(expected.toSorted()),
  );
});

describe('hours after a number', () => {
  test.each(HOURS)('%s: %s', (tld, html, expected) => expect(phones(tld, html)).toEqual(expected));
});

describe('a block of numbers', () => {
  test.each(BLOCKS)('%s: %s', (tld, html, expected) => expect(phones(tld, html)).toEqual(expected));
});

describe('a number without its area code', () => {
  test.each(NO_AREA_CODE)('%s: %s', (tld, html, expected) =>
    expect(phones(tld, html).toSorted()).toEqual(expected.toSorted()),
  );

  test('has that of the phone before it as a fax, too', () => {
    const page = extractPage('<p>Tel. 07152 / 23 45 67<br>Fax 23 45 68</p>', 'https://acme.de/', {
      now: () => 0,
    });
    expect(page.faxes.map(({ value, written }) => [value, written])).toEqual([
      ['+497152234568', '07152 / 23 45 67\nFax 23 45 68'],
    ]);
  });
});

describe('prefixes and extensions', () => {
  test.each(PREFIX)('%s: %s', (tld, html, expected) =>
    expect(phones(tld, html).toSorted()).toEqual(expected.toSorted()),
  );
});

test('finds the numbers of the footer after thousands of other digits', () => {
  const rows = Array.from({ length: 20_000 }, (_, i) => `<td>${1_000_000 + i * 37} ${20_000_000 + i}</td>`);
  const footer = '<footer>Tel. 030 1234567</footer>';
  const page = extractPage(`<table>${rows.join('')}</table>${footer}`, 'https://acme.de/', { now: () => 0 });
  expect(page.phones.map((phone) => phone.value)).toContain('+49301234567');
});

test('keeps the whole enumeration as evidence of each of its numbers', () => {
  const page = extractPage('<p>Tel: 044-2270 6800 / 6868</p>', 'https://acme.in/', { now: () => 0 });
  expect(page.phones.map(({ value, written }) => [value, written])).toEqual([
    ['+914422706800', '044-2270 6800'],
    ['+914422706868', '044-2270 6800 / 6868'],
  ]);
});
