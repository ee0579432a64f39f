import { expect, it } from 'vitest';
import { countryOfDomain } from './countries.ts';

it('knows which endings tell a country', () => {
  expect(countryOfDomain('acme.co.uk')).toBe('GB');
  expect(countryOfDomain('acme.fr')).toBe('FR');
  expect(countryOfDomain('acme.io')).toBeNull();
  expect(countryOfDomain('acme.com')).toBeNull();
});
