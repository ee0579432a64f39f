import { expect, it } from 'vitest';
import { nameHistoryEntry } from './entry-key.ts';

function entry(state: unknown) {
  const history = {
    state,
    replaceState(next: unknown) {
      history.state = next;
    },
  };
  return history;
}

it('names each full load differently, and keeps the rest of its state', () => {
  const [first, second] = [entry(null), entry({ idx: 3 })];
  nameHistoryEntry(first);
  nameHistoryEntry(second);
  expect(first.state).toEqual({ key: expect.stringMatching(/^\w+$/) });
  expect(second.state).toEqual({ idx: 3, key: expect.stringMatching(/^\w+$/) });
  expect((second.state as { key: string }).key).not.toBe((first.state as { key: string }).key);
});

it('keeps the name of an entry that is loaded again', () => {
  const again = entry({ key: 'abc', idx: 0 });
  nameHistoryEntry(again);
  expect(again.state).toEqual({ key: 'abc', idx: 0 });
});
