import { describe, expect, it } from 'vitest';
import {
  type ColumnFilter,
  isFiltering,
  namesOtherColumn,
  readRowFilter,
  rowConditions,
  shownInFile,
  withColumnFilter,
  withoutColumnFilter,
  writeRowFilter,
} from './row-filter.ts';

const COLUMNS = [
  { id: 'contact', fields: ['first_name', 'last_name'] },
  { id: 'email', fields: ['verified_email'] },
  { id: 'charge' },
  { id: 'reason', filterFields: ['explanation'] },
];
const ALL = { show: 'all', text: '', where: [], sort: null, hidden: [] };

describe('what a file has of the page', () => {
  it('is everything, unless rows are filtered or columns are hidden', () => {
    expect(shownInFile(ALL, COLUMNS)).toBeNull();
    expect(shownInFile({ ...ALL, sort: { column: 'email', descending: true } }, COLUMNS)).toBeNull();
    // Of another table.
    expect(shownInFile({ ...ALL, hidden: ['title'] }, COLUMNS)).toBeNull();
  });

  it('waits for a column that the table does not have yet', () => {
    const where: ColumnFilter[] = [
      { column: 'email', is: 'not-empty', value: '' },
      { column: 'own-1', is: 'equal', value: 'Berlin' },
    ];
    expect(namesOtherColumn({ where }, COLUMNS)).toBe(true);
    expect(namesOtherColumn({ where }, [...COLUMNS, { id: 'own-1', own: true }])).toBe(false);
    expect(namesOtherColumn({ where: [] }, COLUMNS)).toBe(false);
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

describe('filters of columns', () => {
  const roof = { column: 'email', is: 'containing', value: 'a=b~c>d & é' } as const;
  const score = { column: 'score', is: 'at-least', value: '80' } as const;

  it('are in the URL next to the other parameters', () => {
    const more: ColumnFilter[] = [
      roof,
      score,
      { column: 'score', is: 'at-most', value: '90' },
      { column: 'own-1', is: 'empty', value: '' },
      { column: 'email', is: 'not-empty', value: '' },
      { column: 'email', is: 'not-equal', value: '!' },
      { column: 'a`b', is: 'not-containing', value: 'c`d' },
      { column: 'a|b', is: 'one-of', value: 'DE, A|T' },
      { column: 'a=b <c> 100%7e', is: 'equal', value: '=' },
    ];
    const filter = { ...ALL, text: 'acme', where: more };
    const params = writeRowFilter(new URLSearchParams('task=7&where=old'), filter);
    expect(params.getAll('where')).toEqual([
      'email~a=b~c>d & é',
      'score>80',
      'score<90',
      'own-1=',
      'email!',
      'email!!',
      'a%60b`c`d',
      'a%7cb|DE, A|T',
      'a%3db %3cc%3e 100%257e==',
    ]);
    expect(readRowFilter(new URLSearchParams(params.toString()), ['all'])).toEqual(filter);
    expect(readRowFilter(new URLSearchParams('where=email&where=~x&where=email~'), ['all']).where).toEqual(
      [],
    );
  });

  it('are left out if the value is too long, and not cut', () => {
    const values = Array.from({ length: 400 }, (_, at) => `v${at}`).join('\n');
    const params = new URLSearchParams();
    for (const value of [values.slice(0, 2000), values.padEnd(2001, 'x')])
      params.append('where', `source|${value}`);
    params.append('where', `source=${'x'.repeat(201)}`);
    params.append('where', 'score>80');
    const read = readRowFilter(new URLSearchParams(params.toString()), ['all']).where;
    expect(read).toEqual([{ column: 'source', is: 'one-of', value: values.slice(0, 2000) }, score]);
  });

  it('are added once and removed', () => {
    const where = withColumnFilter(withColumnFilter([], roof), roof);
    expect(where).toEqual([roof]);
    expect(isFiltering({ ...ALL, where })).toBe(true);
    expect(withoutColumnFilter(where, { ...roof })).toEqual([]);
  });

  it('of own columns apply to them, which a file always has', () => {
    const columns = [...COLUMNS, { id: 'own-1', filterFields: ['own-1'], own: true }];
    const where: ColumnFilter[] = [{ column: 'own-1', is: 'empty', value: '' }];
    expect(shownInFile({ ...ALL, where, hidden: ['own-1'] }, columns)).toEqual({
      where: '[{"fields":["own-1"],"is":"empty","value":""}]',
    });
    expect(shownInFile({ ...ALL, hidden: ['own-1'] }, columns)).toBeNull();
  });

  it('apply to the fields of their columns, also in a file', () => {
    const where = [roof, score, { column: 'reason', is: 'equal', value: 'x' } as const];
    const conditions = [
      { fields: ['verified_email'], is: 'containing', value: roof.value },
      { fields: ['explanation'], is: 'equal', value: 'x' },
    ];
    expect(rowConditions({ where }, COLUMNS)).toEqual(conditions);
    expect(shownInFile({ ...ALL, where }, COLUMNS)).toEqual({ where: JSON.stringify(conditions) });
  });
});
