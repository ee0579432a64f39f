import { expect, it } from 'vitest';
import { parseTableFile, tableFile, wholeRows } from './table-files.ts';

it('cuts what COPY writes into pieces of whole rows, wherever its chunks end', async () => {
  const text = Array.from({ length: 200 }, (_, n) => `${n}\tvalue ${'x'.repeat(n % 17)}\n`).join('');
  for (const [chunkBytes, pieceBytes] of [
    [1, 30],
    [7, 30],
    [64, 100],
    [5000, 100],
    [50, 1_000_000],
  ] as const) {
    const pieces: string[] = [];
    const chunks = async function* () {
      for (let at = 0; at < text.length; at += chunkBytes) yield Buffer.from(text.slice(at, at + chunkBytes));
    };
    for await (const piece of wholeRows(chunks(), pieceBytes)) pieces.push(piece.toString());
    expect(pieces.join('')).toBe(text);
    for (const piece of pieces) expect(piece.endsWith('\n')).toBe(true);
    for (const piece of pieces) expect(piece.length).toBeLessThan(pieceBytes + chunkBytes + 30);
  }
});

it('reads its own names, and no others', () => {
  expect(parseTableFile(tableFile('queue', 'jobs', 12))).toEqual({ of: 'queue', table: 'jobs' });
  for (const name of [
    'tables/../db/000001.copy',
    'tables/a/1.copy',
    'db/a/000001.copy',
    'tables/A"/000001.copy',
  ])
    expect(parseTableFile(name)).toBeNull();
});
