import { expect, it } from 'vitest';
import type { AccountView } from '#contract/account.ts';
import { creditRefusal, mostCredits } from './credit-check.ts';

const NOTHING = { repeats: 0, free: 0, sample: false };
const poor = { credits: '1', isStaff: false } as unknown as AccountView;

it('charges nothing for the sample and for what is free', () => {
  expect(mostCredits(2, NOTHING)).toBe(2);
  expect(mostCredits(2, { ...NOTHING, sample: true })).toBe(0);
  // Free items needn't be repeats. The list on screen may be newer than the answer.
  expect(mostCredits(3, { ...NOTHING, free: 2 })).toBe(1);
  expect(mostCredits(1, { ...NOTHING, free: 2 })).toBe(0);
});

it('refuses what the credits do not cover, once it is known what is free', () => {
  expect(creditRefusal(poor, 2, NOTHING)).toContain('2');
  expect(creditRefusal(poor, 2, { ...NOTHING, free: 1 })).toBeNull();
  expect(creditRefusal(poor, 2, { ...NOTHING, sample: true })).toBeNull();
  expect(creditRefusal({ ...poor, isStaff: true }, 2, NOTHING)).toBeNull();
  expect(creditRefusal(undefined, 2, NOTHING)).toBeNull();
});
