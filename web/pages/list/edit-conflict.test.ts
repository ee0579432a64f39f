import { expect, it } from 'vitest';
import type { ListRow, ListView } from '#contract/lists.ts';
import type { Edit } from './edit.ts';
import { editConflict } from './edit-conflict.ts';
import { OwnValues } from './own-values.ts';

const LIST = { fields: [{ id: 'city', name: 'City' }] } as unknown as ListView;
const row = (id: number, values: Record<string, string>) => ({ id, values }) as ListRow;
const change = (value: string, before = 'Rome', id = 1): Edit => ({
  changes: [{ row: id, column: 'city', value, before }],
  add: [],
});
const conflicts = [{ row: 1, column: 'city' }];

it.each([
  ['Oslo', 'Bonn', '“City” was changed elsewhere to “Bonn”', 'Your value “Oslo” wasn’t saved.'],
  ['', 'Bonn', '“City” was changed elsewhere to “Bonn”', 'It wasn’t emptied.'],
  ['Oslo', '', '“City” was emptied elsewhere', 'Your value “Oslo” wasn’t saved.'],
])('says of “%s” that it is now “%s”, and can still save it', (value, now, title, description) => {
  const saved = { rows: [row(1, { city: now })], conflicts };
  expect(editConflict(LIST, change(value), saved)).toEqual({ title, description, mine: change(value, now) });
});

it('counts several conflicts, and there are none without any', () => {
  const both = { changes: [...change('a').changes, ...change('b', 'Rome', 2).changes], add: [] };
  const rows = [row(1, { city: 'x' }), row(2, { city: 'y' })];
  const saved = { rows, conflicts: [...conflicts, { row: 2, column: 'city' }] };
  expect(editConflict(LIST, both, saved)?.title).toBe('2 cells were changed elsewhere');
  expect(editConflict(LIST, both, { rows, conflicts: [] })).toBeNull();
});

it('takes what this tab stored meanwhile as the value before', () => {
  const own = new OwnValues();
  const first = own.begin();
  const second = own.begin();
  const saved = { rows: [row(1, { city: 'Oslo', zip: '1' })], conflicts: [] };
  expect(first.withOwn(change('Oslo'))).toEqual(change('Oslo'));
  own.saved(saved, change('Oslo'));
  first.done();
  expect(second.withOwn(change('Bonn'))).toEqual(change('Bonn', 'Oslo'));
  // Made after the reply, with what the table showed then.
  expect(own.begin().withOwn(change('Bonn', 'Kiel'))).toEqual(change('Bonn', 'Kiel'));
});

it('doesn’t take what someone else stored for its own', () => {
  const own = new OwnValues();
  const [first, second] = [own.begin(), own.begin()];
  own.saved({ rows: [row(1, { city: 'Theirs' })], conflicts }, change('Oslo'));
  first.done();
  expect(second.withOwn(change('Bonn'))).toEqual(change('Bonn'));
});
