import { describe, expect, it } from 'vitest';
import { cards, link, mark, states } from '../test-cuts.ts';
import { crunchbaseProperties } from '../test-shapes.ts';
import { readCrunchbase } from './read-crunchbase.ts';

const CATEGORIES = [{ value: 'Bakery' }, { value: 'Food and Beverage' }];
const PLACES = ['Lyon', 'Rhone-Alpes', 'France', 'Europe'];
const typed = PLACES.map((value, at) => ({
  value,
  location_type: ['city', 'region', 'country', 'continent'][at],
}));
const untyped = PLACES.map((value) => ({ value }));

function company(location: unknown): Record<string, unknown> {
  return { ...crunchbaseProperties(1), categories: CATEGORIES, location_identifiers: location };
}
const search = (location: unknown) =>
  JSON.stringify({ data: { entities: [{ properties: company(location) }] } });
const ownPage = (location: unknown) => {
  const { identifier, ...fields } = company(location);
  return JSON.stringify({ data: { properties: { identifier }, cards: { overview: fields } } });
};

describe('a company of Crunchbase', () => {
  it.each([
    ['a search, with kinds of places', search(typed)],
    ['a search, without them', search(untyped)],
    ['its own page, with kinds of places', ownPage(typed)],
    ['its own page, without them', ownPage(untyped)],
  ])('has its categories, and its location without the continent: %s', (_, state) => {
    expect(readCrunchbase(states(state)).rows[0]?.values).toMatchObject({
      categories: 'Bakery; Food and Beverage',
      location: 'Lyon, Rhone-Alpes, France',
    });
  });

  const row = (...marks: ReturnType<typeof mark>[]) =>
    readCrunchbase(
      cards({
        texts: ['Company 1'],
        links: [link('https://www.crunchbase.com/organization/company-1', 'Company 1')],
        marks,
      }),
    );

  it('has them in a row of a search too', () => {
    const { rows, unreadFields } = row(
      mark('column', 'Bakery, Food and Beverage', 'categories'),
      mark('column', 'Lyon, Rhone-Alpes, France, Europe', 'location_identifiers'),
      mark('column', '—', 'funding_total'),
    );
    expect(rows[0]?.values).toMatchObject({
      categories: 'Bakery; Food and Beverage',
      location: 'Lyon, Rhone-Alpes, France',
    });
    expect(unreadFields).toBeUndefined();
  });

  it('is counted as partly read if a cell has a form that is new', () => {
    expect(row(mark('column', '€1.2M', 'funding_total')).unreadFields).toEqual([
      { key: 'company-1', column: 'funding_total_usd' },
    ]);
  });
});
