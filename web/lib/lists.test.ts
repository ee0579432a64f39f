import { expect, it } from 'vitest';
import { csvFileName, savedText } from './lists.ts';

it('names a file after its list, without characters that a system refuses', () => {
  expect(csvFileName('Bakeries in Leipzig')).toBe('Bakeries in Leipzig.csv');
  expect(csvFileName('A/B: "x"\n')).toBe('A-B- -x--.csv');
  expect(csvFileName('../..')).toBe('-.csv');
  expect(csvFileName('...')).toBe('list.csv');
});

it('says what was saved, updated and left out', () => {
  expect(savedText({ name: 'A', added: 12, updated: 0, refused: 0, tooLarge: 0 })).toBe(
    'Saved 12 rows to “A”.',
  );
  expect(savedText({ name: 'A', added: 2, updated: 1, refused: 3, tooLarge: 1 })).toBe(
    'Saved 3 rows to “A”. 1 row was already there and updated. 3 rows left out because people or companies opted out. 1 row left out because of its size, more than 100 KB. The CSV file has it.',
  );
});
