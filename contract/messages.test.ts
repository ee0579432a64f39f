import { describe, expect, it } from 'vitest';
import { MESSAGES } from './messages.ts';

describe('the text of a time-out', () => {
  it('tells how long the run took', () => {
    const { timedOut } = MESSAGES.tasks;
    expect(timedOut(604)).toBe('Processing timed out after 10 minutes. Showing partial results.');
    expect(timedOut(2600)).toBe('Processing timed out after 43 minutes. Showing partial results.');
    expect(timedOut(31.4)).toBe('Processing timed out after 31 seconds. Showing partial results.');
    expect(timedOut(0)).toBe('Processing timed out after 1 second. Showing partial results.');
  });
});
