import { expect, it } from 'vitest';
import { countryCode, countryOfDomain } from './countries.ts';

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

it('knows which endings tell a country', () => {
  expect(countryOfDomain('acme.co.uk')).toBe('GB');
  expect(countryOfDomain('acme.fr')).toBe('FR');
  expect(countryOfDomain('acme.io')).toBeNull();
  expect(countryOfDomain('acme.com')).toBeNull();
});
