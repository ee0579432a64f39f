import { expect, it } from 'vitest';
import { MESSAGES } from './messages.ts';
import { plural, pluralForm } from './plural.ts';

it.each([
  [0, 'days'],
  [1, 'day'],
  [2, 'days'],
  [1000, 'days'],
])('%d -> %s', (count, form) => {
  expect(pluralForm(count, 'day')).toBe(form);
});

it('fits the messages of the trial and the credits', () => {
  expect(pluralForm(1, 'entry', 'entries')).toBe('entry');
  expect(MESSAGES.gate.trialWarning(1)).toContain('in 1 day.');
  expect(MESSAGES.gate.trialWarning(2)).toContain('in 2 days.');
  expect(MESSAGES.gate.lowCredits(1)).toContain('only 1 credit left');
});

it('has thousands separators, except in the messages of the specification', () => {
  expect([plural(1, 'lead'), plural(2000, 'lead'), plural(0, 'entry', 'entries')]).toEqual([
    '1 lead',
    '2,000 leads',
    '0 entries',
  ]);
  expect(MESSAGES.leads.exported(2000)).toBe('Exported 2000 leads');
});
