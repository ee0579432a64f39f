import { expect, it } from 'vitest';
import { listFileName, savedText } from './lists.ts';

it('names a file after its list, without characters that a system refuses', () => {
  expect(listFileName('Bakeries in Leipzig', 'csv')).toBe('Bakeries in Leipzig.csv');
  expect(listFileName('A/B: "x"\n', 'csv')).toBe('A-B- -x--.csv');
  expect(listFileName('../..', 'csv')).toBe('-.csv');
  expect(listFileName('...', 'jsonl')).toBe('list.jsonl');
});

it('says what was saved, updated and left out', () => {
  expect(savedText({ name: 'A', added: 12, updated: 0, refused: 0, tooLarge: 0 })).toBe(
    'Saved 12 rows to “A”.',
  );
  expect(savedText({ name: 'A', added: 2, updated: 1, refused: 3, tooLarge: 1 })).toBe(
    'Saved 3 rows to “A”. 1 row was already there and updated. 3 rows left out because people or companies opted out. 1 row left out because of its size, more than 100 KB. The CSV file has it.',
  );
});
