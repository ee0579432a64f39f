import { expect, test } from 'vitest';
import { namedCompanies } from './named-companies.ts';

test.each([
  ['Acme Tools GmbH sells pumps of Nord Pumpen AG.', ['Acme Tools GmbH', 'Nord Pumpen AG']],
  [
    'Ödeme: Zeytindalı Doğal Ürünler ve Kozmetik Ltd. Şti.',
    ['Zeytindalı Doğal Ürünler ve Kozmetik Ltd. Şti.'],
  ],
  [
    'przez Runo Polska spółka z ograniczoną odpowiedzialnością z siedzibą',
    ['Runo Polska spółka z ograniczoną odpowiedzialnością'],
  ],
  ['地址：中国 · 宁波海星阀门有限公司，邮编', ['宁波海星阀门有限公司']],
  ['福爾摩沙茶業股份有限公司　統編 12345675', ['福爾摩沙茶業股份有限公司']],
  ['山田製作所株式会社 〒100-0001', ['山田製作所株式会社']],
  ['株式会社山田 〒100-0001', ['株式会社山田']],
  ['ผลิตโดย บริษัท ครัวแม่บัว จำกัด (สำนักงานใหญ่)', ['บริษัท ครัวแม่บัว จำกัด']],
  ['Fundación Educacional San Ramón del Maule', ['Fundación Educacional San Ramón del Maule']],
  ['Freight Brokerage (Platteline Logistics, LLC)', ['Platteline Logistics, LLC']],
  ['AS seen on TV', []],
])('the companies in %s', (text, expected) => {
  expect(namedCompanies(text).map(({ start, end }) => text.slice(start, end))).toEqual(expected);
});

test('the name is without the legal form', () => {
  const texts = ['Acme Tools GmbH', 'UAB „Gintaras“', '宁波海星阀门有限公司'];
  expect(texts.map((text) => namedCompanies(text)[0]?.name.trim())).toEqual([
    'Acme Tools',
    '„Gintaras“',
    '宁波海星阀门',
  ]);
});
