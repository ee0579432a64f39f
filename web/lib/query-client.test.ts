import { describe, expect, it } from 'vitest';
import { CallError } from '#contract/errors.ts';
import { mayRetry } from './query-client.ts';

describe('mayRetry', () => {
  it('retries temporary failures once', () => {
    expect(mayRetry(0, new CallError('unavailable'))).toBe(true);
    expect(mayRetry(0, new TypeError('boom'))).toBe(true);
    expect(mayRetry(1, new CallError('unavailable'))).toBe(false);
  });

  it('does not retry refusals', () => {
    for (const code of ['not_found', 'access_denied', 'rate_limited', 'not_authenticated'] as const) {
      expect(mayRetry(0, new CallError(code))).toBe(false);
    }
  });
});
