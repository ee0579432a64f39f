// On PostgreSQL: what its connections keep in memory.
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openTestDatabase } from './test-database.ts';

const ROWS = 500;
const CHARS = 200;
const ANSWERS = 60;

it('keeps no answers that nobody holds until a full garbage collection', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options: { type: 'minor' }) => void;
  const oldBytes = () =>
    getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')?.space_used_size ?? 0;
  const database = await openTestDatabase();
  const ask = async () => {
    const { rows } = await sql`
      select n, repeat('x', ${CHARS}) as text from generate_series(1, ${ROWS}) n
    `.execute(database.db);
    return rows.length;
  };
  const askMany = async () => {
    for (let count = 0; count < ANSWERS; count += 1) {
      expect(await ask()).toBe(ROWS);
      // What is still held after two of them is old.
      collect({ type: 'minor' });
      collect({ type: 'minor' });
    }
  };
  await askMany();
  const before = oldBytes();
  await askMany();
  expect(oldBytes() - before).toBeLessThan((ANSWERS * ROWS * CHARS) / 4);
  await database.close();
});
