import { describe, expect, it } from 'vitest';
import { compileFormula } from './formula.ts';
import { type PatternWork, ROW_STEPS_MAX } from './formula-patterns.ts';

function compute(formula: string, values: Record<string, string>, work: PatternWork = { steps: 0 }): string {
  const compiled = compileFormula(formula);
  return compiled.ok ? compiled.compute(values, work) : `refused: ${compiled.problem}`;
}

const TOO_SLOW = '#Error: The pattern is too slow for this text.';
const TOO_LARGE = '#Error: The pattern is too large. Repeat less in it.';
const LONG = 'a'.repeat(10_000);

describe('the pattern of a formula', () => {
  it.each([
    '(.?){999}z',
    `(?:${'abcdefghi'.repeat(18)}){1000}`,
    '((x{30}){30})',
    `${'x{1000}'.repeat(20)}`,
    '(?:(?:a|b){0,90}c){11}',
  ])('is refused if it compiles to much: %s', (P) => {
    const work = { steps: 0 };
    expect(compute('=match({A}, {P})', { A: 'a', P }, work)).toBe(TOO_LARGE);
    expect(compute('=extract({A}, {P})', { A: 'a', P }, work)).toBe(TOO_LARGE);
    expect(work.steps).toBe(0);
  });

  it.each([
    ['=match({A}, {P})', '(a?){60}z'],
    ['=extract({A}, {P})', '(a?){30}z'],
  ])('ends as an error of the cell when it would take long: %s', (formula, P) => {
    const work = { steps: 0 };
    expect(compute(formula, { A: LONG, P }, work)).toBe(TOO_SLOW);
    expect(work.steps).toBeLessThanOrEqual(ROW_STEPS_MAX);
    expect(compute(formula, { A: 'aaz', P })).not.toContain('#Error');
  });

  it('shares what it may do with all formulas of the row, also if each compiles another one', () => {
    const work = { steps: 0 };
    const texts = Array.from({ length: 400 }, (_, at) =>
      compute('=match({A}, {P})', { A: 'a'.repeat(500), P: `(a?){9}${at}z` }, work),
    );
    expect(work.steps).toBeLessThanOrEqual(ROW_STEPS_MAX);
    expect(texts.at(0)).toBe('no');
    expect(texts.at(-1)).toBe(TOO_SLOW);
    expect(compute('=match({A}, "a")', { A: 'a' })).toBe('yes');
  });

  it('finds what people look for in long texts', () => {
    const text = `${'Lorem ipsum dolor sit amet. '.repeat(100)}Write to info@acme.com, or call +1 212 555 0100.`;
    expect(compute('=extract({A}, "[a-z0-9._%+-]+@[a-z0-9.-]+\\.[a-z]{2,}")', { A: text })).toBe(
      'info@acme.com',
    );
    expect(compute('=match({A}, "saas|software|cloud platform|crm|erp")', { A: text })).toBe('no');
    expect(compute('=extract({A}, "\\b(\\d{3}) (\\d{4})\\b")', { A: text })).toBe('555');
  });
});
