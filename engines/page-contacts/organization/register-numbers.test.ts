import { expect, test } from 'vitest';
import { chosenNumbers, registerNumbers } from './register-numbers.ts';

test.each([
  ['TPS 826419707 RT0001', 'vat_number', '826419707RT0001', 'CA'],
  ['GST 113-847-263', 'vat_number', '113-847-263', 'NZ'],
  ['R.F.C. LNC180322QT4', 'vat_number', 'LNC180322QT4', 'MX'],
  ['適格請求書発行事業者登録番号: T6130001047385', 'vat_number', 'T6130001047385', 'JP'],
  ['法人番号 1010001836274', 'registration_number', '1010001836274', 'JP'],
  ['统一社会信用代码:91440300MA5G8K2T7W', 'registration_number', '91440300MA5G8K2T7W', 'CN'],
  ['Unified Social Credit Code 91310115MA1K4P7R59', 'registration_number', '91310115MA1K4P7R59', 'CN'],
  ['統編 28461989', 'registration_number', '28461989', 'TW'],
  ['السجل التجاري: 1010482736', 'registration_number', '1010482736', null],
  ['الرقم الضريبي: 310472851600003', 'vat_number', '310472851600003', null],
  ['เลขประจำตัวผู้เสียภาษี 0105562148373', 'vat_number', '0105562148373', 'TH'],
  ['NTN: 4172860-3', 'vat_number', '4172860-3', 'PK'],
  ['ІПН: 384719216014', 'vat_number', '384719216014', 'UA'],
  ['Код ЄДРПОУ: 38471926', 'registration_number', '38471926', 'UA'],
  ['IČO 46 718 203', 'registration_number', '46718203', null],
  ['R.E.A. BS-318842', 'registration_number', 'BS-318842', 'IT'],
  ['B.R. No.: 68214037', 'registration_number', '68214037', 'HK'],
  ['UEN 201512345K', 'registration_number', '201512345K', 'SG'],
  ['CUIT 33-71205946-5', 'registration_number', '33-71205946-5', 'AR'],
  ['NIT 900.614.387-5', 'registration_number', '900.614.387-5', 'CO'],
  ['RUT 76.543.210-K', 'registration_number', '76.543.210-K', 'CL'],
  ['RUC 20604173851', 'registration_number', '20604173851', 'PE'],
  ['Cédula jurídica 3-101-123456', 'registration_number', '3-101-123456', 'CR'],
  ['사업자등록번호 214-87-55162', 'registration_number', '214-87-55162', 'KR'],
  ['Vergi No: 7309155284', 'vat_number', '7309155284', 'TR'],
  ['Vergi No: 730 915 5284', 'vat_number', '7309155284', 'TR'],
  [
    'registre du commerce et des sociétés de Lyon sous le numéro 812 000 347',
    'registration_number',
    '812000347',
    'FR',
  ],
  ['Company no. 515283943', 'registration_number', '515283943', 'IL'],
  ['Org.nr. 912 000 583 MVA', 'registration_number', '912000583', null],
  ['MERSİS No: 0730915528400015', 'registration_number', '0730915528400015', 'TR'],
  ['Reg. 2018/304113/07, VAT', 'registration_number', '2018/304113/07', 'ZA'],
  ['Company number: C 71208', 'registration_number', 'C71208', 'MT'],
  ['company no. 2019RC001482', 'registration_number', '2019RC001482', 'FJ'],
  ['Registre de commerce B01172852006', 'registration_number', 'B01172852006', 'TN'],
  ['αρ. εγγραφής ΗΕ 402117', 'registration_number', '402117', 'CY'],
  ['الرقم الوطني للمنشأة: 200104417', 'registration_number', '200104417', 'JO'],
  ['این ٹی این: 5102447-3', 'vat_number', '5102447-3', 'PK'],
  ['KRA PIN P051234567X', 'vat_number', 'P051234567X', 'KE'],
  ['NPWP 01.234.567.8-901.000', 'vat_number', '01.234.567.8-901.000', 'ID'],
  ['MST: 0312345678', 'vat_number', '0312345678', 'VN'],
  ['ח.פ. 514567890', 'registration_number', '514567890', 'IL'],
  ['EIN 12-3456789', 'registration_number', '12-3456789', 'US'],
  ['is registered in England and Wales, company number 11937402', 'registration_number', '11937402', 'GB'],
  ['a company registered in Ireland under number 583921', 'registration_number', '583921', 'IE'],
  ['VAT number is IE3618274NH', 'vat_number', 'IE3618274NH', 'IE'],
  ['BTW NL 8093.44.172.B01', 'vat_number', 'NL8093.44.172.B01', 'NL'],
] as const)('reads %s', (text, kind, value, country) => {
  expect(registerNumbers(`Acme ${text}. Tel`)).toMatchObject([{ kind, value, country }]);
});

test('takes the number of the head office of a company with branches', () => {
  const text = 'Recife CNPJ 33.670.915/0003-25\nFortaleza CNPJ 33.670.915/0001-63';
  expect(chosenNumbers(registerNumbers(text)).map(({ value }) => value)).toEqual(['33.670.915/0001-63']);
});
