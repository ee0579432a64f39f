import { describe, expect, it } from 'vitest';
import { CALL_STEPS_MAX, ROW_STEPS_MAX } from '#contract/list-steps.ts';
import { compileFormula } from './formula.ts';
import { noWork, type PatternWork } from './formula-patterns.ts';

function compute(formula: string, values: Record<string, string>, work: PatternWork = noWork()): string {
  const compiled = compileFormula(formula);
  return compiled.ok ? compiled.compute(values, work) : `refused: ${compiled.problem}`;
}

const TOO_SLOW = '#Error: The pattern is too slow for this text.';
const TOO_MANY = '#Error: The patterns of this row have too much to do.';
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
    const work = noWork();
    expect(compute('=match({A}, {P})', { A: 'a', P }, work)).toBe(TOO_LARGE);
    expect(compute('=extract({A}, {P})', { A: 'a', P }, work)).toBe(TOO_LARGE);
    expect(work).toEqual(noWork());
  });

  it.each([
    ['=match({A}, {P})', '(a?){60}z'],
    ['=extract({A}, {P})', '(a?){30}z'],
  ])('ends as an error of the cell when it would take long: %s', (formula, P) => {
    const work = noWork();
    expect(compute(formula, { A: LONG, P }, work)).toBe(TOO_SLOW);
    expect(work.steps).toBeLessThanOrEqual(CALL_STEPS_MAX);
    expect(compute(formula, { A: 'aaz', P })).not.toContain('#Error');
  });

  it('shares what it may do with all formulas of the row', () => {
    const work = noWork();
    const texts = Array.from({ length: 60 }, () =>
      compute('=match({A}, {P})', { A: 'a'.repeat(2000), P: '(a?){12}z' }, work),
    );
    expect(work.steps).toBeLessThanOrEqual(ROW_STEPS_MAX);
    expect(work.steps).toBeGreaterThan(ROW_STEPS_MAX - CALL_STEPS_MAX);
    expect(texts.at(0)).toBe('no');
    expect(texts.at(-1)).toBe(TOO_MANY);
  });

  it('has the same result whoever compiled it, and compiles few that are large in one row', () => {
    const values = { A: LONG, P: '(a?){2}[qx]1' };
    const [first, second] = [noWork(), noWork()];
    expect(compute('=match({A}, {P})', values, first)).toBe(compute('=match({A}, {P})', values, second));
    expect(first.compiling).toBeGreaterThan(second.compiling);
    expect(first.steps).toBe(second.steps);
    const work = noWork();
    const texts = Array.from({ length: 400 }, (_, at) =>
      compute('=match({A}, {P})', { A: 'a', P: `x{450}${at}z` }, work),
    );
    expect(work.compiling).toBeLessThanOrEqual(ROW_STEPS_MAX);
    expect(texts.at(0)).toBe('no');
    expect(texts.at(-1)).toBe(TOO_MANY);
  });

  it('finds what ten columns look for in the text of a whole page', () => {
    const text = `${'Lorem ipsum dolor sit amet. '.repeat(180)}Write to info@acme.com.`;
    const work = noWork();
    for (let column = 0; column < 10; column += 1)
      expect(compute('=extract({A}, "[a-z0-9._%+-]+@[a-z0-9.-]+\\.[a-z]{2,}")', { A: text }, work)).toBe(
        'info@acme.com',
      );
    expect(work.steps).toBeGreaterThan(CALL_STEPS_MAX);
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
