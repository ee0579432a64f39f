import { describe, expect, it } from 'vitest';
import { CallError } from '#contract/errors.ts';
import { createLargeBodies } from './large-bodies.ts';

const MB = 1024 * 1024;
const LIMITS = { bytes: 12 * MB, accountBytes: 6 * MB, perAccount: 2 };

/** The status and Retry-After of a refused change; null if it is accepted. */
function refusal(change: () => void): [number, number | undefined] | null {
  try {
    change();
    return null;
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    return [error.status, error.retryAfterSeconds];
  }
}

describe('large bodies', () => {
  it('share the total: an account above its equal share gets 503, the others continue', () => {
    const bodies = createLargeBodies({ ...LIMITS, accountBytes: 12 * MB });
    const first = bodies.open('a');
    first.grow(10 * MB);
    const second = bodies.open('b');
    expect(refusal(() => second.grow(5 * MB))).toBeNull();
    expect(refusal(() => first.grow(1))).toEqual([503, 5]);
    expect(refusal(() => second.grow(2 * MB))).toEqual([503, 5]);
    first.end();
    expect(refusal(() => second.grow(MB))).toBeNull();
  });

  it('above two at a time per account get 429', () => {
    const bodies = createLargeBodies(LIMITS);
    const [one, two, three] = [bodies.open('a'), bodies.open('a'), bodies.open('a')];
    one.grow(MB);
    two.grow(MB);
    expect(refusal(() => three.grow(MB))).toEqual([429, 5]);
    expect(refusal(() => bodies.open('b').grow(MB))).toBeNull();
    one.end();
    expect(refusal(() => bodies.open('a').grow(MB))).toBeNull();
  });

  it('of one account together have room for one upload of the largest size', () => {
    const bodies = createLargeBodies(LIMITS);
    const [one, two] = [bodies.open('a'), bodies.open('a')];
    one.grow(4 * MB);
    two.grow(2 * MB);
    expect(refusal(() => two.grow(1))).toEqual([429, 5]);
    two.end();
    expect(refusal(() => one.grow(2 * MB))).toBeNull();
  });

  it('below 1 MB are not counted', () => {
    const bodies = createLargeBodies(LIMITS);
    for (let count = 0; count < 100; count += 1)
      expect(refusal(() => bodies.open('a').grow(MB - 1))).toBeNull();
  });

  it('count again from zero after their end', () => {
    const bodies = createLargeBodies(LIMITS);
    for (let count = 0; count < 10; count += 1) {
      const body = bodies.open('a');
      expect(refusal(() => body.grow(6 * MB))).toBeNull();
      body.end();
      body.end();
    }
  });
});
