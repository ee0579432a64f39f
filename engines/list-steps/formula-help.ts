/** A function of formulas, for people who write them. */
export interface FormulaFunction {
  name: string;
  /** 'replace(text, from, to)' */
  usage: string;
  help: string;
  /** an expression without the equals sign, and what it is */
  example: readonly [expression: string, result: string];
}

/** The functions, in the order they are listed. */
export const FORMULA_FUNCTIONS: readonly FormulaFunction[] = [
  {
    name: 'if',
    usage: 'if(condition, then, otherwise)',
    help: 'One of two values',
    example: ['if("DE" == "DE", "Hallo", "Hello")', 'Hallo'],
  },
  {
    name: 'coalesce',
    usage: 'coalesce(a, b, …)',
    help: 'The first value that isn’t empty',
    example: ['coalesce("", "Acme")', 'Acme'],
  },
  { name: 'lower', usage: 'lower(text)', help: 'In lower case', example: ['lower("ACME")', 'acme'] },
  { name: 'upper', usage: 'upper(text)', help: 'In capitals', example: ['upper("acme")', 'ACME'] },
  {
    name: 'trim',
    usage: 'trim(text)',
    help: 'Without spaces at the ends, and single spaces inside',
    example: ['trim(" Acme   Inc ")', 'Acme Inc'],
  },
  {
    name: 'replace',
    usage: 'replace(text, from, to)',
    help: 'With another text in each place',
    example: ['replace("a-b-c", "-", " ")', 'a b c'],
  },
  {
    name: 'part',
    usage: 'part(text, separator, number)',
    help: 'The first part is 1, the last one -1',
    example: ['part("Berlin, Germany", ",", -1)', 'Germany'],
  },
  {
    name: 'contains',
    usage: 'contains(text, other)',
    help: 'Whether a text is in it, in any case',
    example: ['contains("Head of Sales", "sales")', 'yes'],
  },
  {
    name: 'length',
    usage: 'length(text)',
    help: 'The number of characters',
    example: ['length("Acme")', '4'],
  },
  {
    name: 'number',
    usage: 'number(text)',
    help: 'The first number in a text, also 2.5K, 3M and 1B; 0 without one',
    example: ['number("1,200 people") * 2', '2400'],
  },
  {
    name: 'string',
    usage: 'string(number)',
    help: 'A number as a text, to join it with others',
    example: ['string(number("1.5K")) + " people"', '1500 people'],
  },
  {
    name: 'domain',
    usage: 'domain(url)',
    help: 'The domain of a web or email address',
    example: ['domain("https://www.acme.com/about")', 'acme.com'],
  },
  {
    name: 'first_name',
    usage: 'first_name(full_name)',
    help: 'The first name, without titles',
    example: ['first_name("Dr. Jane Doe")', 'Jane'],
  },
  {
    name: 'last_name',
    usage: 'last_name(full_name)',
    help: 'The last name, without titles and degrees',
    example: ['last_name("Jane Doe, PhD")', 'Doe'],
  },
  {
    name: 'match',
    usage: 'match(text, pattern)',
    help: 'Whether a pattern (RE2) is in it',
    example: ['match("10115", "^\\d{5}$")', 'yes'],
  },
  {
    name: 'extract',
    usage: 'extract(text, pattern)',
    help: 'What a pattern finds, or its first group',
    example: ['extract("Room 12", "\\d+")', '12'],
  },
];
