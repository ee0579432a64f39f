import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { CountedText } from '../../e2e/fixtures/count-steps.ts';

const PROGRAM = fileURLToPath(new URL('../../e2e/fixtures/count-steps.ts', import.meta.url));
const CHARS = 30_000;
/** The most that any text takes is about 450. */
const MAX_STEPS_PER_CHAR = 1000;
/** A text of twice the length takes about twice the steps. Four times would be quadratic. */
const MAX_GROWTH = 2.5;
/** Below it, the halves of a text differ too much to compare. */
const FEW_STEPS_PER_CHAR = 20;

test('reading any text takes a number of steps in proportion to its length', () => {
  const output = execFileSync(process.execPath, [PROGRAM], { encoding: 'utf8', maxBuffer: 10_000_000 });
  const texts = JSON.parse(output) as CountedText[];
  expect(texts.length).toBeGreaterThan(100);
  for (const { whole } of texts) expect(whole).toBeGreaterThan(1000);
  const heavy = texts.filter(({ half, whole }) => {
    if (whole < FEW_STEPS_PER_CHAR * CHARS) return false;
    return whole > MAX_STEPS_PER_CHAR * CHARS || whole > MAX_GROWTH * half;
  });
  expect(heavy).toEqual([]);
}, 240_000);
