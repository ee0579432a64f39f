import { expect, it } from 'vitest';
import type { ColumnRole, ListColumn } from '#contract/list-columns.ts';
import type { ListStep } from '#contract/list-steps.ts';
import { matchColumns, sentNames } from './match-columns.ts';

const field = (name: string, role: ColumnRole | null = null, more: Partial<ListColumn> = {}): ListColumn => ({
  id: name,
  name,
  type: 'text',
  role,
  step: null,
  field: null,
  ...more,
});
const FIELDS = [
  field('Company', 'company'),
  field('Website', 'website'),
  field('Email', 'email'),
  field('Phones', 'phone'),
];
/** Under which names the columns of a table are sent to a list. */
const names = (
  columns: string[],
  fields: ListColumn[],
  { rows = [], steps = [] }: { rows?: string[][]; steps?: ListStep[] } = {},
) => sentNames(columns, matchColumns(columns, rows, { fields, steps }), { fields });

it('finds the columns of a list under other names, by what they have', () => {
  expect(names(['Company Name', 'Website URL', 'E-mail', 'Phone Number', 'Notes'], FIELDS)).toEqual([
    'Company',
    'Website',
    'Email',
    'Phones',
    'Notes',
  ]);
});

it('finds them by their values if the names say nothing', () => {
  const rows = [
    ['a@acme.com', 'x'],
    ['b@beta.org', 'y'],
  ];
  expect(names(['Column 1', 'Column 2'], FIELDS, { rows })).toEqual(['Email', 'Column 2']);
});

it('the name, the ID and the letters of the name come before what a column has, and two never go into one', () => {
  const fields = [field('Work mail', 'email', { id: 'Mail' }), field('Email'), field('email_2')];
  expect(names(['E-mail', 'Mail', 'Email', 'Email 2'], fields)).toEqual([
    'E-mail',
    'Work mail',
    'Email',
    'email_2',
  ]);
  expect(names(['Telefon', 'Phone'], FIELDS)).toEqual(['Phones', 'Phone']);
});

it('only its name brings a column to one that is computed', () => {
  const steps = [{ id: 's1', kind: 'formula' }] as ListStep[];
  const fields = [field('Greeting', 'email', { step: 's1' })];
  expect(names(['E-mail'], fields, { steps })).toEqual(['E-mail']);
  expect(names(['greeting'], fields, { steps })).toEqual(['Greeting']);
});

it('finds them only by name or ID on request', () => {
  const targets = matchColumns(
    ['E-mail', 'Work', 'website'],
    [['a@acme.com', '', '']],
    { fields: [...FIELDS, field('Office', null, { id: 'Work' })], steps: [] },
    { byName: true },
  );
  expect(targets).toEqual([{ to: 'new' }, { to: 'column', id: 'Work' }, { to: 'column', id: 'Website' }]);
});

it('a new column gets a name that the list lacks, and one that goes nowhere gets none', () => {
  const targets = [{ to: 'new' }, { to: 'nowhere' }, { to: 'new' }] as const;
  expect(sentNames(['Email', 'Phones', 'email_2'], targets, { fields: FIELDS })).toEqual([
    'Email_2',
    null,
    'email_2_2',
  ]);
});
