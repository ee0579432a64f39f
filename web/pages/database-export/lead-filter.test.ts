import { describe, expect, it } from 'vitest';
import { isFiltered } from '#contract/lead-filters.ts';
import {
  ApolloInput,
  LEAD_DATABASES,
  type LeadDatabase,
  LeadrocksInput,
  LocalBusinessInput,
  SalesNavigatorInput,
} from '#contract/leads.ts';
import { LEAVE_OUT_MAX } from '#contract/list-exclusions.ts';
import {
  chosenLeaveOut,
  defaultLeaveOut,
  isApplied,
  noFilter,
  readFilter,
  wireFilters,
  withAdded,
  writeFilter,
} from './lead-filter.ts';

const ADDRESS =
  'tab=sales_navigator&title=head+of+sales&title=%26%3D%25&-title=intern&industry=a%2C+b&-industry=c&country=Germany&min=5&max=10&email=1&phone=1&mobile=1';
const INPUTS = {
  leadrocks: LeadrocksInput,
  apollo: ApolloInput,
  sales_navigator: SalesNavigatorInput,
  local_businesses: LocalBusinessInput,
};

const read = (database: LeadDatabase, address: string) => readFilter(database, new URLSearchParams(address));

it('an exclusion list that is turned off and on is as if none was chosen', () => {
  const standard = defaultLeaveOut(['a', 'b', 'c'], ['c']);
  expect(standard).toEqual(['a', 'b']);
  const off = chosenLeaveOut(['b'], standard);
  expect(off).toEqual(['b']);
  expect(chosenLeaveOut([...(off ?? []), 'a'], standard)).toBeNull();
  expect(chosenLeaveOut(['a', 'b', 'c'], standard)).toEqual(['a', 'b', 'c']);
  expect(chosenLeaveOut(['a', 'c'], standard)).toEqual(['a', 'c']);
  expect(chosenLeaveOut([], standard)).toEqual([]);
  expect(defaultLeaveOut(Array.from({ length: LEAVE_OUT_MAX + 1 }, String), [])).toHaveLength(LEAVE_OUT_MAX);
});

describe('filters in the URL', () => {
  it('survive a round trip', () => {
    const filter = read('sales_navigator', ADDRESS);
    expect(filter.title).toEqual({ include: ['head of sales', '&=%'], exclude: ['intern'] });
    expect(writeFilter(new URLSearchParams('tab=sales_navigator&page=3'), filter).toString()).toBe(ADDRESS);
  });

  const everywhere = [
    ...['title', 'industry', 'place', 'company', 'domain', 'keyword'].flatMap((name) => [
      `${name}=a.io`,
      `-${name}=a.io`,
    ]),
    'employees=11-50',
  ];
  const own: Record<LeadDatabase, string[]> = {
    leadrocks: [...everywhere, 'email=1'],
    apollo: [...everywhere, 'seniority=vp', '-seniority=vp', 'email=1', 'phone=1', 'direct=1'],
    sales_navigator: [
      ...[...everywhere, 'country=Chad'],
      ...['min=0', 'max=5', 'email=1', 'phone=1', 'mobile=1'],
    ],
    local_businesses: [
      ...['industry', 'company', 'domain', 'keyword', 'region', 'city', 'postcode'].flatMap((name) => [
        `${name}=a.io`,
        `-${name}=a.io`,
      ]),
      ...['country=Chad', 'near=52.5,-13.4,10', 'chain=chain', 'chain=independent'],
      ...['email=1', 'phone=1', 'website=1', 'open=1'],
    ],
  };
  const all = [...new Set(Object.values(own).flat())];

  it.each(LEAD_DATABASES)('apply only if %s supports them', (database) => {
    for (const part of all) {
      const filter = read(database, part);
      expect(isApplied(filter), part).toBe(own[database].includes(part));
      if (!isApplied(filter)) expect(filter).toEqual(noFilter());
    }
  });

  it.each([
    'title=&-title=%20&industry=%09&seniority=&country=+',
    'email=yes&phone=true&direct=0&mobile=',
    'min=abc&max=-1',
    'min=1.5&max=1e3',
    'min=&max=%20',
    'max=1000000000',
    'page=2&nothing=1&Title=x',
    'employees=11&employees=10-11&company=&-place=%20&domain=%20',
    'near=91,0,5&chain=1',
    'near=0,181,5&open=yes',
    'near=0,0,0',
    'near=1,2,501&website=0',
    'near=1,2&city=%20',
  ])('are ignored if empty or invalid: %s', (address) => {
    for (const database of LEAD_DATABASES) expect(read(database, address)).toEqual(noFilter());
  });

  it('are trimmed and deduplicated', () => {
    expect(read('leadrocks', 'title=+ceo+&title=&title=ceo&title=cto').title.include).toEqual(['ceo', 'cto']);
    expect(read('leadrocks', 'title=cto&title=CTO&-company=Acme&-company=ACME')).toMatchObject({
      title: { include: ['cto'] },
      company: { exclude: ['Acme'] },
    });
    expect(
      read('apollo', 'domain=https://www.Acme.com/about&domain=info@acme.com&domain=b.io.').domain.include,
    ).toEqual(['acme.com', 'b.io']);
    expect(read('apollo', 'domain=Acme+Inc').domain.include).toEqual(['acme']);
    expect(
      read('apollo', 'domain=acme.com,+nord.de;www.oak.com&domain=Oak+<info@oak.com>').domain.include,
    ).toEqual(['acme.com', 'nord.de', 'oak.com']);
    expect(read('sales_navigator', 'min=1,000&max=007')).toMatchObject({ min: '1000', max: '7' });
  });

  it('are applied on the page exactly if the function treats them as a filter', () => {
    for (const database of LEAD_DATABASES) {
      for (const address of [...all, ...all.map((part) => `${part}%20`), ADDRESS, 'title=', 'min=1.5', '']) {
        const filter = read(database, address);
        const input = INPUTS[database].parse({ action: 'export', filters: wireFilters(database, filter) });
        if (input.action !== 'export') throw new Error(`parsed as ${input.action}`);
        expect(isFiltered(input.filters), `${database} ${address}`).toBe(isApplied(filter));
      }
    }
  });

  it('convert to the filters of the function', () => {
    const sizes = wireFilters('apollo', read('apollo', 'employees=11-50&employees=10001-&industry=Retail'));
    expect(ApolloInput.parse({ action: 'count', filters: sizes })).toMatchObject({
      filters: {
        industries: { include: ['Retail'] },
        employees: [
          { min: 11, max: 50 },
          { min: 10_001, max: null },
        ],
      },
    });
    const filters = wireFilters('sales_navigator', read('sales_navigator', ADDRESS));
    expect(SalesNavigatorInput.parse({ action: 'count', filters })).toMatchObject({
      filters: { countries: { include: ['Germany'] }, connections: { min: 5, max: 10 }, hasEmail: true },
    });
  });
});

it('added values are trimmed and deduplicated, without blanks', () => {
  expect(withAdded(['a'], [' b ', '', 'a', 'b'])).toEqual(['a', 'b']);
});
