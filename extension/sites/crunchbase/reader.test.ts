import { describe, expect, it } from 'vitest';
import { cards, link, mark, states } from '../../core/test-cuts.ts';
import { read } from './reader.ts';
import { crunchbaseProperties, crunchbaseSearch, crunchbaseState } from './test-shapes.ts';

const CATEGORIES = [{ value: 'Bakery' }, { value: 'Food and Beverage' }];
const PLACES = ['Lyon', 'Rhone-Alpes', 'France', 'Europe'];
const typed = PLACES.map((value, index) => ({
  value,
  location_type: ['city', 'region', 'country', 'continent'][index],
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
    expect(read(states(state)).rows[0]?.values).toMatchObject({
      categories: 'Bakery; Food and Beverage',
      location: 'Lyon, Rhone-Alpes, France',
    });
  });

  const row = (...marks: ReturnType<typeof mark>[]) =>
    read(
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

  it('has no value for a cell that only shows a dash', () => {
    const columns = [
      'website',
      'contact_email',
      'phone_number',
      'short_description',
      'categories',
      'location_identifiers',
      'num_employees_enum',
      'funding_total',
      'founded_on',
    ];
    const { rows, unreadFields } = row(...columns.map((id) => mark('column', '—', id)));
    expect(Object.keys(rows[0]?.values ?? {})).toEqual(['name', 'profile_url']);
    expect(unreadFields).toBeUndefined();
  });

  it('is counted as partly read if a cell has a form that is new', () => {
    for (const funding of ['€1.2M', '非公開'])
      expect(row(mark('column', funding, 'funding_total')).unreadFields).toEqual([
        { key: 'company-1', column: 'funding_total_usd' },
      ]);
  });
});

describe('Crunchbase', () => {
  const values = {
    name: 'Company 5',
    website: 'https://company5.example.com/',
    description: 'Makes "thing 5" & more',
    location: 'Lyon, France',
    employees: '51-100',
    funding_total_usd: '1200000',
    founded: '2015-03-01',
    linkedin: 'https://www.linkedin.com/company/company-5',
    profile_url: 'https://www.crunchbase.com/organization/company-5',
  };

  it.each(['older', 'newer'] as const)('reads the %s state of a company', (generation) => {
    const { rows, unread } = read(states(crunchbaseState(generation, 5)));
    expect(unread).toBe(0);
    expect(rows).toEqual([
      {
        key: 'company-5',
        aliases: ['company-5'],
        values: { ...values, email: 'info@company5.example.com', phone: '+33 1 23 45 67 89' },
      },
    ]);
  });

  it('reads a search, and reports entries without a permalink', () => {
    expect(read(states(crunchbaseSearch([5]))).rows[0]?.values).toEqual(values);
    const drifted = crunchbaseSearch([1, 2]).replaceAll('"identifier"', '"id"');
    expect(read(states(drifted))).toEqual({ rows: [], candidates: 2, unread: 2 });
    expect(read(states('{not json'))).toEqual({ rows: [], candidates: 1, unread: 1 });
  });

  it('reads a row of a search with the columns it shows', () => {
    const { rows } = read(
      cards({
        texts: ['Company 5'],
        links: [
          link('https://www.crunchbase.com/organization/company-5', 'Company 5'),
          link('https://company5.example.com', 'company5'),
        ],
        marks: [
          mark('column', 'Company 5', 'identifier'),
          mark('column', '$1,200,000', 'funding_total'),
          mark('column', '51-100', 'num_employees_enum'),
        ],
      }),
    );
    expect(rows[0]?.values).toMatchObject({
      name: 'Company 5',
      website: 'https://company5.example.com/',
      funding_total_usd: '1200000',
      employees: '51-100',
    });
  });
});

it('has no tracker or redirect as the website of a company', () => {
  const row = (href: string) =>
    read(
      cards({
        texts: ['Acme'],
        links: [
          link('https://www.crunchbase.com/organization/acme', 'Acme'),
          link(href),
          link('https://acme.example.com/'),
        ],
      }),
    ).rows[0]?.values.website;
  expect(row('https://ppc.clutch.co/redirect?x=1')).toBe('https://acme.example.com/');
  expect(row('https://www.google.com/url?q=https://acme.example.com/')).toBe('https://acme.example.com/');
});
