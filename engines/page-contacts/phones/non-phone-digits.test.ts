import { describe, expect, test } from 'vitest';
import { extractPage } from '../extract-page.ts';

function phones(place: string, html: string): string[] {
  const [tld, lang] = place.split(' ');
  const page = extractPage(
    `<html${lang ? ` lang="${lang}"` : ''}><body><p>Acme</p><p>${html}</p></body></html>`,
    `https://acme.${tld}/contact`,
    { now: () => 0 },
  );
  return [...page.phones, ...page.faxes].map(({ value }) => value);
}

/** Digits that are no phone number, each with the top-level domain of a country where they would be valid. */
const NONE: [kind: string, place: string, html: string][] = [
  ['days', 'de de', 'Termin 03.04.-07.04.2024'],
  ['days', 'fr fr', 'Dates : 06/07/24 08/09/24 10/11/24'],
  ['volume, issue and pages', 'us en', 'Appl. Rev. 212 (563) 1234-1239'],
  ['years of an archive', 'us en', 'Archive 2019 (212) 563 2018 (1234)'],
  ['years of an archive', 'it it', 'marzo 2014 (02) 4801 2013 (345)'],
  ['range of postal codes', 'de de', 'Gebiete 040123 - 040999, 030101-030199'],
  ['range of prices', 'pl pl', 'od 601 234 567 do 602 345 678 zł'],
  ['page in Swedish', 'se sv', 'sid 08-123 456'],
  ['people of a town', 'fr fr', 'Habitants 01 42 68 53 44'],
  ['lottery', 'no nb', 'Vinnertall 22 23 31 34'],
  ['a number with more digits after it', 'us en', 'Batch 212 563 1234 8871 sent'],
  ['a number with more digits after it', 'fr fr', 'Compte 01 42 68 53 00 11 22 33 44'],
  ['a number with more digits after it', 'de de', 'Transponder 0276 0980 1234 5678 901'],
  ['opening hours', 'nl nl', 'Openingstijden: ma 09.00 - 18.00'],
  ['opening hours', 'de de', 'Mo 08.30 - 12.00'],
  ['opening hours', 'de de', 'Telefonzeiten: Mo - Fr 08.30 - 12.00 13.30 - 17.00'],
  ['opening hours', 'dk da', 'Telefontid kl. 10.00 - 15.30'],
  ['opening hours', 'at de', 'Tel. erreichbar Mo 08.00-12.00 und 14.00-18.00'],
  ['opening hours', 'fi fi', 'Ma-pe 8.30-16.00 la 10.00-14.00'],
  ['opening hours', 'sg en', 'Mon to Fri 0900 - 1800'],
  ['opening hours', 'sg en', 'Phone lines: 0830-1230 1330-1730'],
  ['opening hours', 'no nb', 'Man 8-16 9-15 10-14'],
  ['opening hours', 'it it', 'Orari: 08.30 - 12.30 / 14.30 - 18.30'],
  ['opening hours in a seam', 'nl nl', 'Telefoon <b>09.00</b> - <b>12.30</b>'],
  ['month and year', 'de de', 'Stand: 03/2019 - 05/2021'],
  ['month and year', 'ch de', 'Telefonliste 03.2019 - 12.2020'],
  ['month and year', 'fr fr', 'Mise à jour 11/2020'],
  ['dates of two-digit years', 'nl nl', 'Van 01.02.14 - 05.02.14'],
  ['dates of two-digit years', 'dk da', 'Tlf. lukket 24.12.21 - 02.01.22'],
  ['dates of two-digit years', 'us en', 'Phone survey 12/10/14 - 12/24/14'],
  ['full dates', 'de de', 'Tel. geschlossen vom 24.12.2021 - 02.01.2022'],
  ['full dates', 'cz cs', 'tel. 1. 12. 2021 - 31. 12. 2021'],
  ['ISO dates', 'se sv', 'Telefon 2021-12-24 - 2022-01-02'],
  ['labeled date', 'be nl', 'Telefoon 24-12-2021'],
  ['years', 'sv es', 'Tel: 2012-2034'],
  ['years', 'nz en', 'Copyright 1998-2024 2024'],
  ['shoe sizes', 'dk da', 'Størrelse 36 / 37 / 38 / 39 / 40'],
  ['shoe sizes', 'fr fr', 'Pointures 36 37 38 39 40 41'],
  ['page numbers', 'no nb', 'Side 10 / 20 / 30 / 40'],
  ['page numbers', 'hk en', 'Pages 11 | 12 | 13 | 14 | 15'],
  ['list of sizes', 'dk da', 'S 34 / 36 / 40 / 44'],
  ['ZIP+4', 'es en', 'Portland, OR 97205-1134'],
  ['ZIP+4', 'com.mx en', 'Phoenix, AZ 85004-2201'],
  ['PO box', 'ae en', 'P.O. Box 482103'],
  ['PO box', 'nl nl', 'Postbus 201 234 567'],
  ['PO box', 'pl pl', 'skr. pocztowa 601 234 567'],
  ['PO box in Arabic', 'sa ar', 'ص.ب 0112345678'],
  ['postal code label', 'om en', 'P.C: 24123456'],
  ['postal code label', 'ir fa', 'کد پستی: 0213456789'],
  ['postal code label', 'co.jp ja', '郵便番号 0332111234'],
  ['postal code label', 'cn zh', '邮编：01065123456'],
  ['postal code label', 'com.mx es', 'C.P. 5551234567'],
  ['register number', 'nl nl', 'KvK-nummer 0201234567'],
  ['register number', 'nl nl', 'K.v.K. Amsterdam nr. 30123456'],
  ['register number', 'nl nl', 'AGB-code 0201234567'],
  ['register number', 'nl nl', 'BIG-nummer 0201234567'],
  ['register number', 'dk da', 'CVR-nr. 28 41 33 72'],
  ['register number', 'no nb', 'Organisasjonsnummer 914 778 27'],
  ['register number', 'cz cs', 'IČ: 255 678 822'],
  ['register number', 'pl pl', 'REGON: 357 123 480'],
  ['register number', 'hu hu', 'Cégjegyzékszám: 06 1 234 5678'],
  ['register number', 'ro ro', 'Nr. reg. com. 0214567890'],
  ['register number', 'gr el', 'Αρ. ΓΕΜΗ 2103211234'],
  ['register number', 'co.kr ko', '사업자등록번호 02-1234-5678'],
  ['register number', 'co.il he', 'ח.פ. 035123456'],
  ['register number', 'ua uk', 'ЄДРПОУ 0442345678'],
  ['tax number', 'it it', 'P.IVA 02 48012345'],
  ['tax number', 'pt pt', 'Contribuinte nº 213 123 456'],
  ['tax number', 'com.tr tr', 'Vergi No: 0212 251 1234'],
  ['tax number', 'ru ru', 'ИНН 84951234567'],
  ['tax number', 'pe es', 'RUC 014567890'],
  ['tax number', 'co.id id', 'NPWP 0215212345'],
  ['tax number', 'com.vn vi', 'Mã số thuế: 0283 822 1234'],
  ['tax number', 'co.th th', 'เลขประจำตัวผู้เสียภาษี 022345678'],
  ['customer number', 'nl nl', 'Klantnummer 020 1234567'],
  ['customer number', 'de de', 'Vorgangsnummer 030 1234567'],
  ['customer number', 'se sv', 'Kundnummer 08-123 456 78'],
  ['IBAN', 'nl nl', 'NL12 RABO 0123 4567 89'],
  ['IBAN', 'nl nl', 'Rekening NL91ABNA0417164300'],
  ['IBAN', 'be nl', 'BE68 5390 0754 7034'],
  ['article number', 'it it', 'Codice articolo 02 48012345'],
  ['article number', 'ru ru', 'Артикул 8 495 123-45-67'],
  ['article number', 'co.jp ja', '商品番号 03-1234-5678'],
  ['approval number', 'fr fr', "Numéro d'agrément 01 42 68 53 00"],
  ['order number', 'com.tr tr', 'Sipariş no: 0212 251 12 34'],
  ['order number', 'pl pl', 'Nr zamówienia: 601 234 567'],
  ['catalog number', 'com en', 'Catalog number: 312 867 0110'],
  ['price', 'co.uk en', 'Offers over GBP 0207 946 0000'],
  ['price', 'fr fr', 'Prix 01 42 68 53 00 euros'],
  ['price', 'co.jp ja', '03-1234-5678円'],
  ['count', 'com en', '2024 (415) 652-4050 posts'],
  ['dates of a year', 'fr fr', 'Séances 01.02 08.02 15.02 22.02 01.03'],
  ['volume and pages', 'it it', '02 (2014) 4801-4823'],
  ['archive counts', 'com en', '2019 (212) 2018 (563) 2017 (1234)'],
  ['DOI', 'de en', 'doi:10.1007/978-3-642-28108-2'],
  ['DOI', 'co.uk en', 'https://doi.org/10.1136/0207.839.1234'],
  ['DOI', 'fr fr', '10.1016/01.42.68.53.00'],
  ['URL', 'fr fr', 'www.example.fr/n/0142685300/'],
];

describe('digits that are no phone number', () => {
  test.each(NONE)('%s (%s): %s', (_, place, html) => expect(phones(place, html)).toEqual([]));
});

describe('numbers that resemble dates and lists', () => {
  test.each([
    ['fr fr', 'Tél. 06 07 08 09 10', '+33607080910'],
    ['fr fr', 'Numéro de réservation 01 42 68 53 00', '+33142685300'],
    ['ru ru', 'Телефон для заказа: 8 495 123-45-67', '+74951234567'],
    ['fr fr', '01.02.14.33.44', '+33102143344'],
    ['dk da', 'Ring 31 25 00 00 kredit', '+4531250000'],
    ['com en', '212-563-1234 posts@acme.com', '+12125631234'],
    ['com en', 'Since 2014 (212) 563-1234', '+12125631234'],
    ['at de', 'Tel. 01/512 20 12', '+4315122012'],
    ['dk da', 'Tlf. 20 12 10 21', '+4520121021'],
    ['no nb', 'Tlf 22 12 20 14', '+4722122014'],
    ['com.sg en', 'Tel 6345 2014', '+6563452014'],
    ['de de', 'Mo 08.30 - 12.00 Tel. 030 1234567', '+49301234567'],
    ['nl nl', '09.00 - 17.00 uur: 020 - 623 41 87', '+31206234187'],
    ['com en', 'Since 1998-2024 call 212-563-1234', '+12125631234'],
    ['nl nl', 'KvK 34218876 Tel. 020 - 623 41 87', '+31206234187'],
  ])('%s: %s', (place, html, phone) => expect(phones(place, html)).toEqual([phone]));
});

test('reads the letter of a suite as a part of the address, not as a label', () => {
  const page = extractPage('<p>12 Main St, Suite F 212-563-1234</p>', 'https://acme.com/', { now: () => 0 });
  expect(page.phones.map(({ value }) => value)).toEqual(['+12125631234']);
  expect(page.faxes).toEqual([]);
});
