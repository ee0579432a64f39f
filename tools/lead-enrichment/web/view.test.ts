import { expect, it } from 'vitest';
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

it('shows the cells of a run, also those without a row number', () => {
  expect(
    view({ row: 7, step: 's1', line: 3, column: 'Find domains', status: 'skipped', note: 'No company' }),
  ).toMatchObject({
    line: 3,
    column: 'Find domains',
    result: 'Skipped',
    status: 'not_found',
    note: 'No company',
  });
  expect(view({ row: 7, step: 's1', status: 'failed', note: null })).toMatchObject({
    line: 0,
    result: 'Failed',
    status: 'failed',
    note: '',
  });
});
