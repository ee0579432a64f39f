import { expect, it } from 'vitest';
import { ADDED_VALUE_MAX_CHARS } from '#contract/calls/list-table-calls.ts';
import { rowParts, tooLongReasons } from './row-parts.ts';

it('has at most 500 rows in a part, and few if they are long', () => {
  const rows = Array.from({ length: 1001 }, (_, n) => [`${n}`, '']);
  const parts = [...rowParts(['A', 'B'], rows)];
  expect(parts.map((part) => part.rows.length)).toEqual([500, 500, 1]);
  expect(parts[2]).toEqual({ rows: [{ A: '1000' }], taken: 1, tooLong: [] });
  const long = Array.from({ length: 90 }, () => ['x'.repeat(10_000)]);
  expect([...rowParts(['A'], long)].map((part) => part.rows.length)).toEqual([40, 40, 10]);
  expect([...rowParts(['A'], [])]).toEqual([]);
});

it('leaves out rows with a value that no list takes, and says where the first one is', () => {
  const tooLong = 'x'.repeat(ADDED_VALUE_MAX_CHARS + 1);
  const columns = ['A', 'B'];
  const rows = [
    ['1', ''],
    ['2', tooLong],
    [tooLong, ''],
    ['4', tooLong],
    ['5', tooLong.slice(1)],
  ];
  expect([...rowParts(columns, rows)]).toEqual([
    { rows: [{ A: '1' }, { A: '5', B: tooLong.slice(1) }], taken: 5, tooLong: ['B', 'A', 'B'] },
  ]);
  expect([...tooLongReasons(columns, rows, [2, 3, 4, 5000, 5001])]).toEqual([
    ['B', 'A value can have 10,000 characters at most. “B” has more, first in line 3.'],
    ['A', 'A value can have 10,000 characters at most. “A” has more, first in line 4.'],
  ]);
  expect([...rowParts(columns, [[tooLong]])]).toEqual([{ rows: [], taken: 1, tooLong: ['A'] }]);
});

it('sends columns under their names in the list, and not those without one', () => {
  const columns = ['E-mail', 'Notes', 'Site'];
  const rows = [['a@acme.com', 'x'.repeat(ADDED_VALUE_MAX_CHARS + 1), 'acme.com']];
  expect([...rowParts(columns, rows, ['Email', null, 'Website'])]).toEqual([
    { rows: [{ Email: 'a@acme.com', Website: 'acme.com' }], taken: 1, tooLong: [] },
  ]);
  expect([...tooLongReasons(columns, rows, [2], ['Email', null, 'Website'])]).toEqual([]);
});
