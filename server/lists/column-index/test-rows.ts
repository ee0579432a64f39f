import fc from 'fast-check';
import { CONDITION_KINDS, type ColumnCondition, readComparable } from '#contract/column-conditions.ts';
import type { IndexQuery } from './list-columns.ts';

const COLUMNS = ['city', 'reviews', 'day', '__proto__x'];

/** Values that are easy to compare wrongly. */
const TRICKY = [
  ...[
    'Berlin',
    'berlin ',
    ' BÉRLIN',
    'São Paulo',
    'Sa\u0303o Paulo',
    'straße',
    'STRASSE',
    'İstanbul',
    'ΣΊΣΥΦΟΣ',
  ],
  ...[
    '12',
    '1,200',
    '-3.5',
    '007',
    '7',
    '7.0',
    '-0',
    '0',
    '10²',
    '１２',
    '$ 45.50',
    '12 %',
    '1.234,5',
    '12a',
  ],
  ...['2026-11-23', '2026-11-23T10:00', '2026-11-23t10:00', '11/23/2026', '23.11.2026', '2026-13-45'],
  ...['  ', '\u0301', '\u00a0', '😀 smile', '\uffee', 'ﬁne', 'a\nb', 'b', 'a', 'l’été', "l'ete"],
  ...[1, 2].flatMap((end) => [
    `${'x'.repeat(199)}${end}`,
    `${'x'.repeat(200)}${end}`,
    `${'x'.repeat(199)}😀${end}`,
  ]),
];

/** What can be a value of a row. PostgreSQL can't store the character 0. */
const value = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...TRICKY) },
  { weight: 1, arbitrary: fc.integer({ min: -50, max: 50 }).map(String) },
  {
    weight: 1,
    arbitrary: fc
      .string({ unit: 'grapheme', maxLength: 5 })
      .filter((text) => text.isWellFormed() && !text.includes('\0')),
  },
);

/** The values of a row. */
export const rowCells: fc.Arbitrary<Record<string, string>> = fc.dictionary(
  fc.constantFrom(...COLUMNS),
  value,
  {
    maxKeys: COLUMNS.length,
    noNullPrototype: true,
  },
);

/** A part of a value, as a person types it. */
const typed = fc
  .tuple(value, fc.nat({ max: 3 }), fc.integer({ min: 1, max: 6 }))
  .map(([text, from, length]) =>
    Array.from(text)
      .slice(from, from + length)
      .join(''),
  );

const condition: fc.Arbitrary<ColumnCondition> = fc
  .record({
    fields: fc.uniqueArray(fc.constantFrom(...COLUMNS, 'unknown'), { minLength: 1, maxLength: 2 }),
    is: fc.constantFrom(...CONDITION_KINDS),
    value: fc.oneof(value, typed),
  })
  .filter(({ is, value: text }) => (is !== 'at-least' && is !== 'at-most') || readComparable(text) !== null);

/** What is asked of a list. */
export const indexQuery: fc.Arbitrary<IndexQuery> = fc.record({
  search: fc.oneof({ weight: 2, arbitrary: fc.constant('') }, typed),
  where: fc.array(condition, { maxLength: 2 }),
  sort: fc.option(
    fc.record({
      column: fc.constantFrom(...COLUMNS, 'unknown'),
      direction: fc.constantFrom('asc' as const, 'desc' as const),
    }),
  ),
  order: fc.constantFrom('latest' as const, 'added' as const, undefined),
});

/** Whether the index answers a query. Only the rows themselves can say where a line break is. */
export function isAnswered({ search, where = [] }: IndexQuery): boolean {
  return ![search, ...where.map((each) => each.value)].some((text) => text.includes('\n'));
}
