import { describe, expect, it } from 'vitest';
import { barShare, chartScale, formatShare, labeledBars } from './chart-scale.ts';

describe('the chart', () => {
  it('has whole, round ticks that cover every value', () => {
    expect(chartScale(0)).toEqual({ top: 1, ticks: [0, 1] });
    expect(chartScale(3)).toEqual({ top: 3, ticks: [0, 1, 2, 3] });
    expect(chartScale(7)).toEqual({ top: 8, ticks: [0, 2, 4, 6, 8] });
    expect(chartScale(41)).toEqual({ top: 60, ticks: [0, 20, 40, 60] });
    expect(chartScale(1000).top).toBe(1000);
    for (const max of [1, 9, 99, 101, 12_345, 999_999, 2_000_000_000]) {
      const { top, ticks } = chartScale(max);
      expect(top).toBeGreaterThanOrEqual(max);
      expect(top).toBeLessThanOrEqual(2 * max);
      expect(ticks.length).toBeLessThanOrEqual(5);
    }
  });

  it('draws small values so that they can be seen, and none for refunds', () => {
    expect(barShare(50, 100)).toBe(0.5);
    expect(barShare(100, 100)).toBe(1);
    expect(barShare(1, 1_000_000)).toBeGreaterThan(0.01);
    expect(barShare(0, 100)).toBe(0);
    expect(barShare(-5, 100)).toBe(0);
  });

  it('labels the last day and each week before it', () => {
    expect(labeledBars(30)).toEqual([1, 8, 15, 22, 29]);
    expect(labeledBars(3)).toEqual([2]);
  });

  it('rounds only nothing to 0% and everything to 100%', () => {
    expect(formatShare(2, 3)).toBe('67%');
    expect(formatShare(0, 1000)).toBe('0%');
    expect(formatShare(1, 1000)).toBe('<1%');
    expect(formatShare(999, 1000)).toBe('>99%');
    expect(formatShare(7, 7)).toBe('100%');
  });
});
