import { expect, it } from 'vitest';
import { countryOfPlace } from './read-lead.ts';

it.each([
  ['Lyon, Auvergne-Rhône-Alpes, France', 'France'],
  ['france', 'France'],
  ['Atlanta, Georgia, United States', 'United States'],
  ['Boston, MA, USA', 'United States'],
  ['Istanbul, Türkiye', 'Turkey'],
  ['Prague, Czechia ', 'Czech Republic'],
  ['Greater Stockholm Metropolitan Area', ''],
  ['France, Lyon', ''],
  ['Lyon,', ''],
  ['', ''],
  ['Atlanta, Georgia', ''],
  ['Atlanta, Georgia, United States', 'United States'],
  ['Tbilisi, Georgia', 'Georgia'],
  ['Georgia', 'Georgia'],
])('the country of "%s" is "%s"', (place, country) => {
  expect(countryOfPlace(place)).toBe(country);
});
