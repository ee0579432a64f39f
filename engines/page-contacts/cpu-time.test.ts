import fc from 'fast-check';
import { expect, test } from 'vitest';
import { extractPage } from './extract-page.ts';
import { HOSTILE_PIECES, HOSTILE_TEXTS } from './fixtures/hostile-texts.ts';

const CHARS = 100_000;
const MAX_MS = 250;
const TRIES = 3;

/** CPU time of this thread in ms, which other processes don't add to. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** The least CPU time of a few tries to read `html` without a budget. The first ones compile code. */
function leastMs(html: string): number {
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < TRIES && least >= MAX_MS; tries += 1) {
    const start = cpuMs();
    extractPage(html, 'https://acme.com/', { cpuBudgetMs: 1e9, wantsLink: () => true });
    least = Math.min(least, cpuMs() - start);
  }
  return least;
}

/** A text of parts that the engine looks for, to be repeated. */
const randomPart = fc
  .array(fc.oneof(fc.string({ maxLength: 6 }), fc.constantFrom(...HOSTILE_PIECES)), {
    minLength: 1,
    maxLength: 8,
  })
  .map((pieces) => pieces.join('') || ' ');

test('reading 100 kB of any text takes at most 250 ms of CPU, without a budget', () => {
  fc.assert(
    fc.property(randomPart, (part) => {
      const html = part.repeat(Math.ceil(CHARS / part.length)).slice(0, CHARS);
      expect(leastMs(html)).toBeLessThan(MAX_MS);
    }),
    { numRuns: 40 },
  );
});

test.each(HOSTILE_TEXTS)('%s: reading 100 kB takes at most 250 ms of CPU, without a budget', (_, html) => {
  expect(leastMs(html.slice(0, CHARS))).toBeLessThan(MAX_MS);
});
