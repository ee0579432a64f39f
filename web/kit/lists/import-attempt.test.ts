import { expect, it } from 'vitest';
import type { ColumnRole } from '#contract/list-columns.ts';
import { columnsToAdd, rolesOf } from './import-attempt.ts';

const NEW = { to: 'new' } as const;

it('sends the role of each new column, also that it has none', () => {
  const columns = ['Title', 'Email', 'Phone', 'City'];
  const rows = [['Dr.', 'yes', '+49 30 123456', 'Berlin']];
  const choices = {
    names: columns,
    targets: columns.map(() => NEW),
    roles: rolesOf({ columns, rows }, new Map()),
  };
  expect(columnsToAdd([{ name: 'Mobile', role: 'phone' }], choices)).toEqual([
    { name: 'Title', role: null },
    { name: 'Email', role: null },
    { name: 'Phone', role: null },
    { name: 'City', role: 'city' },
  ]);
});

it('adds no column that the list has, or that is skipped', () => {
  const roles: (ColumnRole | null)[] = ['city', null, null];
  const targets = [NEW, { to: 'nowhere' }, NEW] as const;
  const fields = [{ name: 'City', role: null }];
  expect(columnsToAdd(fields, { names: [' city', null, 'Notes'], targets, roles })).toEqual([
    { name: 'Notes', role: null },
  ]);
});
