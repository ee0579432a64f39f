import { expect, it } from 'vitest';
import { keepPosition, nameHistoryEntry, POSITIONS_KEY } from './entry-position.ts';

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

it('keeps where a reader is, unless the router knows it', () => {
  const stored = new Map<string, string>();
  const sessionStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
  };
  keepPosition({ history: entry({ key: 'abc' }), sessionStorage, scrollY: 0 });
  expect(stored.size).toBe(0);
  keepPosition({ history: entry({ key: 'abc' }), sessionStorage, scrollY: 400 });
  keepPosition({ history: entry({ key: 'abc' }), sessionStorage, scrollY: 500 });
  keepPosition({ history: entry({ key: 'def' }), sessionStorage, scrollY: 600 });
  expect(JSON.parse(stored.get(POSITIONS_KEY) ?? '')).toEqual({ abc: 400, def: 600 });
});
