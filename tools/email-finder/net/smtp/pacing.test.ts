import { describe, expect, it } from 'vitest';
import { createCircuitBreaker } from './circuit-breaker.ts';
import { createTokenBuckets } from './token-bucket.ts';

describe('token buckets', () => {
  it('allow a burst, then a steady rate, per key', () => {
    let time = 1_000;
    const buckets = createTokenBuckets({ perSecond: 10, burst: 3 }, () => time);
    expect([1, 2, 3, 4, 5].map(() => buckets.take('one'))).toEqual([0, 0, 0, 100, 200]);
    expect(buckets.take('other')).toBe(0);
    time += 250;
    expect(buckets.take('one')).toBe(50);
    time += 10_000;
    expect([1, 2, 3, 4].map(() => buckets.take('one'))).toEqual([0, 0, 0, 100]);
  });
});

describe('a circuit breaker', () => {
  it('blocks a host until its pause is over', () => {
    let time = 0;
    const breaker = createCircuitBreaker<string>(() => time);
    expect(breaker.check('mx.acme.com')).toBe(null);
    breaker.open('mx.acme.com', 'busy', 1_000);
    expect(breaker.check('mx.acme.com')).toBe('busy');
    expect(breaker.check('mx.other.com')).toBe(null);
    time = 1_000;
    expect(breaker.check('mx.acme.com')).toBe(null);
  });

  it('drops the oldest of too many hosts', () => {
    const breaker = createCircuitBreaker<number>(() => 0);
    for (let host = 0; host < 5_000; host += 1) breaker.open(`mx${host}.com`, host, 1_000);
    expect(breaker.check('mx0.com')).toBe(null);
    expect(breaker.check('mx4999.com')).toBe(4999);
  });
});
