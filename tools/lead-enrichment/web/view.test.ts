import { expect, it } from 'vitest';
import { writeCellItem } from '#contract/list-run-cells.ts';
import { leadView } from './view.ts';

const view = (row: Record<string, unknown>) =>
  leadView({ position: 0, input: 'acme.com', key: 'k', charge: 0, row });

it('shows a lead with the names of its company and people', () => {
  const employees = [
    { name: 'Ada L' },
    { first_name: 'Bo', last_name: 'Chen' },
    { email: 'x@acme.com' },
    'Dee',
    {},
    null,
  ];
  expect(view({ domain: 'acme.com', company: { name: 'Acme' }, employees })).toMatchObject({
    domain: 'acme.com',
    company: 'Acme',
    employees: ['Ada L', 'Bo Chen', 'x@acme.com', 'Dee'],
    status: 'found',
  });
});

it('shows a row of nonsense as nothing, and tells failed rows', () => {
  expect(view({ company: 'x', employees: 'y', domain: {} })).toMatchObject({
    domain: '',
    company: '',
    employees: [],
  });
  expect(view({ domain: 'acme.com', error: 'No answer' }).status).toBe('failed');
});

it('shows the cells of a run, by the column and the row that it was', () => {
  const input = writeCellItem({ row: 7, step: 's12345678', name: 'Find domains', line: 3 });
  const cell = (row: object) =>
    leadView({ position: 0, input, key: 'k', charge: 0, row: { row: 7, step: 's12345678', ...row } });
  expect(cell({ status: 'skipped', note: 'No company' })).toMatchObject({
    line: 3,
    column: 'Find domains',
    result: 'Skipped',
    status: 'not_found',
    note: 'No company',
  });
  expect(cell({ status: 'failed', note: null })).toMatchObject({
    result: 'Failed',
    status: 'failed',
    note: '',
  });
});
