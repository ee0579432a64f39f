import { expect, it } from 'vitest';
import { guessedColumn } from './guessed-column.ts';

const FIRST_NAME = { name: 'First name', role: 'first_name' } as const;
const PHONE = { name: 'Phone', role: 'phone' } as const;

it('guesses what a column has by its name and the other columns, as the server does', () => {
  expect(guessedColumn([], { name: 'Name' })).toEqual({ name: 'Name', type: 'text', role: 'full_name' });
  expect(guessedColumn([FIRST_NAME], { name: 'Name' })).toMatchObject({ role: 'last_name' });
  expect(guessedColumn([{ ...FIRST_NAME, role: null }], { name: 'Name' })).toMatchObject({
    role: 'full_name',
  });
  expect(guessedColumn([PHONE], { name: 'Mobile' })).toMatchObject({ type: 'phone', role: null });
  expect(guessedColumn([PHONE], { name: 'Company phone' })).toMatchObject({ type: 'text', role: null });
});

it('keeps what the person chose', () => {
  expect(guessedColumn([], { name: 'Email', role: null })).toMatchObject({ type: 'email', role: null });
  expect(guessedColumn([], { name: 'Note', role: 'website' })).toMatchObject({ type: 'url' });
  expect(guessedColumn([], { name: 'Email', type: 'text' })).toMatchObject({ type: 'text', role: 'email' });
});
