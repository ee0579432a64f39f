import { describe, expect, test } from 'vitest';
import { postalCodesIn } from './code-search.ts';
import { copyrightNames } from './company-name.ts';
import { labeledDetails } from './labeled-details.ts';
import { registerNumbers } from './register-numbers.ts';

describe('the cheap checks before a search leave nothing out', () => {
  test.each([
    'Company',
    'LEGAL NAME',
    'Registered name',
    'business name',
    'Firma',
    'Unternehmen',
    'Raison sociale',
    'Denomination',
    'Dénomination sociale',
    'Razón social',
    'Titular',
    'Ditta',
    'Ragione sociale',
    'Bedrijf',
    'Yritys',
    'FÖRETAG',
    'Nazwa firmy',
    'Název firmy',
    'Cégnév',
    'Denumire',
    '会社名',
    '商号',
    '社名',
    '公司名称',
    '회사명',
    '상호',
  ])('reads a name with the label %s', (label) => {
    const named = [['organization_name', 'Acme Ltd']];
    expect([...labeledDetails(`Contact\n${label}: Acme Ltd\n`)]).toEqual(named);
    expect([...labeledDetails(`\u00a0 ${label}\tAcme Ltd`)]).toEqual(named);
    // A label of two letters counts only on the line of its value.
    expect([...labeledDetails(`x\n${label}\nAcme Ltd`)]).toEqual(label.length > 2 ? named : []);
  });

  test.each([
    ['Zip code: 28459', 'postal_code', '28459'],
    ['PLZ: 50674', 'postal_code', '50674'],
    ['Código postal: 28001', 'postal_code', '28001'],
    ['CAP: 41122', 'postal_code', '41122'],
    ['Straße: Ringstr. 5', 'street', 'Ringstr. 5'],
    ['STRASSE: Ringstr. 5', 'street', 'Ringstr. 5'],
    ['Cím: Fő utca 5', 'street', 'Fő utca 5'],
    ['Ort: Köln', 'city', 'Köln'],
    ['Kaupunki: Turku', 'city', 'Turku'],
    ['Kanton: Bern', 'region', 'Bern'],
    ['País: España', 'country', 'España'],
    ['Země: Česko', 'country', 'Česko'],
  ])('reads %s', (line, field, value) => {
    expect([...labeledDetails(line)]).toEqual([[field, value]]);
  });

  test('reads labels in the first 2,000 lines', () => {
    const readAfter = (lines: number) => labeledDetails(`${'x\n'.repeat(lines)}City: Shallotte`).size;
    expect([readAfter(1999), readAfter(2000)]).toEqual([1, 0]);
  });

  test.each([
    ['50674 Köln', '50674'],
    ['D-50674 Köln', 'D-50674'],
    ['00-950 Warszawa', '00-950'],
    ['1234 AB Amsterdam', '1234 AB'],
    ['Rīga, LV 1010', 'LV 1010'],
    ['Rīga, LV-1010', 'LV-1010'],
    ['London SW1A 1AA', 'SW1A 1AA'],
    ['Bakı, AZ 1010', 'AZ 1010'],
    ['Phoenix, AZ 85004', '85004'],
    ['(10115 Berlin)', '10115'],
    ['1050,Bruxelles', '1050'],
    ['Portland, OR 97205.', '97205'],
  ])('finds the code in %s', (text, code) => {
    expect([...postalCodesIn(text, [])].map((found) => found.code)).toEqual([code]);
  });

  test.each([
    '1345.99 Euro',
    '1345,50 Euro',
    '12 Berlin',
    'x12345 Berlin',
    '12345678 Berlin',
    '+49345 Berlin',
  ])('finds no code in %s', (text) => {
    expect([...postalCodesIn(text, [])]).toEqual([]);
  });

  test.each([
    ['company number 01234567', '01234567'],
    ['company no. 01234567', '01234567'],
    ['registered number: 01234567', '01234567'],
    ['registration nr. 01234567', '01234567'],
    ['org nr 556677-8899', '556677-8899'],
    ['org.nr 556677-8899', '556677-8899'],
    ['org. nr 556677-8899', '556677-8899'],
  ])('reads the number of %s', (text, value) => {
    expect(registerNumbers(`The ${text}`).map((number) => number.value)).toEqual([value]);
  });

  test.each([
    '© 2026 Acme Ltd',
    '(c) Acme Ltd',
    '(C) Acme Ltd',
    'Copyright 2026 Acme Ltd',
    'copyright Acme Ltd',
  ])('reads the name of %s', (line) => {
    expect(copyrightNames(`x\n${line}`)).toEqual([{ name: 'Acme Ltd', index: 2 }]);
    expect(copyrightNames(line.toUpperCase())).toEqual([{ name: 'ACME LTD', index: 0 }]);
  });

  test('reads the name before a year that ends the sentence', () => {
    const line = '© Acme Roofing 2024. Acme Roofing is a trading name of Acme Leadwork Ltd';
    expect(copyrightNames(line)).toEqual([{ name: 'Acme Roofing', index: 0 }]);
  });
});
