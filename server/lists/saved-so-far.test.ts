import { expect, it } from 'vitest';
import { savedSoFar } from './saved-so-far.ts';

const LIST = { id: 'a', name: 'Leads' };
const SAVE = {
  name: 'Leads',
  rows: 'found',
  listId: 'a',
  state: 'done',
  added: 10,
  updated: 3,
  refused: 1,
  tooLarge: 1,
  problem: null,
} as const;
const EARLIER = { added: 10, updated: 3, refused: 1, tooLarge: 1 };
const later = (save: Parameters<typeof savedSoFar>[0]['save']) => ({ save, save_since: new Date() });

it('counts each row once when a save is killed and runs again from its start', () => {
  const first = { ...SAVE, state: 'waiting', added: 0, updated: 0, refused: 0, tooLarge: 0 } as const;
  const killed = savedSoFar({ save: first, save_since: null }, LIST, {
    added: 4,
    updated: 1,
    refused: 1,
    tooLarge: 0,
  });
  expect(killed).toMatchObject({ added: 4, updated: 1, refused: 1 });
  const done = savedSoFar({ save: killed, save_since: null }, LIST, {
    added: 2,
    updated: 6,
    refused: 1,
    tooLarge: 0,
  });
  expect(done).toMatchObject({ added: 6, updated: 2, refused: 1, tooLarge: 0 });
});

it('does so for results that were found later, beside what was saved before', () => {
  const killed = savedSoFar(later({ ...SAVE, earlier: EARLIER }), LIST, {
    added: 250,
    updated: 0,
    refused: 2,
    tooLarge: 1,
  });
  expect(killed).toMatchObject({ added: 260, updated: 3, refused: 3, tooLarge: 2 });
  const again = savedSoFar(later(killed), LIST, { added: 0, updated: 250, refused: 2, tooLarge: 1 });
  expect(again).toMatchObject({ added: 260, updated: 3, refused: 3, tooLarge: 2 });
  const done = savedSoFar(later(again), LIST, { added: 50, updated: 255, refused: 4, tooLarge: 1 });
  expect(done).toMatchObject({ added: 310, updated: 8, refused: 5, tooLarge: 2 });
});

it('adds to the counts of a save that an earlier version prepared', () => {
  const done = savedSoFar(later(SAVE), LIST, { added: 2, updated: 1, refused: 0, tooLarge: 0 });
  expect(done).toMatchObject({ added: 12, updated: 4, refused: 1, tooLarge: 1 });
});
