import { describe, expect, it } from 'vitest';
import { createCpuShares } from './cpu-shares.ts';
import type { HttpGet } from './http/http-get.ts';
import { createRobots } from './robots.ts';
import { MAX_ROBOTS_STEPS, parseRobots } from './robots-rules.ts';

const HOSTILE = `User-agent: *\n${`Disallow: /${'*a'.repeat(15)}b\n`.repeat(600)}`;
const LONG_PATH = `/${'a'.repeat(2_000)}`;

/** A robots.txt for each origin, without a network. */
function robotsFor(files: Record<string, string>, cpu = createCpuShares()) {
  const get: HttpGet = async ({ url }) => ({
    ok: true,
    status: 200,
    headers: {},
    body: Buffer.from(files[url.hostname] ?? ''),
  });
  return createRobots({
    get,
    cpu,
    product: 'LeadwellBot',
    budgetMs: 1_000,
    maxCrawlDelayMs: 10_000,
    maxRedirects: 5,
  });
}

describe('a hostile robots.txt', () => {
  it('costs a limited number of steps, and its pages are not visited', async () => {
    const rules = parseRobots(HOSTILE, 'LeadwellBot');
    if (rules === 'too-many-rules') throw new Error('too many rules');
    const { steps, access } = rules.match(new URL(LONG_PATH, 'https://evil.com'));
    expect(access).toBe('too-expensive');
    expect(steps).toBeLessThan(MAX_ROBOTS_STEPS + 3_000);
    const robots = robotsFor({ 'evil.com': HOSTILE });
    const { fault } = await robots.check(new URL(LONG_PATH, 'https://evil.com'), 'attacker', null);
    expect(fault?.code).toBe('robots-unreadable');
  });

  it('leaves the event loop its turns while its cached rules are checked', async () => {
    // Every look-up takes one tick of this clock, and a slice lasts five.
    let ticks = 0;
    const robots = robotsFor(
      { 'evil.com': HOSTILE },
      createCpuShares(() => (ticks += 0.5)),
    );
    const check = (n: number) => robots.check(new URL(`/a${n}`, 'https://evil.com'), 'attacker', null);
    await check(0);
    let turns = 0;
    const count = () => {
      turns += 1;
      counting = setImmediate(count);
    };
    let counting = setImmediate(count);
    for (let n = 0; n < 200; n += 1) await check(n);
    clearImmediate(counting);
    expect(turns).toBeGreaterThanOrEqual(10);
  });

  it('does not make a page of another account wait for more than a few of its own look-ups', async () => {
    let ticks = 0;
    const robots = robotsFor(
      { 'evil.com': HOSTILE, 'normal.com': 'User-agent: *\nDisallow: /private' },
      createCpuShares(() => (ticks += 2)),
    );
    let attackers = 0;
    const attack = Array.from({ length: 300 }, async (_, n) => {
      await robots.check(new URL(`${LONG_PATH}${n}`, 'https://evil.com'), 'attacker', null);
      attackers += 1;
    });
    const { fault } = await robots.check(new URL('https://normal.com/'), 'user', null);
    expect(fault).toBeNull();
    expect(attackers).toBeLessThan(20);
    await Promise.all(attack);
  });

  it('is fetched again for another account while the first one waits for its turn', async () => {
    const get: HttpGet = async ({ owner }) => {
      if (owner === 'attacker') await new Promise(() => {});
      return { ok: true, status: 200, headers: {}, body: Buffer.from('User-agent: *\nDisallow: /') };
    };
    const robots = createRobots({
      get,
      cpu: createCpuShares(),
      product: 'LeadwellBot',
      budgetMs: 1_000,
      maxCrawlDelayMs: 10_000,
      maxRedirects: 5,
    });
    const url = new URL('https://popular.com/');
    void robots.check(url, 'attacker', null);
    expect((await robots.check(url, 'user', null)).fault?.code).toBe('robots');
  });
});
