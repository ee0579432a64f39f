import { expect, it } from 'vitest';
import { noFilters } from '#contract/lead-filters.ts';
import { searchText } from './search-text.ts';

it('says what a lead search looks for', () => {
  expect(
    searchText({
      ...noFilters(),
      titles: { include: ['Sales Director', 'CTO'], exclude: ['Intern'] },
      places: { include: ['Austin, USA'], exclude: [] },
      employees: [
        { min: 11, max: 50 },
        { min: 1001, max: null },
      ],
      connections: { min: null, max: 500 },
      hasEmail: true,
      leaveOut: null,
    }),
  ).toBe(
    'Sales Director, CTO · not Intern · Austin, USA · 11–50, 1,001 or more employees · up to 500 connections · with email',
  );
  expect(
    searchText({
      ...noFilters(),
      near: { latitude: 52.5, longitude: 13.4, kilometers: 5 },
      chain: false,
      isOpen: true,
      inLists: ['list'],
    }),
  ).toBe('within 5 km of 52.5, 13.4 · independent · open · at the companies in a list');
});

it('names seniorities and categories as the page does', () => {
  const text = searchText({
    ...noFilters(),
    seniorities: { include: ['c_suite', 'vp', 'head'], exclude: ['intern'] },
    industries: { include: ['italian_restaurant', 'Software'], exclude: [] },
  });
  expect(text).toBe('C-suite, VP, Head · not Intern · Italian restaurant, Software');
});

it('is short', () => {
  const include = Array.from({ length: 250 }, (_, index) => `Title ${index}`);
  const text = searchText({ ...noFilters(), titles: { include, exclude: [] } });
  expect(text).toHaveLength(200);
  expect(text).toMatch(/^Title 0, Title 1, .*…$/);
});
