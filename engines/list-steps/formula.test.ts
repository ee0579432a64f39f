import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileFormula } from './formula.ts';
import { FORMULA_FUNCTIONS } from './formula-help.ts';
import { noWork } from './formula-patterns.ts';

const ROW = {
  Company: 'ACME Inc.',
  Domain: 'https://www.acme.com/about',
  Name: 'Dr. Jane van der Berg',
  Employees: '1,200',
  Empty: '',
  Zip: '10115',
  "Bob's": 'his',
};

function compute(formula: string, values: Record<string, string> = ROW): string {
  const compiled = compileFormula(formula);
  return compiled.ok ? compiled.compute(values, noWork()) : `refused: ${compiled.problem}`;
}

describe('a formula', () => {
  it.each([
    ['https://{Domain}/', 'https://https://www.acme.com/about/'],
    ['{{x}} {Company}', '{x} ACME Inc.'],
    ['Hi {Empty}', ''],
    ['=lower({Company})', 'acme inc.'],
    ['={Company} + " (" + domain({Domain}) + ")"', 'ACME Inc. (acme.com)'],
    ['=first_name({Name}) + "/" + last_name({Name})', 'Jane/van der Berg'],
    ['=if(number({Employees}) > 1000.0, "large", "small")', 'large'],
    ['=number({Employees}) * 2', '2400'],
    ['={Employees} == "" ? "no" : "yes"', 'yes'],
    ['=coalesce({Empty}, {Company}, "x")', 'ACME Inc.'],
    ['=part("a, b, c", ",", -1)', 'c'],
    ['=replace({Company}, "Inc.", "LLC")', 'ACME LLC'],
    ['=extract({Domain}, "//([a-z.]+)/")', 'www.acme.com'],
    ['=match({Company}, "^acme")', 'yes'],
    ['=length({Company}) + 1', '10'],
    ['={Company}.startsWith("ACME")', 'yes'],
    ['=trim("  a   b ")', 'a b'],
    ['=match({Zip}, "^\\d{5}$")', 'yes'],
    ['=extract({Zip}, r"\\d{2}")', '10'],
    ['=replace("a{3}", "{3}", "b")', 'ab'],
    ['="Say \\"{Zip}\\": " + {Bob\'s} + \' "x" \'', 'Say "{Zip}": his "x" '],
    ['=match("a.b", "a\\.b") ? "\\t." : "if(x)"', '\t.'],
  ])('%s', (formula, expected) => {
    expect(compute(formula)).toBe(expected);
  });

  it.each([
    ['=lower({Company}', 'A closing parenthesis is missing.'],
    ['=lower({Company}))', 'A closing parenthesis has no opening one.'],
    ['=lowercase({Company})', 'There is no function “lowercase”. There are: if,'],
    ['=IF({Company} == "", "a", "b")', 'Write “if” in lower case.'],
    ['={Revenue} * 2', 'Use number({Revenue}) to calculate.'],
    ['=-{Revenue}', 'Use number({Revenue}) to calculate.'],
    ['={Revenue} > 5', 'Use number({Revenue}) to compare it with a number.'],
    ['={Company} + 1', 'Use number({Company}) to calculate, and string(…) to join a number with a text.'],
    ['=number({Revenue}) + " EUR"', 'Use string(…) to join a number with a text.'],
    ['={Company} & " x"', 'Join texts with +.'],
    ['=if({Company} = "", "a", "b")', 'Compare with ==.'],
    ['={Company} <> ""', 'Write != for “is not”.'],
    ['=if({Company} == ""; "a"; "b")', 'Put commas between the values of a function, not semicolons.'],
    ['={Company} == “Acme”', 'Write texts in straight quotes'],
    ['={Company} == "" and {Zip} == ""', 'Write && for “and”.'],
    ['=number({Zip}) * 1,5', 'Write decimals with a point, such as 1.5.'],
    ['="a', 'A text is missing its closing quotation mark.'],
    ['={Company} {Zip}', 'A sign such as + or == is missing before “{Zip}”.'],
    ['=Company + "x"', '“Company” has no meaning. Write {Company} for a column, and "Company" for a text.'],
    ['=if({Company}, "a", "b")', 'Write if(condition, then, otherwise). A condition is, for example,'],
    ['=lower(number({Zip}))', 'Write lower(text). string(…) makes a number a text.'],
    ['={Company} ? "a" : "b"', 'Before the question mark is a condition'],
    ['={Company} != "" && {Zip}', '&& and || stand between conditions'],
    ['=!{Company}', 'Text isn’t a condition. Compare it, for example {Company} == "".'],
    ['={Company}.name', 'After a text, a dot or [ has no meaning here.'],
    ['=1 +', 'Something is missing at the end.'],
    ['=return', '“return” has no meaning in a formula.'],
    ['=2 ^ 3', '“^” is in a place where it has no meaning.'],
    ['=[1, 2].map(x, x * 2)', 'There is no function “map”'],
    ['={Company}.matches("(a+)+$")', 'There is no function “matches”'],
    ['=', 'Write a formula after the equals sign.'],
  ])('refuses %s', (formula, message) => {
    const compiled = compileFormula(formula);
    expect(compiled.ok).toBe(false);
    if (!compiled.ok) expect(compiled.problem.toLowerCase()).toContain(message.toLowerCase());
  });

  it.each(FORMULA_FUNCTIONS)(
    '$name does what its example says',
    ({ name, usage, example: [given, result] }) => {
      expect(usage.startsWith(`${name}(`)).toBe(true);
      expect(given).toContain(`${name}(`);
      expect(compute(`=${given}`)).toBe(result);
    },
  );

  it('says in the words of people what fails in a row', () => {
    expect(compute('=if({Zip} == "", {Zip}, {Company}) * 2')).toBe('#Error: Use number(…) to calculate.');
    expect(compute('=int({Company})')).toBe(
      '#Error: The text isn’t a number. number(…) reads the number in any text.',
    );
    expect(compute('=int(number({Zip})) / 0')).toBe('#Error: A number is divided by 0.');
  });

  it.each([
    ['1,200', '1200'],
    ['12,5', '12.5'],
    ['1.234.567,8 €', '1234567.8'],
    ['1 200', '1200'],
    ['2.5K', '2500'],
    ['1.1k', '1100'],
    ['$3M', '3000000'],
    ['1B+', '1000000000'],
    ['about 12 km away', '12'],
    ['51-200 people.', '51'],
    ['4.7, of 5', '4.7'],
    ['-3', '-3'],
    ['5 m', '5'],
    ['24 b', '24'],
    ['2 B2B clients', '2'],
    ['2B2B', '2'],
    ['3 Million', '3'],
    ['1 200K', '1200000'],
    ['5mß', '5'],
    ['5. k', '5'],
    ["1'200k.", '1200000'],
    ['none', '0'],
  ])('reads the number in %s', (text, number) => {
    expect(compute('=number({Text})', { Text: text })).toBe(number);
  });

  it('reads a number in linear time, and makes no text that is too long', () => {
    const Long = `1${','.repeat(500_000)}1`;
    expect(compute('=number({Long})', { Long })).toBe('11');
    const replaced = compute('=replace({Many}, "a", {Text})', {
      Many: 'a'.repeat(100_000),
      Text: 'b'.repeat(10_000),
    });
    expect(replaced).toBe('#Error: The result is too long.');
    expect(compute('=replace("a-b-c", "-", ", ")')).toBe('a, b, c');
    expect(compute('{Many} {Many}', { Many: 'a'.repeat(6000) })).toBe('#Error: The result is too long.');
  });

  it('says in the cell what fails there, and computes the other rows', () => {
    const formula = '=extract({Company}, {Pattern})';
    expect(compute(formula, { Company: 'ab', Pattern: 'a(b)' })).toBe('b');
    expect(compute(formula, { Company: 'ab', Pattern: '(' })).toMatch(/^#Error: ./);
    expect(compute('=replace({Company}, "a", {Long})', { Company: 'aaa', Long: 'x'.repeat(9000) })).toBe(
      '#Error: The result is too long.',
    );
  });

  it('tells a value that starts like an error from one', () => {
    expect(compute('={Tag}', { Tag: '#1 supplier' })).toBe('#1 supplier');
    expect(compute('=double({Tag})', { Tag: '#1 supplier' })).toMatch(/^#Error: ./);
  });

  it('never throws, whatever the row has', () => {
    const formulas = [
      '=lower({a}) + upper({b})',
      '=number({a}) / number({b})',
      '{a}-{b}',
      '=part({a}, {b}, 2)',
      '=domain({a})',
    ];
    fc.assert(
      fc.property(fc.constantFrom(...formulas), fc.string(), fc.string(), (formula, a, b) => {
        expect(typeof compute(formula, { a, b })).toBe('string');
      }),
    );
  });
});
