import { expect, it } from 'vitest';
import { addColumns } from '../column-changes.ts';

it('refuses far too many new columns before it compares them', () => {
  let compared = 0;
  const added = Array.from({ length: 20_000 }, (_, index) => ({
    get name() {
      compared += 1;
      return `Column ${index}`;
    },
  }));
  expect(() => addColumns([], { kind: 'own' }, added)).toThrow('A list can have 200 columns at most.');
  expect(compared).toBe(0);
});
