import { expect, it } from 'vitest';
import { ApolloInput } from '#contract/leads.ts';
import { LEAVE_OUT_MAX } from '#contract/list-exclusions.ts';
import { type LeadFilter, noFilter, wireFilters, withAdded } from '../lead-filter.ts';
import { entriesRefusal, valuesThatFit } from './entry-limits.ts';

const entries = (count: number, chars = 6) =>
  Array.from({ length: count }, (_, index) => String(index).padStart(chars, 'x'));
const withIndustries = (include: string[], exclude: string[] = []): LeadFilter => ({
  ...noFilter(),
  industry: { include, exclude },
});
const isAccepted = (filter: LeadFilter) =>
  ApolloInput.safeParse({ action: 'count', filters: wireFilters('apollo', filter) }).success;

it('refuses what the function refuses', () => {
  const cases: [LeadFilter, string | null][] = [
    [withIndustries(entries(250)), null],
    [withIndustries(entries(251)), 'A filter can have at most 250 entries.'],
    [withIndustries([], entries(251)), 'A filter can have at most 250 entries.'],
    [withIndustries(entries(50, 100)), null],
    [
      { ...withIndustries(entries(50, 100)), title: { include: ['a'], exclude: [] } },
      'at most 5,000 characters',
    ],
    [{ ...noFilter(), inList: entries(LEAVE_OUT_MAX).map(listId) }, null],
    [
      { ...noFilter(), inList: entries(LEAVE_OUT_MAX + 1).map(listId) },
      'A search can name at most 25 lists.',
    ],
  ];
  for (const [filter, message] of cases) {
    expect(isAccepted(filter)).toBe(message === null);
    if (message === null) expect(entriesRefusal(filter)).toBeNull();
    else expect(entriesRefusal(filter)).toContain(message);
  }
});

it('adds as many values as fit, without counting those that are there', () => {
  const present = entries(248);
  const refusal = (values: readonly string[]) => entriesRefusal(withIndustries(withAdded(present, values)));
  expect(valuesThatFit([...present, 'a', 'b', 'c', 'd'], refusal)).toEqual([...present, 'a', 'b']);
  expect(valuesThatFit(['a'], refusal)).toEqual(['a']);
  expect(valuesThatFit([], refusal)).toEqual([]);
});

function listId(text: string): string {
  return `0d9cf5a6-1a6f-4f3e-9c43-${text.replaceAll('x', '0').padStart(12, '0')}`;
}
