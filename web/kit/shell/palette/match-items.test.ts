import { describe, expect, it } from 'vitest';
import { groupItems, matchItems } from './match-items.ts';

const ITEMS = [
  { group: 'New task', label: 'Website Extraction' },
  { group: 'New task', label: 'Company To Domain' },
  { group: 'Go to', label: 'Dashboard' },
  { group: 'Go to', label: 'Database Export' },
  { group: 'Go to', label: 'Settings', words: 'profile password' },
  { group: 'Tasks', label: 'bakeries.csv', detail: 'Website Extraction' },
  { group: 'Actions', label: 'Log out', words: 'sign out' },
] as const;

const labels = (typed: string) => matchItems(ITEMS, typed).map(({ label }) => label);

describe('matchItems', () => {
  it('finds by parts of words, ignoring case', () => {
    expect(labels('DATA')).toEqual(['Database Export']);
    expect(labels('base')).toEqual(['Database Export']);
    expect(labels('password')).toEqual(['Settings']);
  });

  it('ignores accents on both sides', () => {
    const items = [{ group: 'Lists' as const, label: 'Cafés in São Paulo' }];
    for (const typed of ['cafes sao', 'CAFÉS', 'paulò']) expect(matchItems(items, typed)).toEqual(items);
  });

  it('wants every word', () => {
    expect(labels('comp dom')).toEqual(['Company To Domain']);
    expect(labels('out sign')).toEqual(['Log out']);
    expect(labels('company website')).toEqual([]);
  });

  it('puts the start of a label before other matches', () => {
    expect(labels('website')).toEqual(['Website Extraction', 'bakeries.csv']);
    expect(labels('ex')).toEqual(['Website Extraction', 'Database Export', 'bakeries.csv']);
  });

  it('takes signs literally', () => {
    expect(labels('.*')).toEqual([]);
    expect(labels('.csv')).toEqual(['bakeries.csv']);
  });

  it('shows everything but long lists before something is typed', () => {
    const tasks = Array.from({ length: 30 }, (_, index) => ({
      group: 'Tasks' as const,
      label: `task ${index}`,
    }));
    expect(matchItems([...ITEMS, ...tasks], '  ').filter(({ group }) => group === 'Tasks')).toHaveLength(4);
    expect(labels('')).toHaveLength(ITEMS.length);
  });
});

it('groupItems puts the group with the best match first', () => {
  expect(groupItems(matchItems(ITEMS, 'dash')).map(({ group }) => group)).toEqual(['Go to']);
  expect(groupItems(matchItems(ITEMS, 'extraction')).map(({ group }) => group)).toEqual([
    'New task',
    'Tasks',
  ]);
});
