import { expect, it } from 'vitest';
import { personRows } from './person-rows.ts';

const JANE = {
  name: 'Jane Miller',
  title: 'CEO',
  email: 'jane@acme.com',
  phone: '+12125550111',
  profile: null,
  page: 'https://acme.com/team',
};
const RESULT = {
  url: 'https://acme.com/',
  domain: 'acme.com',
  organization_name: 'Acme Ltd',
  emails: ['jane@acme.com', 'info@acme.com'],
  company_email: 'info@acme.com',
  phones: ['+12125550111', '+12125550100'],
  people: [JANE],
};

it('gives each person a row with their company', () => {
  expect(personRows(RESULT)).toEqual([
    {
      ...JANE,
      website: 'acme.com',
      company: 'Acme Ltd',
      company_email: 'info@acme.com',
      company_phone: '+12125550100',
    },
  ]);
});

it('takes no contact of a person for one of the company', () => {
  const rows = personRows({ ...RESULT, company_email: JANE.email, phones: [JANE.phone] });
  expect(rows).toMatchObject([{ company_email: null, company_phone: null }]);
});

it('has no rows for results of earlier versions', () => {
  expect(personRows({ url: 'https://acme.com/' })).toEqual([]);
});
