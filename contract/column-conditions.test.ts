import { expect, it } from 'vitest';
import { ColumnConditions, readComparable } from './column-conditions.ts';

it.each([
  ['1200', 1200],
  ['1,200', 1200],
  [' $ 1,200.50 ', 1200.5],
  ['1.200.000', 1_200_000],
  ['1.200,5', 1200.5],
  ['0,5 %', 0.5],
  ['1.234', 1.234],
  ['-3', -3],
])('reads %j as a number', (text, value) => {
  expect(readComparable(text)).toEqual({ kind: 'number', value });
});

it('reads long digits in linear time', () => {
  expect(readComparable(`${'1'.repeat(500_000)}x`)).toBeNull();
});

it('reads days however they are written', () => {
  const days = ['2026-11-23', '2026-11-23T10:15:00Z', '11/23/2026', '23/11/2026', '23.11.2026'];
  const [day] = days.map(readComparable);
  expect(day?.kind).toBe('date');
  for (const text of days) expect([text, readComparable(text)]).toEqual([text, day]);
  for (const text of ['2026-02-30', '13/13/2026', '', 'many', '+49 30 1234', '1-2-3', '1,2,3'])
    expect([text, readComparable(text)?.kind]).not.toEqual([text, 'date']);
  for (const text of ['', 'many', '10K', '1,2,3', '2026-02-30']) expect(readComparable(text)).toBeNull();
});

it('refuses conditions that cannot be met', () => {
  const parse = (...conditions: object[]) => ColumnConditions.safeParse(JSON.stringify(conditions));
  const city = { fields: ['City'], is: 'empty' };
  expect(parse(city).data).toEqual([{ ...city, value: '' }]);
  expect(parse({ fields: ['a', 'b', 'a'], is: 'empty' }).data?.[0]?.fields).toEqual(['a', 'b']);
  expect(parse({ ...city, is: 'at-least', value: 'many' }).success).toBe(false);
  expect(parse({ ...city, is: 'at-most' }).success).toBe(false);
  expect(parse({ ...city, is: 'near' }).success).toBe(false);
  expect(parse({ ...city, value: 'x'.repeat(201) }).success).toBe(false);
  expect(parse(...Array.from({ length: 11 }, () => city)).success).toBe(false);
  expect(ColumnConditions.safeParse('{').success).toBe(false);
});

it('refuses conditions that are too long for an address, also encoded, and takes one of the longest', () => {
  const parse = (...values: string[]) =>
    ColumnConditions.safeParse(
      JSON.stringify(values.map((value) => ({ fields: ['City'], is: 'one-of', value }))),
    );
  expect(parse('x'.repeat(2000)).success).toBe(true);
  expect(parse('x'.repeat(2000), 'y'.repeat(2000)).success).toBe(true);
  expect(parse('x'.repeat(2000), 'y'.repeat(2000), 'z'.repeat(2000)).error?.issues[0]?.message).toContain(
    'too long',
  );
  expect(parse('ü'.repeat(900)).success).toBe(true);
  expect(parse('ü'.repeat(2000)).success).toBe(false);
});
