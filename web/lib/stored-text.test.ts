import { expect, it } from 'vitest';
import { readText, type Store, writeText } from './stored-text.ts';

/** A store with room for texts of `room` characters. */
function memoryStore(room = 1000): Store {
  const texts = new Map<string, string>();
  const storage = {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem(key: string, text: string) {
      if (text.length > room) throw new DOMException('full', 'QuotaExceededError');
      texts.set(key, text);
    },
    removeItem: (key: string) => void texts.delete(key),
  };
  return () => storage;
}

const forbidden: Store = () => {
  throw new DOMException('denied', 'SecurityError');
};

it('does not bring an older text back in place of one that is too large', () => {
  const stores = [memoryStore(5), memoryStore(5)];
  expect(writeText('a', { text: 'short', spare: 's', known: null }, stores)).toBe(true);
  expect(writeText('a', { text: 'too large', spare: 'key', known: 'short' }, stores)).toBe(false);
  expect(stores.map((store) => readText('a', [store]))).toEqual(['key', 'key']);
  expect(writeText('a', { text: 'too large', spare: null, known: 'key' }, stores)).toBe(false);
  expect(readText('a', stores)).toBeNull();
});

it("keeps the text of each tab, and removes only this tab's from the browser", () => {
  const browser = memoryStore();
  const one = [memoryStore(), browser];
  const two = [memoryStore(), browser];
  writeText('a', { text: 'one', spare: null, known: null }, one);
  expect(readText('a', two)).toBe('one');
  writeText('a', { text: 'two', spare: null, known: 'one' }, two);
  expect(readText('a', one)).toBe('one');
  writeText('a', { text: null, spare: null, known: 'one' }, one);
  expect(readText('a', [memoryStore(), browser])).toBe('two');
  writeText('a', { text: null, spare: null, known: 'two' }, two);
  expect(readText('a', one)).toBeNull();
});

it('does without a store that is forbidden', () => {
  expect(writeText('a', { text: 'x', spare: null, known: null }, [forbidden])).toBe(false);
  expect(readText('a', [forbidden])).toBeNull();
  const store = memoryStore();
  expect(writeText('a', { text: 'x', spare: null, known: null }, [forbidden, store])).toBe(true);
  expect(readText('a', [forbidden, store])).toBe('x');
});
