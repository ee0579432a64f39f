import { expect, it } from 'vitest';
import { forgetAccount } from './forget-account.ts';

function memoryStore(...keys: string[]) {
  const kept = new Set(keys);
  const values = new Map([['leadwell-warned', '{"id":"11","credits":940}']]);
  return {
    kept,
    open: () => ({
      get length() {
        return kept.size;
      },
      key: (index: number) => [...kept][index] ?? null,
      getItem: (key: string) => values.get(key) ?? null,
      removeItem: (key: string) => void kept.delete(key),
    }),
  };
}

it('removes what has the ID of the account in its key or value from each store, also beside a blocked one', () => {
  const first = memoryStore(
    'leadwell-draft-a-11',
    'leadwell-start-11',
    'leadwell-warned',
    'theme',
    'leadwell-draft-a-22',
    'other-11',
  );
  const second = memoryStore('leadwell-draft-a-11', 'position');
  const blocked = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  forgetAccount('11', [first.open, blocked, second.open]);
  expect([...first.kept]).toEqual(['theme', 'leadwell-draft-a-22', 'other-11']);
  expect([...second.kept]).toEqual(['position']);
});
