import { describe, expect, it } from 'vitest';
import type { ColumnRole } from '#contract/list-columns.ts';
import { listFields } from './list-fields.ts';

type List = Parameters<typeof listFields>[0];

/** What the columns of a list have, by role. */
function columnsByRole(list: Omit<List, 'fields'>): Partial<Record<ColumnRole, string>> {
  const fields = listFields({ ...list, fields: null });
  return Object.fromEntries(fields.flatMap(({ id, role }) => (role ? [[role, id]] : [])));
}

const OWN = ['Firma', 'Ansprechpartner', 'E-Mail', 'Telefon', 'Ort', 'Land'];
const OWN_ROLES = {
  company: 'Firma',
  full_name: 'Ansprechpartner',
  email: 'E-Mail',
  phone: 'Telefon',
  city: 'Ort',
  country: 'Land',
};

describe('the columns of saved results', () => {
  it('have what the person’s own columns have', () => {
    const columns = [...OWN, 'url', 'domain', 'emails', 'phones', 'title'];
    expect(columnsByRole({ kind: 'task', source: 'website-extraction', columns })).toMatchObject(OWN_ROLES);
  });

  it('have verified emails in place of those that they were made of', () => {
    const columns = [...OWN, 'first_name', 'last_name', 'domain', 'name', 'verified_email', 'best_guess'];
    expect(columnsByRole({ kind: 'task', source: 'csv-extraction', columns })).toMatchObject({
      ...OWN_ROLES,
      email: 'verified_email',
    });
  });
});

describe('the columns of saved leads', () => {
  it.each([
    ['apollo', ['corporate_phone', 'mobile_phone', 'work_direct_phone'], 'work_direct_phone'],
    ['apollo', ['corporate_phone', 'mobile_phone'], 'mobile_phone'],
    ['leadrocks', ['Phone_1', 'Phone_2'], 'Phone_1'],
    ['sales_navigator', ['Mobile', 'Phone_numbers'], 'Phone_numbers'],
    ['local_businesses', ['phones'], 'phones'],
  ])('of %s have a phone among %j', (source, columns, phone) => {
    const list = { kind: 'leads', source, columns } as const;
    expect(columnsByRole(list)).toEqual({ phone });
    const types = columns.map((column) => (column === 'corporate_phone' ? 'text' : 'phone'));
    expect(listFields({ ...list, fields: null }).map(({ type }) => type)).toEqual(types);
  });

  it('have emails, names and countries by the names of the database', () => {
    const columns = ['Full_Name', 'Work_Email_1', 'Work_Email_2', 'Location_Country'];
    expect(columnsByRole({ kind: 'leads', source: 'leadrocks', columns })).toEqual({
      full_name: 'Full_Name',
      email: 'Work_Email_1',
      country: 'Location_Country',
    });
    expect(columnsByRole({ kind: 'leads', source: 'local_businesses', columns: ['name', 'brand'] })).toEqual({
      company: 'name',
    });
  });
});

it.each([
  ['linkedin-jobs', ['title', 'company'], { company: 'company' }],
  ['crunchbase', ['name', 'linkedin'], { company: 'name', company_linkedin: 'linkedin' }],
  [
    'sales-navigator',
    ['name', 'title', 'profile_url'],
    { full_name: 'name', job_title: 'title', linkedin: 'profile_url' },
  ],
])('the columns of %s have what the site means', (source, columns, roles) => {
  expect(columnsByRole({ kind: 'extension', source, columns })).toEqual(roles);
});

it.each([
  { kind: 'extension', source: 'crunchbase' },
  { kind: 'leads', source: 'local_businesses' },
] as const)('a column has nothing by a name that every object has (%o)', (list) => {
  expect(columnsByRole({ ...list, columns: ['__proto__', 'constructor'] })).toEqual({});
});
