import { afterAll, beforeAll, expect, it } from 'vitest';
import { refreshLists } from './steps/refresh-list.ts';
import { type ListBench, type ListOwner, openListBench } from './test-lists.ts';

let bench: ListBench;
let eve: ListOwner;
let ada: ListOwner;
beforeAll(async () => {
  bench = await openListBench();
  [eve, ada] = [await bench.person(), await bench.person()];
});
afterAll(() => bench.close());

const ROWS = 30;
/** Most of what a row may do. */
const PATTERN = '(a?){60}[bc]';
const TEXT = 'a'.repeat(1000);
/** About as many as ten that do all that they may. */
const ROWS_AT_ONCE = 20;

it('slow patterns of one account hold the database for few rows at a time, and others work meanwhile', async () => {
  const columns = ['Text', 'Pattern'].map((name) => ({ name }));
  const { id } = (await eve.call('list-create', { name: 'Slow', columns })).body;
  const calls = Array.from({ length: 20 }, () => 'match({Text}, {Pattern})').join(' || ');
  const step = {
    kind: 'formula',
    name: 'Slow',
    formula: `=${calls}`,
    outputs: [{ field: 'value', name: 'Slow' }],
  };
  await eve.call('list-step-save', { id, step });
  bench.statements.splice(0);
  const rows = Array.from({ length: ROWS }, () => ({ Text: TEXT, Pattern: PATTERN }));
  let isDone = false;
  const adding = eve.call('list-add-rows', { id, rows }).then((reply) => {
    isDone = true;
    return reply;
  });
  // Between the rows, the process does what others ask it.
  let turns = 0;
  while (!isDone) {
    await new Promise((resolve) => setImmediate(resolve));
    turns += 1;
  }
  expect(turns).toBeGreaterThan(ROWS_AT_ONCE / 2);
  expect((await adding).body).toMatchObject({ added: ROWS, list: { computing: { rows: 0 } } });
  const computed = async () =>
    (await eve.call(`list-rows?id=${id}&limit=200`)).body.rows.filter(
      ({ values }: { values: Record<string, string> }) => values.Slow !== undefined,
    ).length;
  expect(await computed()).toBeGreaterThan(0);
  expect(await computed()).toBeLessThanOrEqual(ROWS_AT_ONCE);

  const [, other] = await Promise.all([refreshLists(bench.deps), ada.call('lists')]);
  expect(other.status).toBe(200);
  expect(await computed()).toBe(ROWS);
  const updated = bench.statements.flatMap(({ text, rows: count }) =>
    text.includes('update list_rows') ? [count] : [],
  );
  expect(Math.max(...updated)).toBeLessThanOrEqual(ROWS_AT_ONCE);
});
