// On PostgreSQL: requests count at once.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CallError } from '#contract/errors.ts';
import type { Database } from '../platform/database/db.ts';
import { openTestDatabase } from '../platform/database/test-database.ts';
import { addressKey, createRateLimiter } from './rate-limit.ts';

let database: Database;
let now = Date.now();
const clock = { now: () => now };
const secrets = { dataKey: 'a secret of this test' };
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const THREE: Parameters<ReturnType<typeof createRateLimiter>['take']>[0] = {
  name: 'three',
  limit: 3,
  windowMs: 60_000,
};

/** The seconds to wait; null if allowed. */
async function wait(attempt: Promise<void>): Promise<number | null> {
  try {
    await attempt;
    return null;
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== 'rate_limited') throw error;
    return error.retryAfterSeconds ?? Number.NaN;
  }
}

describe('a rate limit', () => {
  it('allows the limit per window, across servers and concurrent uses', async () => {
    const servers = [
      createRateLimiter({ database, clock, secrets }),
      createRateLimiter({ database, clock, secrets }),
    ];
    const takes = Array.from({ length: 10 }, (_, i) =>
      wait(servers[i % 2]?.take(THREE, 'a') ?? Promise.reject()),
    );
    expect((await Promise.all(takes)).filter((seconds) => seconds === null)).toHaveLength(3);
    const [one] = servers;
    expect(await wait(one?.take(THREE, 'b') ?? Promise.reject())).toBeNull();
    now += 45_500;
    expect(await wait(one?.take(THREE, 'a') ?? Promise.reject())).toBe(15);
    expect(await wait(one?.check(THREE, 'a') ?? Promise.reject())).toBe(15);
    now += 14_500;
    expect(await wait(one?.check(THREE, 'a') ?? Promise.reject())).toBeNull();
    expect(await wait(one?.take(THREE, 'a') ?? Promise.reject())).toBeNull();
  });

  it('counts nothing on a check and can be reset', async () => {
    const limiter = createRateLimiter({ database, clock, secrets });
    for (const _ of [1, 2, 3, 4, 5]) expect(await wait(limiter.check(THREE, 'c'))).toBeNull();
    for (const _ of [1, 2, 3]) await limiter.take(THREE, 'c');
    expect(await wait(limiter.check(THREE, 'c'))).toBe(60);
    await limiter.reset(THREE, 'c');
    expect(await wait(limiter.take(THREE, 'c'))).toBeNull();
  });

  it('deletes expired rows', async () => {
    const limiter = createRateLimiter({ database, clock, secrets });
    for (let i = 0; i < 20; i += 1) await limiter.take(THREE, `visitor ${i}`);
    now += 120_000;
    await limiter.take(THREE, 'later');
    const rows = await database.db.selectFrom('rate_limits').select('bucket').execute();
    expect(rows).toEqual([{ bucket: expect.stringMatching(/^three:[\w-]{22}$/) }]);
  });
});

describe('the key of an address', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['192.0.2.7:5123', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['', 'unknown'],
    ['not an address', 'unknown'],
  ])('%s -> %s', (address, key) => {
    expect(addressKey(address)).toBe(key);
  });
});
