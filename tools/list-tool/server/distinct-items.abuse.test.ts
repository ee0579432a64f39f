import { expect, it } from 'vitest';
import { distinctItems } from './distinct-items.ts';

async function readUrls(lines: readonly string[]): Promise<{ read: number; items: number }> {
  let read = 0;
  const { items } = await distinctItems(lines, {
    toItems: (line) => {
      read += 1;
      return line.split(' ');
    },
    itemKey: (item) => item,
    tooMany: 101,
  });
  return { read, items: items.length };
}

it('reads every row of a list with few items', async () => {
  const rows = Array.from({ length: 100_000 }, (_, n) => `a${n % 100}.com`);
  expect(await readUrls(rows)).toEqual({ read: 100_000, items: 100 });
});

it('stops at too many items, however many rows and items follow', async () => {
  const rows = Array.from({ length: 100_000 }, (_, n) => `a${2 * n}.com a${2 * n + 1}.com`);
  expect(await readUrls(rows)).toEqual({ read: 51, items: 102 });
});
