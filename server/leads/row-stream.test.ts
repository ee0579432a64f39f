import { describe, expect, it } from 'vitest';
import { CallError } from '#contract/errors.ts';
import { DATABASE_REPLACED, readAhead } from './row-stream.ts';

const ROWS = Array.from(
  { length: 50 },
  (_, index) => `"${index.toString(16).padStart(16, '0')}","Lead ${index}"\r\n`,
);
const TEXT = ROWS.join('');

function interrupted(): CallError {
  return new CallError('unavailable', undefined, {
    cause: Object.assign(new Error('The engine exited.'), { code: 'ECONNRESET' }),
  });
}

/** Queries with these results, one after another. Each fails after its text, except for the last one. */
function queries(texts: readonly string[], pieceBytes: number): () => AsyncGenerator<Buffer> {
  let index = -1;
  return async function* () {
    index += 1;
    const text = texts[index] ?? '';
    for (let index = 0; index < text.length; index += pieceBytes)
      yield Buffer.from(text.slice(index, index + pieceBytes));
    if (index < texts.length - 1) throw interrupted();
  };
}

async function read(texts: readonly string[], pieceBytes: number): Promise<string> {
  let text = '';
  for await (const rows of readAhead(queries(texts, pieceBytes)).rows()) {
    expect(rows.subarray(-2).toString()).toBe('\r\n');
    text += rows.toString();
    // Rows are changed when they are sent.
    rows.fill(0);
  }
  return text;
}

describe('rows that are read ahead', () => {
  it.each([1, 7, 27, 100, 10_000])('are whole, in pieces of %d bytes', async (pieceBytes) => {
    expect(await read([TEXT], pieceBytes)).toBe(TEXT);
    expect(await read([''], pieceBytes)).toBe('');
  });

  it.each([1, 7, 27, 100, 10_000])(
    'come once if the engine exits, in pieces of %d bytes',
    async (pieceBytes) => {
      for (const broken of [0, 5, 27, 28, 200, 701, TEXT.length])
        expect(await read([TEXT.slice(0, broken), TEXT], pieceBytes)).toBe(TEXT);
    },
  );

  it('continue after the last row, if others were added or deleted meanwhile', async () => {
    const later = [...ROWS.slice(5, 20), '"ffffffffffffffff","New"\r\n', ...ROWS.slice(20)].join('');
    const first = ROWS.slice(0, 10).join('');
    expect(await read([first, later], 64)).toBe(first + later.slice(ROWS.slice(5, 10).join('').length));
  });

  it('end with an error if the last row is gone', async () => {
    const reading = read([ROWS.slice(0, 10).join(''), ROWS.slice(10).join('')], 64);
    await expect(reading).rejects.toMatchObject({ code: 'conflict', message: DATABASE_REPLACED });
  });

  it('are in memory before anyone takes them, and then their size is known', async () => {
    const stream = readAhead(queries([TEXT], 100));
    expect(await stream.size).toBe(TEXT.length);
  });

  it('end with the error of the query, or if the last row is cut off', async () => {
    const failing = readAhead(async function* () {
      yield Buffer.from(ROWS[0] ?? '');
      throw new Error('failed');
    });
    const pieces = failing.rows();
    expect(String((await pieces.next()).value)).toBe(ROWS[0]);
    await expect(pieces.next()).rejects.toThrow('failed');
    await expect(read([TEXT.slice(0, -3)], 64)).rejects.toThrow('incomplete');
  });
});
