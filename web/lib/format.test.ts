import { describe, expect, it } from 'vitest';
import {
  formatCredits,
  formatDate,
  formatEstimate,
  formatPlan,
  formatSeconds,
  formatUtcDay,
  planName,
} from './format.ts';

describe('format', () => {
  it('formats dates as MMM dd, yyyy HH:mm', () => {
    const local = new Date(2026, 2, 4, 9, 5);
    expect(formatDate(local.toISOString())).toBe('Mar 04, 2026 09:05');
  });

  it('names the trial only while it lasts', () => {
    const free = { plan: 'free', isTrial: true } as const;
    expect(planName({ ...free, trialDaysLeft: 3, paymentDue: false })).toBe('Free (Trial)');
    expect(planName({ ...free, trialDaysLeft: 0, paymentDue: false })).toBe('Free');
    expect(planName({ plan: 'free', isTrial: true, trialDaysLeft: 7, paymentDue: true })).toBe('Free');
    expect(planName({ plan: 'unlimited', isTrial: false, trialDaysLeft: 0, paymentDue: false })).toBe(
      'Unlimited',
    );
  });

  it('formats a day in UTC without a time, as the same day in every time zone', () => {
    expect(formatUtcDay('2026-03-04')).toBe('Mar 04, 2026');
  });

  it('formats credits and plans', () => {
    expect(formatCredits(1000)).toBe('1,000');
    expect(formatCredits('unlimited')).toBe('Unlimited');
    expect(formatPlan('free')).toBe('Free');
  });

  it.each([
    [0.2, '1 second'],
    [45, '45 seconds'],
    [91, '2 minutes'],
    [5400, '2 hours'],
  ])('%d s -> %s', (seconds, text) => {
    expect(formatSeconds(seconds)).toBe(text);
  });

  it.each([
    [0.2, 'About 1 second'],
    [60, 'About 60 seconds'],
    [83, 'About 1½ minutes'],
    [91, 'About 2 minutes'],
    [570, 'About 9½ minutes'],
    [610, 'About 11 minutes'],
    [5400, 'About 2 hours'],
  ])('estimates %d s as %s', (seconds, text) => {
    expect(formatEstimate(seconds)).toBe(text);
  });
});
