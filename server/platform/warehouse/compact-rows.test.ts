import { expect, it } from 'vitest';
import { compactRows } from './compact-rows.ts';

async function read(texts: readonly (string | Buffer)[], cells = 2): Promise<unknown[]> {
  async function* pieces() {
    for (const text of texts) yield Buffer.from(text);
  }
  const rows = [];
  for await (const row of compactRows(pieces(), cells)) rows.push(row);
  return rows;
}
const FAILURE = 'Code: 241. DB::Exception: Memory limit (total) exceeded. (MEMORY_LIMIT_EXCEEDED)';

it('reads rows that are cut anywhere', async () => {
  const bytes = Buffer.from('["1","é"]\n["2","b"]\n');
  for (let at = 0; at < bytes.length; at += 1)
    expect(await read([bytes.subarray(0, at), bytes.subarray(at)])).toEqual([
      ['1', 'é'],
      ['2', 'b'],
    ]);
  expect(await read([])).toEqual([]);
});

it.each([
  ['as a row', `${JSON.stringify([FAILURE])}\n`],
  ['as text', `${FAILURE}\n`],
  ['as text without a line end', FAILURE],
  ['as text between marks', `\r\n__exception__\r\nabcdef\r\n${FAILURE}\n84 abcdef\r\n__exception__\r\n`],
])('throws a late failure that is written %s', async (_, end) => {
  await expect(read(['["1","a"]\n', end])).rejects.toMatchObject({ code: 'internal' });
});

it('names the failure, and no cell', async () => {
  const named = (text: string) => read([text]).catch(({ cause }) => cause.message);
  expect(await named(`${JSON.stringify([FAILURE])}\n`)).toContain('Memory limit');
  expect(await named('["1","ann@left.example"')).toBe('The result of the lead database ends within a row.');
  expect(await named('["1"]\n')).toBe('The result of the lead database ends within a row.');
});
