import { describe, expect, it } from 'vitest';
import { shownInFile } from './row-filter.ts';

const COLUMNS = [
  { id: 'contact', fields: ['first_name', 'last_name'] },
  { id: 'email', fields: ['verified_email'] },
  { id: 'charge' },
];
const ALL = { show: 'all', text: '', sort: null, hidden: [] };

describe('what a file has of the page', () => {
  it('is everything, unless rows are filtered or columns are hidden', () => {
    expect(shownInFile(ALL, COLUMNS)).toBeNull();
    expect(shownInFile({ ...ALL, sort: { column: 'email', descending: true } }, COLUMNS)).toBeNull();
    // Of another table.
    expect(shownInFile({ ...ALL, hidden: ['title'] }, COLUMNS)).toBeNull();
  });

  it('is the filter and the fields of the columns', () => {
    expect(shownInFile({ ...ALL, show: 'risky', text: ' acme ' }, COLUMNS)).toEqual({
      show: 'risky',
      q: 'acme',
    });
    expect(shownInFile({ ...ALL, hidden: ['email', 'charge'] }, COLUMNS)).toEqual({
      columns: 'first_name,last_name',
    });
  });
});
