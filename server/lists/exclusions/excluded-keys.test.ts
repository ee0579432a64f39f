import { expect, it } from 'vitest';
import { excludedKeys, type IdentityColumn, rowKeys } from './excluded-keys.ts';

const FIELDS: IdentityColumn[] = [
  { id: 'name', role: 'full_name', type: 'text' },
  { id: 'company', role: 'company', type: 'text' },
  { id: 'website', role: 'website', type: 'url' },
];

it.each(['N/A', 'NA', '-', 'none', 'null', '#N/A'])(
  'an entry with the company %s leaves out no one',
  (company) => {
    expect(excludedKeys(FIELDS, { company, name: 'Jane Doe', website: company }, 'companies')).toEqual([]);
    expect(excludedKeys(FIELDS, { company, name: 'Jane Doe' }, 'people')).toEqual([]);
    expect(rowKeys(FIELDS, { company, name: 'Jane Doe' })).toEqual([]);
  },
);

it('an entry with no name of a person is about its company', () => {
  expect(excludedKeys(FIELDS, { company: 'Acme', name: 'N/A' }, 'people')).toEqual(['company:acme']);
});
