import type { Environment } from '@marcbachmann/cel-js';
import { readNumber } from '#contract/column-conditions.ts';
import { readEmployer } from '../list-items/person.ts';
import { plainName } from '../person-names/person-name.ts';
import { extracted, matches, type PatternWork } from './formula-patterns.ts';

/** What any function returns at most, in characters. */
export const FORMULA_TEXT_MAX_CHARS = 10_000;

const TOO_LONG = 'The result is too long.';

function short(text: string): string {
  if (text.length > FORMULA_TEXT_MAX_CHARS) throw new Error(TOO_LONG);
  return text;
}

const LETTERS: Readonly<Record<string, number>> = { k: 1e3, m: 1e6, b: 1e9 };

/** The first number in a text, as sites write it and filters read it: "1,200", "12,5", "2.5K", but "5 m" is 5. 0 without one. */
function numberIn(text: string): number {
  const found = /((?:-[\s'’]*)?\d(?:[\d.,]|[\s'’]+(?=[\d.,]))*)(?:(?<=\d)([kmb])(?![\p{L}\d]))?/iu.exec(text);
  const digits = found?.[1]?.replaceAll(/[\s'’]/g, '').replace(/(?<![.,])[.,]+$/, '') ?? '';
  const number = readNumber(digits) ?? Number.parseFloat(digits.replaceAll(',', ''));
  const times = LETTERS[found?.[2]?.toLowerCase() ?? ''];
  // 1.1 times a thousand isn't quite 1,100.
  return times === undefined ? number || 0 : Number((number * times).toPrecision(15));
}

function replaceAll(text: string, from: string, to: string): string {
  if (from === '') return text;
  const parts = text.split(from);
  const chars = text.length + (parts.length - 1) * (to.length - from.length);
  // Before it is made: ten thousand characters for each of ten thousand would take a hundred megabytes.
  if (chars > FORMULA_TEXT_MAX_CHARS) throw new Error(TOO_LONG);
  return parts.join(to);
}

function partOf(text: string, separator: string, number: bigint): string {
  const parts = separator === '' ? [text] : text.split(separator);
  const index = Number(number);
  return (parts.at(index > 0 ? index - 1 : index) ?? '').trim();
}

/**
 * Adds our functions to an environment of CEL, whose own ones work on methods and lists. `workOf`: what the patterns of the row that is
 * computed have done.
 */
export function registerFunctions(environment: Environment, workOf: () => PatternWork): Environment {
  const name = (full: string) => plainName({ first: full, last: '' });
  const domainOf = (text: string) => {
    const read = readEmployer(text);
    return read.ok ? read.domain : '';
  };
  let registered = environment
    .registerFunction('if_(bool, dyn, dyn): dyn', (is: boolean, then: unknown, otherwise: unknown) =>
      is ? then : otherwise,
    )
    .registerFunction('lower(string): string', (text: string) => text.toLowerCase())
    .registerFunction('upper(string): string', (text: string) => short(text.toUpperCase()))
    .registerFunction('trim(string): string', (text: string) => text.trim().replaceAll(/\s+/g, ' '))
    .registerFunction('replace(string, string, string): string', replaceAll)
    .registerFunction('part(string, string, int): string', partOf)
    .registerFunction('contains(string, string): bool', (text: string, other: string) =>
      text.toLowerCase().includes(other.toLowerCase()),
    )
    .registerFunction('length(string): int', (text: string) => BigInt([...text].length))
    .registerFunction('number(string): double', numberIn)
    .registerFunction('domain(string): string', domainOf)
    .registerFunction('first_name(string): string', (full: string) => name(full).first)
    .registerFunction('last_name(string): string', (full: string) => name(full).last)
    .registerFunction('match(string, string): bool', (text: string, pattern: string) =>
      matches(text, pattern, workOf()),
    )
    .registerFunction('extract(string, string): string', (text: string, pattern: string) =>
      extracted(text, pattern, workOf()),
    );
  for (let count = 1; count <= COALESCED_MAX; count += 1) {
    const signature = `coalesce(${Array.from({ length: count }, () => 'string').join(', ')}): string`;
    registered = registered.registerFunction(
      signature,
      (...texts: string[]) => texts.find((text) => text.trim() !== '') ?? '',
    );
  }
  return registerNumbers(registered);
}

const COALESCED_MAX = 6;

/** CEL doesn't mix whole numbers with others: 1.5 * 2. */
function registerNumbers(environment: Environment): Environment {
  const operations: Readonly<Record<string, (a: number, b: number) => number>> = {
    '+': (a, b) => a + b,
    '-': (a, b) => a - b,
    '*': (a, b) => a * b,
    '/': (a, b) => a / b,
  };
  let registered = environment;
  for (const [sign, apply] of Object.entries(operations)) {
    registered = registered
      .registerOperator(`double ${sign} int`, (a: number, b: bigint) => apply(a, Number(b)))
      .registerOperator(`int ${sign} double`, (a: bigint, b: number) => apply(Number(a), b));
  }
  return registered;
}
