import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_ROBOTS_STEPS, parseRobots, type RobotsRules } from './robots-rules.ts';

const at = (path: string) => new URL(`https://site.com${path}`);

function parseRules(...lines: string[]): RobotsRules {
  const rules = parseRobots(['User-agent: *', ...lines].join('\n'), 'LeadwellBot');
  if (rules === 'too-many-rules') throw new Error('too many rules');
  return rules;
}
const access = (path: string, ...lines: string[]) => parseRules(...lines).match(at(path)).access;

describe('a rule', () => {
  it.each([
    ['/fish', '/fish.html', true],
    ['/fish', '/Fish', false],
    ['/fish*', '/fishheads/a', true],
    ['/*.php', '/a/b.php?x', true],
    ['/*.php$', '/a/b.php?x', false],
    ['/*.php$', '/a.php/b.php', true],
    ['/fish*.php', '/fishheads/catfish.php?x', true],
    ['/fish*.php', '/Fish.PHP', false],
    ['/a$b', '/a$b', true],
    ['/a%2A', '/a*', true],
    ['/a*b*b$', '/ab', false],
    ['/$', '/', true],
    ['/$', '/a', false],
    ['/ab$', '/ab', true],
    ['*a', '/xa', true],
    ['fish', '/fish', false],
    ['/ü', '/%c3%bc', true],
    ['/%C3%BC', '/ü', true],
    ['/%7Ejoe', '/~joe', true],
    ['/a%2fb', '/a/b', false],
    ['/a%2fb', '/a%2Fb', true],
    ['/?q=*&p', '/?q=1&p=2', true],
  ])('%s applies to %s: %s', (rule, path, applies) => {
    expect(access(path, `Disallow: ${rule}`)).toBe(applies ? 'forbidden' : 'allowed');
  });

  it('loses against a longer one, and wins as allow among equals', () => {
    expect(access('/page', 'Allow: /p', 'Disallow: /')).toBe('allowed');
    expect(access('/page.html', 'Allow: /page', 'Disallow: /*.html')).toBe('forbidden');
    expect(access('/page', 'Disallow: /page', 'Allow: /page')).toBe('allowed');
  });

  it('that is too long is cut if it forbids, and ignored if it allows', () => {
    const long = `/${'a'.repeat(3_000)}`;
    expect(access(`${long}b`, `Disallow: ${long}c`)).toBe('forbidden');
    expect(access(long, 'Disallow: /', `Allow: ${long}`)).toBe('forbidden');
    const wild = `/${'*a'.repeat(30)}`;
    expect(access(`/${'a'.repeat(20)}`, `Disallow: ${wild}`)).toBe('forbidden');
    expect(access(`/${'a'.repeat(40)}`, 'Disallow: /', `Allow: ${wild}`)).toBe('forbidden');
  });
});

/** Matches as the standard describes it, by trying every possibility. */
function naive(rule: string, path: string): boolean {
  if (rule === '') return true;
  if (rule === '$') return path === '';
  if (rule.startsWith('*'))
    return Array.from(path, (_, n) => n)
      .concat(path.length)
      .some((n) => naive(rule.slice(1), path.slice(n)));
  return path !== '' && rule[0] === path[0] && naive(rule.slice(1), path.slice(1));
}

describe('any file', () => {
  it('is matched as the standard describes', () => {
    const rule = fc.string({ unit: fc.constantFrom('a', 'b', '/', '*'), maxLength: 8 });
    const path = fc.string({ unit: fc.constantFrom('a', 'b', '/'), maxLength: 10 });
    fc.assert(
      fc.property(rule, fc.boolean(), path, (tail, anchored, rest) => {
        const pattern = `/${tail}${anchored ? '$' : ''}`;
        const expected = naive(pattern, `/${rest}`) ? 'forbidden' : 'allowed';
        expect(access(`/x/../${rest}`.replace('/x/..', ''), `Disallow: ${pattern}`)).toBe(expected);
      }),
      { numRuns: 300 },
    );
  });

  it('takes a limited number of steps and a limited size', () => {
    const line = fc.oneof(
      fc.constantFrom(
        'User-agent: *',
        'user-agent:LeadwellBot/2',
        'Crawl-delay: 1e309',
        'Sitemap: https://x',
        '',
      ),
      fc
        .tuple(fc.constantFrom('Disallow', 'Allow', 'disallow '), fc.string({ maxLength: 30 }))
        .map((pair) => pair.join(':')),
      fc
        .tuple(fc.constantFrom('*a', 'aa*', '*', 'a', '%', '$*', '%41'), fc.integer({ min: 1, max: 800 }))
        .map(([part, count]) => `Disallow: /${part.repeat(count)}b`),
      fc.string({ unit: 'binary', maxLength: 50 }),
    );
    const file = fc.tuple(
      fc.array(line, { maxLength: 40 }),
      fc.integer({ min: 1, max: 40 }),
      fc.constantFrom('\n', '\r', '\r\n'),
    );
    const path = fc.oneof(
      fc.webPath(),
      fc
        .tuple(fc.constantFrom('a', 'ab', '%41', 'ü', '/'), fc.integer({ min: 1, max: 3_000 }))
        .map(([part, count]) => `/${part.repeat(count)}`),
    );
    fc.assert(
      fc.property(file, path, ([lines, copies, end], rest) => {
        const text = `${lines.join(end)}${end}`.repeat(copies);
        const rules = parseRobots(text, 'LeadwellBot');
        if (rules === 'too-many-rules') return;
        const { access, steps } = rules.match(at(rest));
        expect(['allowed', 'forbidden', 'too-expensive']).toContain(access);
        expect(steps).toBeLessThanOrEqual(MAX_ROBOTS_STEPS + 20_000);
        expect(rules.size).toBeLessThanOrEqual(600 * lines.length * copies + 9 * text.length + 100);
        expect(rules.crawlDelayMs).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 100 },
    );
  });
});
