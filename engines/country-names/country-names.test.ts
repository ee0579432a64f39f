import { describe, expect, it } from 'vitest';
import { COUNTRIES } from '#contract/countries.ts';
import {
  countryCode,
  countryKeys,
  countryOfCell,
  countryOfName,
  englishCountryName,
  sameCountryNames,
} from './country-names.ts';

it.each([
  ['DE', 'DE'],
  ['germany', 'DE'],
  ['Deutschland', 'DE'],
  ['UK', 'GB'],
  ['United Kingdom', 'GB'],
  ['USA', 'US'],
  ['U.S.A.', 'US'],
  ['França', 'FR'],
  ['España', 'ES'],
  ['Türkiye', 'TR'],
  ['Korea', 'KR'],
  ['deu', 'DE'],
  ['Atlantis', null],
  ['', null],
  ['ZZ', null],
])('%s is %s', (written, code) => {
  expect(countryCode(written)).toBe(code);
});

describe('the table of countries', () => {
  it('has each country of the filter, as a country of its own', () => {
    const codes = COUNTRIES.map(countryOfName);
    expect(codes).not.toContain(null);
    expect(new Set(codes).size).toBe(COUNTRIES.length);
    expect(COUNTRIES.map((_, index) => englishCountryName(codes[index] ?? ''))).toEqual(COUNTRIES);
  });

  it.each([
    ['GB', 'UK|U.K.|Great Britain|Großbritannien|Royaume-Uni|英国|Велика Британія|Storbritannien|gbr'],
    [
      'US',
      'USA|U.S.|u.s.a.|Estados Unidos|États-Unis|Vereinigte Staaten|EE. UU.|США|米国|미국|الولايات المتحدة',
    ],
    ['CI', "Ivory Coast|Côte d'Ivoire|Côte d’Ivoire|COTE D IVOIRE|Elfenbeinküste|Costa de Marfil|CIV"],
    ['NL', 'Holland|The Netherlands|Netherlands, The|Niederlande|Pays-Bas|Países Bajos|NLD'],
    ['CZ', 'Czech Republic|Czechia|Česko|Tschechien|République tchèque'],
    ['MM', 'Burma|Myanmar|Birmanie|Myanmar (Burma)'],
    ['KR', 'South Korea|Korea, Republic of|Südkorea|Corée du Sud|대한민국'],
    ['CD', 'Congo (DRC)|Democratic Republic of the Congo|Congo - Kinshasa|Zaire'],
    ['CG', 'Congo|Republic of the Congo|Congo (Brazzaville)'],
    ['BA', 'Bosnia and Herzegovina|Bosnia & Herzegovina|Bosnien und Herzegowina'],
    ['DE', 'Deutschland|ALLEMAGNE|Alemania|Niemcy|Németország|Γερμανία|德国|ドイツ|Đức|GERMANY.'],
  ])('knows %s by its names', (code, names) => {
    for (const name of names.split('|')) expect(`${name} ${countryCode(name)}`).toBe(`${name} ${code}`);
  });

  it('keeps neighbors in the alphabet apart', () => {
    const pairs = [
      'Niger',
      'Nigeria',
      'Guinea',
      'Guinea-Bissau',
      'Dominica',
      'Dominican Republic',
      'Austria',
      'Australia',
    ];
    expect(pairs.map(countryCode)).toEqual(['NE', 'NG', 'GN', 'GW', 'DM', 'DO', 'AT', 'AU']);
  });

  it('finds a part with its country, but not the country with a part', () => {
    expect(countryKeys('UK')).toContain('scotland');
    expect(countryKeys('Scotland')).toEqual(['scotland']);
    expect(sameCountryNames('wales')).toEqual(['wales']);
  });

  it('takes ISO codes as countries only where a country is asked for', () => {
    expect(countryCode('CA')).toBe('CA');
    expect(countryOfName('CA')).toBeNull();
    expect(countryKeys('canada')).toEqual(expect.arrayContaining(['ca', 'can', 'kanada']));
    expect(countryKeys('Atlantis')).toEqual(['atlantis']);
  });

  it('takes the letters of cars and the codes of the Olympics only in a cell of its own', () => {
    const codes = { D: 'DE', a: 'AT', ' F ': 'FR', GER: 'DE', SUI: 'CH', NED: 'NL', BRN: 'BN', DEU: 'DE' };
    for (const [cell, code] of Object.entries(codes))
      expect([cell, countryOfCell(cell)]).toEqual([cell, code]);
    expect(['D', 'GER', 'SUI'].map(countryCode)).toEqual([null, null, null]);
    expect(['X', 'Q', '', 'Atlantis'].map(countryOfCell)).toEqual([null, null, null, null]);
    expect(countryKeys('Germany')).toEqual(expect.arrayContaining(['d', 'ger', 'de', 'deu']));
  });
});
