import { describe, expect, it } from 'vitest';
import { SAMPLE_ROWS, sampleCounters } from './sample-run.ts';

describe('the sample run', () => {
  it('charges only for sites that could be read', () => {
    const end = sampleCounters(SAMPLE_ROWS.length);
    expect(end.found + end.failed).toBe(end.total);
    expect(end.spent).toBe(end.found);
    expect(sampleCounters(0)).toMatchObject({ done: 0, found: 0, spent: 0 });
  });

  it('only uses the reserved .example domain', () => {
    for (const row of SAMPLE_ROWS) {
      expect(row.site).toMatch(/\.example$/);
      if (row.email) expect(row.email.endsWith(`@${row.site}`)).toBe(true);
    }
  });
});
