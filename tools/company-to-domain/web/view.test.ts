import { expect, it } from 'vitest';
import { matchesFilter } from '#web/kit/row-view.ts';
import { companyToDomain, emptyCompanyRow } from '../definition.ts';
import { companyView } from './view.ts';

const input = { company_name: 'Acme', country: null, website: null };
const viewRow = (row: Record<string, unknown>, charge = 0) =>
  companyView({ position: 0, input: 'Acme', key: 'k', charge, row });

it('tells failed rows from those that were not found, as the counts and files do', () => {
  const missed = viewRow({ ...emptyCompanyRow(input, 'No domain found', 'No letters') });
  const failed = viewRow({ ...companyToDomain.task.failureRow('Acme', 'An error on our side').row });
  const found = viewRow({ ...missed.row, domain: 'acme.com', error: null, source: 'website' }, 1);
  expect([missed, failed, found].map(({ status }) => status)).toEqual(['not_found', 'failed', 'found']);
  expect([missed, failed, found].filter((view) => matchesFilter(view, { show: 'failed', text: '' }))).toEqual(
    [failed],
  );
});
