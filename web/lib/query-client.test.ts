import { describe, expect, it } from 'vitest';
import { CallError } from '#contract/errors.ts';
import { mayRetry } from './query-client.ts';

describe('mayRetry', () => {
  it('tries once more what may pass by itself', () => {
    expect(mayRetry(0, new CallError('unavailable'))).toBe(true);
    expect(mayRetry(0, new TypeError('boom'))).toBe(true);
    expect(mayRetry(1, new CallError('unavailable'))).toBe(false);
  });

  it('takes a refusal for an answer', () => {
    for (const code of ['not_found', 'access_denied', 'rate_limited', 'not_authenticated'] as const) {
      expect(mayRetry(0, new CallError(code))).toBe(false);
    }
  });
});
