import { describe, expect, it } from 'vitest';
import { formatCredits, formatDate, formatPlan, formatSeconds, plural } from './format.ts';

describe('format', () => {
  it('writes dates like MMM dd, yyyy HH:mm', () => {
    const local = new Date(2026, 2, 4, 9, 5);
    expect(formatDate(local.toISOString())).toBe('Mar 04, 2026 09:05');
  });

  it('writes credits and plans', () => {
    expect(formatCredits(1000)).toBe('1,000');
    expect(formatCredits('unlimited')).toBe('Unlimited');
    expect(formatPlan('free')).toBe('Free');
  });

  it.each([
    [0.2, '1 second'],
    [45, '45 seconds'],
    [91, '2 minutes'],
    [5400, '2 hours'],
  ])('%d s -> %s', (seconds, words) => {
    expect(formatSeconds(seconds)).toBe(words);
  });

  it('counts nouns', () => {
    expect(plural(1, 'day')).toBe('1 day');
    expect(plural(0, 'URL')).toBe('0 URLs');
    expect(plural(1200, 'URL')).toBe('1,200 URLs');
  });
});
