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
