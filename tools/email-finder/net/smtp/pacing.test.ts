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
    expect(breaker.check('mx.acme.com', 1)).toBe(null);
    breaker.open('mx.acme.com', 'busy', 1_000);
    expect(breaker.check('mx.acme.com', 1)).toBe('busy');
    expect(breaker.check('mx.other.com', 1)).toBe(null);
    time = 1_000;
    expect(breaker.check('mx.acme.com', 1)).toBe(null);
  });

  it('lets those through who would wait longer than it was waited for', () => {
    const breaker = createCircuitBreaker<string>(() => 0);
    breaker.open('mx.acme.com', 'silent', 1_000, 10);
    expect([5, 10, 45].map((ms) => breaker.check('mx.acme.com', ms))).toEqual(['silent', 'silent', null]);
  });

  it('drops the oldest of too many hosts', () => {
    const breaker = createCircuitBreaker<number>(() => 0);
    for (let host = 0; host < 5_000; host += 1) breaker.open(`mx${host}.com`, host, 1_000);
    expect(breaker.check('mx0.com', 1)).toBe(null);
    expect(breaker.check('mx4999.com', 1)).toBe(4999);
  });
});
