import { expect, it } from 'vitest';
import { emptyWebsiteRow } from './definition.ts';
import { personRows } from './people.ts';
import { websiteStep } from './step.ts';

const JANE = {
  name: 'Jane Miller',
  title: 'CEO',
  email: 'jane@acme.com',
  phone: '+12125550111',
  profile: null,
  page: 'https://acme.com/team',
};
const RESULT = {
  ...emptyWebsiteRow('https://acme.com/'),
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

it('is a text for each person in a column of a list, which makes its step look for them', () => {
  expect(websiteStep.value?.({ ...RESULT }, 'people')).toEqual([
    'Jane Miller, CEO, jane@acme.com, +12125550111',
  ]);
  expect(websiteStep.value?.({ ...RESULT }, 'company_email')).toBe('info@acme.com');
  expect(websiteStep.optionsFor?.(['emails', 'people'])).toEqual({ people: 'true' });
  expect(websiteStep.optionsFor?.(['emails'])).toEqual({});
});
