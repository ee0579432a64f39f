import { describe, expect, it } from 'vitest';
import type { AccountView } from '#contract/account.ts';
import {
  capWarning,
  exportOptions,
  mostLeads,
  NO_CHOICE,
  noLeadsText,
  readFirst,
  repeatsText,
} from './export-choice.ts';

const account = { credits: 40, isStaff: false } as AccountView;
const scope = { count: 100, selected: ['1', '2'], columns: ['a', 'b'], account };

describe('the chosen leads', () => {
  it.each([
    [{ leads: 'all' }, 100, {}],
    [{ leads: 'selected' }, 2, { leads: ['1', '2'] }],
    [{ leads: 'first', first: '30' }, 30, { first: 30 }],
    [{ leads: 'first', first: '1,000' }, 100, { first: 1000 }],
    [{ leads: 'affordable' }, 40, { affordable: true }],
    [{ withEmail: true, shownColumns: true }, 100, { withEmail: true, columns: ['a', 'b'] }],
  ] as const)('%j', (change, most, options) => {
    const choice = { ...NO_CHOICE, ...change };
    expect(mostLeads(choice, scope)).toBe(most);
    expect(exportOptions(choice, scope)).toEqual(options);
  });

  it('are none while the choice is incomplete', () => {
    for (const first of ['', '0', '-1', '1.5', 'ten']) {
      expect(mostLeads({ ...NO_CHOICE, leads: 'first', first }, scope)).toBeNull();
    }
    expect(mostLeads({ ...NO_CHOICE, leads: 'selected' }, { ...scope, selected: [] })).toBeNull();
  });

  it('are all affordable with unlimited credits', () => {
    const unlimited = { ...account, credits: 'unlimited' } as AccountView;
    expect(mostLeads({ ...NO_CHOICE, leads: 'affordable' }, { ...scope, account: unlimited })).toBe(100);
  });
});

it.each([
  ['1,000', 1000],
  [' 1 000 ', 1000],
  ['12', 12],
  ['1,0', null],
  ['1,0000', null],
  ['1\u202f000', 1000],
  ['9999999999', null],
])('reads %j as %j', (typed, expected) => {
  expect(readFirst(typed)).toBe(expected);
});

it.each([
  [{ leads: 40, repeats: 12 }, '12 of 40 are free: you got them before. '],
  [{ leads: 1200, repeats: 1 }, '1 of 1,200 is free: you got it before. '],
  [{ leads: 40, repeats: 0 }, ''],
  [undefined, ''],
])('says which leads of %j are free', (quote, expected) => {
  expect(repeatsText(quote)).toBe(expected);
});

describe('the monthly cap of the unlimited plan', () => {
  const unlimited = {
    ...account,
    credits: 'unlimited',
    monthlyExports: 488_000,
    monthlyExportsResetAt: '2026-12-15T10:00:00Z',
  } as AccountView;

  it('is no matter while the export fits, and without the plan', () => {
    expect(capWarning(unlimited, 12_000)).toBeNull();
    expect(capWarning(unlimited, 0)).toBeNull();
    expect(capWarning({ ...unlimited, credits: 600_000 }, 600_000)).toBeNull();
  });

  it('says how many leads are left, until when, and what to do', () => {
    const text = capWarning(unlimited, 12_001);
    expect(text).toMatch(/12,001 leads.*12,000 of your plan’s 500,000 a month are left until Dec 15, 2026/);
    expect(text).toContain('choose “The first” in the export options');
    expect(capWarning({ ...unlimited, isStaff: true, credits: 5 }, 12_001)).toBe(text);
    expect(capWarning({ ...unlimited, monthlyExports: 500_000 }, 1)).toMatch(/more starting Dec 15, 2026/);
  });
});

it('says why a choice has no leads', () => {
  const none = { leads: 0 };
  const affordable = { ...NO_CHOICE, leads: 'affordable' as const };
  expect(noLeadsText(affordable, undefined, 0)).toBeNull();
  expect(noLeadsText(affordable, { leads: 3 }, 0)).toBeNull();
  expect(noLeadsText(affordable, none, 0)).toBe(
    'You have no credits left, and got none of these leads before.',
  );
  expect(noLeadsText({ ...affordable, withEmail: true }, none, 0)).toBe(
    'You have no credits left, and got none of these leads with an email before.',
  );
  expect(noLeadsText({ ...affordable, withEmail: true }, none, 5)).toBe('None of these leads has an email.');
  expect(noLeadsText({ ...NO_CHOICE, withEmail: true }, none, null)).toBe(
    'None of these leads has an email.',
  );
  expect(noLeadsText(NO_CHOICE, none, null)).toBe('There are no such leads any more.');
});
