import { expect, it } from 'vitest';
import { ListColumn as Column, type ListColumn } from '#contract/list-columns.ts';
import { dateColumnFor, dateColumns, newDateColumn } from './export-date-column.ts';

const column = (name: string, type: ListColumn['type'], step: string | null = null): ListColumn =>
  Column.parse({ id: name, name, type, role: null, step, field: null });
const list = (...fields: ListColumn[]) => ({ fields, keyColumn: 'Key' });

it('offers columns for dates that no step fills and that don’t identify rows', () => {
  const columns = [column('Notes', 'text'), column('Sent', 'date'), column('Found', 'date', 's1')];
  expect(dateColumns(list(...columns, column('Key', 'date'))).map(({ name }) => name)).toEqual(['Sent']);
});

it('writes into the column that is shown, also after the chosen one was renamed, deleted or filled by a step', () => {
  expect(dateColumnFor(list(column('Sent', 'date')), 'sent')).toBe('Sent');
  expect(dateColumnFor(list(column('Sent', 'date')), 'Mailed')).toBe('Exported on');
  expect(dateColumnFor(list(column('exported ON', 'date')), 'Notes')).toBe('exported ON');
  expect(dateColumnFor(list(column('Notes', 'text')), 'Notes')).toBe('Exported on');
  const taken = [column('Exported on', 'text'), column('exported on 2', 'date', 's1')];
  expect(dateColumnFor(list(...taken), 'Exported on')).toBe('Exported on 3');
});

it('writes into a new column beside “Exported on” if a person wants one, and into the known one by default', () => {
  const dated = list(column('Exported on', 'date'));
  expect(dateColumnFor(dated, newDateColumn(dated))).toBe('Exported on 2');
  expect(dateColumnFor(dated, '')).toBe('Exported on');
  const both = list(column('Exported on', 'date'), column('Exported on 2', 'date'));
  expect(dateColumnFor(both, 'Exported on 2')).toBe('Exported on 2');
});
