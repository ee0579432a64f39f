import { expect, it } from 'vitest';
import { KEYS_PER_ROW_MAX, mergeRows } from './merge-rows.ts';

const row = (keys: string[], values: Record<string, string>) => ({ keys, values });

it('adds rows with new keys and updates the others, keeping values that are missing now', () => {
  const stored = [{ id: 7, ...row(['a'], { name: 'A', phone: '1' }) }];
  const plan = mergeRows(stored, [row(['a', 'a2'], { name: 'A!' }), row(['b'], { name: 'B' })]);
  expect(plan).toEqual({
    inserts: [row(['b'], { name: 'B' })],
    updates: [{ id: 7, ...row(['a', 'a2'], { name: 'A!', phone: '1' }) }],
    joins: [],
    added: 1,
    updated: 1,
    left: [],
    kept: [],
  });
});

it('joins rows that turn out to be the same, also within one batch', () => {
  const stored = [
    { id: 9, ...row(['feature'], { phone: '9', name: 'later' }) },
    { id: 4, ...row(['place'], { name: 'first' }) },
  ];
  const joined = mergeRows(stored, [row(['place', 'feature'], { website: 'w' })]);
  expect(joined).toMatchObject({
    updates: [{ id: 4, values: { name: 'first', phone: '9', website: 'w' } }],
    joins: [{ from: 9, into: 4 }],
    added: 0,
    updated: 1,
  });
  const fresh = mergeRows([], [row(['x'], { a: '1' }), row(['y'], { b: '2' }), row(['x', 'y'], { c: '3' })]);
  expect(fresh.inserts).toEqual([row(['x', 'y'], { a: '1', b: '2', c: '3' })]);
  expect([fresh.added, fresh.updated]).toEqual([1, 1]);
});

it('leaves out new rows without room, and updates the others all the same', () => {
  const stored = [{ id: 1, ...row(['a'], {}) }];
  const plan = mergeRows(stored, [row(['b'], {}), row(['c'], {}), row(['a'], { n: '1' })], { room: 1 });
  expect(plan).toMatchObject({ added: 1, updated: 1, left: [1] });
});

it('keeps few keys per row, however many a client invents', () => {
  let keys = ['k'];
  for (let round = 0; round < 50; round++) {
    const stored = [{ id: 1, keys, values: {} }];
    keys = [...(mergeRows(stored, [row(['k', `alias ${round}`], {})]).updates[0]?.keys ?? [])];
  }
  expect(keys).toHaveLength(KEYS_PER_ROW_MAX);
  expect(keys[0]).toBe('k');
});

it('fills only what rows that are there lack, or leaves them as they are, also twice in one batch', () => {
  const stored = [{ id: 7, ...row(['a'], { name: 'A' }) }];
  const incoming = [
    row(['a'], { name: 'A!', phone: '1' }),
    row(['b'], { name: 'B' }),
    row(['b'], { name: 'B!', phone: '2' }),
  ];
  expect(mergeRows(stored, incoming, { existing: 'fill' })).toMatchObject({
    inserts: [{ values: { name: 'B', phone: '2' } }],
    updates: [{ id: 7, values: { name: 'A', phone: '1' } }],
    added: 1,
    updated: 2,
    kept: [],
  });
  expect(mergeRows(stored, incoming, { existing: 'keep' })).toMatchObject({
    inserts: [{ values: { name: 'B' } }],
    updates: [],
    added: 1,
    updated: 0,
    kept: [0, 2],
  });
});
