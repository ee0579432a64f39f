import { expect, it } from 'vitest';
import { leftOutText } from './left-out-text.ts';

it('names the lists that leave rows out', () => {
  const by = (...rows: number[]) =>
    rows.map((count, at) => ({ id: `${at}`, name: `List ${at}`, rows: count }));
  expect(leftOutText([])).toBe('');
  expect(leftOutText(by(212))).toBe('List 0');
  expect(leftOutText(by(1200, 12))).toBe('List 0 1,200, List 1 12');
  expect(leftOutText(by(5, 4, 3, 2))).toBe('List 0 5, List 1 4, List 2 3, List 3 2');
  expect(leftOutText(by(5, 4, 3, 2, 1))).toBe('List 0 5, List 1 4, List 2 3, 2 more lists 3');
});
