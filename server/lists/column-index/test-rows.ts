import { oneOfValues } from '#contract/column-conditions.ts';
import type { IndexQuery } from './list-columns.ts';

export const COLUMNS = ['city', 'reviews', 'day', '__proto__x'];

/** Values that are easy to compare wrongly. */
export const TRICKY = [
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

/** Whether the index answers a query. Only the rows themselves can say where a line break is. */
export function isAnswered({ search, where = [] }: IndexQuery): boolean {
  const compared = where.flatMap(({ is, value }) => (is === 'one-of' ? oneOfValues(value) : [value]));
  return ![search, ...compared].some((text) => text.includes('\n'));
}
