import fc from 'fast-check';
import { randomPart } from '../../e2e/fixtures/random-text.ts';
import { extractPage } from '../../engines/page-contacts/extract-page.ts';
import { HOSTILE_TEXTS } from '../../engines/page-contacts/fixtures/hostile-texts.ts';
import { reportFigure } from '../figures.ts';
import { tokenizerMs } from '../tokenizer-time.ts';

/**
 * `npm run bench:hostile`: CPU time of each hostile text against its budget, and of 100 kB of it without a
 * budget, best of three, since the first run compiles code. Also of random texts of 100 kB. Exits with 1 when
 * one takes a quarter longer. Run it on an idle machine.
 */
const BUDGET_MS = 250;
/** The same text takes a quarter longer when the machine is slow. */
const FAILED_MS = BUDGET_MS * 1.25;
const TRIES = 3;

/** CPU time of this thread in ms. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

const PART_CHARS = 100_000;
const RANDOM_TEXTS = 150;

/** The least CPU time of a few tries to read `html`. */
function leastMs(html: string, cpuBudgetMs: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < TRIES && least >= BUDGET_MS; tries += 1) {
    const start = cpuMs();
    extractPage(html, 'https://acme.com/', { cpuBudgetMs, now: cpuMs });
    least = Math.min(least, cpuMs() - start);
  }
  return least;
}

let worstMs = 0;

function report(name: string, ms: number): void {
  worstMs = Math.max(worstMs, ms);
  if (ms >= FAILED_MS) process.exitCode = 1;
  console.log(`${ms.toFixed(0).padStart(5)} ms  ${name}${ms >= BUDGET_MS ? '  OVER BUDGET' : ''}`);
}

for (const [name, html] of HOSTILE_TEXTS) {
  report(name, leastMs(html, BUDGET_MS));
  report(`${name}, 100 kB without a budget`, leastMs(html.slice(0, PART_CHARS), 1e9));
}

let worst = 0;
fc.assert(
  fc.property(randomPart, (part) => {
    const ms = leastMs(part.repeat(Math.ceil(PART_CHARS / part.length)).slice(0, PART_CHARS), 1e9);
    worst = Math.max(worst, ms);
    return ms < FAILED_MS;
  }),
  { numRuns: RANDOM_TEXTS },
);
report('the slowest random text', worst);
// The slowest of 300 texts varies more than other figures.
reportFigure('hostile: slowest text, CPU time / tokenizer', worstMs / tokenizerMs(), 'lower', {
  tolerance: 2,
});
