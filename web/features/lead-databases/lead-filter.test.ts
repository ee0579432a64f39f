import { describe, expect, it } from 'vitest';
import { ApolloInput, LeadrocksInput, SalesNavigatorInput } from '#contract/leads.ts';
import { isApplied, readFilter, wireFilters, withAdded, writeFilter } from './lead-filter.ts';

const ADDRESS =
  'tab=sales_navigator&title=head+of+sales&title=%26%3D%25&-title=intern&industry=a%2C+b&-seniority=vp&country=Germany&min=5&max=10&email=1&direct=1';

describe('filters in the address', () => {
  it('come back as they were', () => {
    const filter = readFilter(new URLSearchParams(ADDRESS));
    expect(filter.title).toEqual({ include: ['head of sales', '&=%'], exclude: ['intern'] });
    expect(writeFilter(new URLSearchParams('tab=sales_navigator&page=3'), filter).toString()).toBe(ADDRESS);
  });

  it('that are nonsense are none', () => {
    expect(isApplied(readFilter(new URLSearchParams('tab=apollo&page=2&min=abc&max=-1&email=yes')))).toBe(
      false,
    );
  });

  it('of any kind are applied', () => {
    for (const part of ADDRESS.split('&').slice(1)) {
      expect(isApplied(readFilter(new URLSearchParams(part))), part).toBe(true);
    }
  });

  it('are what the functions take', () => {
    const filter = readFilter(new URLSearchParams(ADDRESS));
    const call = (database: Parameters<typeof wireFilters>[0]) => ({
      action: 'count',
      filters: wireFilters(database, filter),
    });
    expect(LeadrocksInput.safeParse(call('leadrocks')).success).toBe(true);
    expect(ApolloInput.safeParse(call('apollo')).success).toBe(true);
    expect(SalesNavigatorInput.parse(call('sales_navigator'))).toMatchObject({
      filters: { countries: { include: ['Germany'] }, connections: { min: 5, max: 10 }, hasEmail: true },
    });
  });
});

it('added values are trimmed, real and new', () => {
  expect(withAdded(['a'], [' b ', '', 'a', 'b'])).toEqual(['a', 'b']);
});
