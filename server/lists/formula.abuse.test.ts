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

const ROWS = 12;
/** Nearly what one call may do, so that ten calls are nearly what a row may. */
const PATTERN = '(a?){60}[bc]';
const TEXT = 'a'.repeat(1000);
/** Rows of a transaction: each does more than all of it should. */
const ROWS_AT_ONCE = 1;

it('slow patterns of one account hold the database for few rows at a time, and others work meanwhile', async () => {
  const columns = ['Text', 'Pattern', 'Mark'].map((name) => ({ name }));
  const { id } = (await eve.call('list-create', { name: 'Slow', columns })).body;
  const calls = Array.from({ length: 10 }, () => 'match({Text}, {Pattern})').join(' || ');
  const step = {
    kind: 'formula',
    name: 'Slow',
    formula: `=if(${calls}, "found", {Mark})`,
    outputs: [{ field: 'value', name: 'Slow' }],
  };
  await eve.call('list-step-save', { id, step });
  bench.statements.splice(0);
  const rows = Array.from({ length: ROWS }, () => ({ Text: TEXT, Pattern: PATTERN, Mark: 'old' }));
  let isDone = false;
  const adding = eve.call('list-add-rows', { id, rows }).then((reply) => {
    isDone = true;
    return reply;
  });
  // Meanwhile, the process does what others ask it.
  let turns = 0;
  while (!isDone) {
    await new Promise((resolve) => setImmediate(resolve));
    turns += 1;
  }
  expect(turns).toBeGreaterThan(ROWS_AT_ONCE);
  expect((await adding).body).toMatchObject({ added: ROWS, list: { computing: { rows: ROWS_AT_ONCE } } });
  const computed = async () =>
    (await eve.call(`list-rows?id=${id}&limit=200`)).body.rows.filter(
      ({ values }: { values: Record<string, string> }) => values.Slow !== undefined,
    ).length;
  expect(await computed()).toBe(ROWS_AT_ONCE);

  const [, other] = await Promise.all([refreshLists(bench.deps), ada.call('lists')]);
  expect(other.status).toBe(200);
  expect(await computed()).toBe(ROWS);
  const updated = bench.statements.flatMap(({ text, rows: count }) =>
    text.includes('update list_rows') ? [count] : [],
  );
  expect(Math.max(...updated)).toBeLessThanOrEqual(ROWS_AT_ONCE);
  const slow = (await eve.call(`list-rows?id=${id}&order=added&limit=200`)).body.rows;
  const values = async () =>
    (await eve.call(`list-rows?id=${id}&order=added&limit=200`)).body.rows.map(
      (row: { values: Record<string, string> }) => [row.values.Mark, row.values.Slow],
    );
  expect(await values()).toEqual(slow.map(() => ['old', 'old']));

  // An edit of all rows is stored at once, and computed in the background.
  const changes = slow.map(({ id: row }: { id: number }) => ({ row, column: 'Mark', value: 'new' }));
  const edited = await eve.call('list-edit', { id, changes });
  expect(edited.body.list.computing).toEqual({ after: slow[1].id - 1, rows: ROWS_AT_ONCE });
  expect(await values()).toEqual(slow.map((_: object, at: number) => ['new', at === 0 ? 'new' : 'old']));
  await refreshLists(bench.deps);
  expect(await values()).toEqual(slow.map(() => ['new', 'new']));
});

it('more rows don’t compute those before them again', async () => {
  const columns = ['Text', 'Pattern'].map((name) => ({ name }));
  const { id } = (await eve.call('list-create', { name: 'Parts', columns })).body;
  const calls = Array.from({ length: 10 }, () => 'match({Text}, {Pattern})').join(' || ');
  const outputs = [{ field: 'value', name: 'Slow' }];
  await eve.call('list-step-save', {
    id,
    step: { kind: 'formula', name: 'Slow', formula: `=${calls}`, outputs },
  });
  const quick = Array.from({ length: 50 }, () => ({ Text: 'b', Pattern: 'b' }));
  const slow = Array.from({ length: 3 }, () => ({ Text: TEXT, Pattern: PATTERN }));
  const add = (rows: object[]) => eve.call('list-add-rows', { id, rows });
  expect((await add(quick)).body.list.computing).toBeNull();
  const first = (await add(slow)).body.list.computing;
  expect(first.rows).toBe(quick.length + ROWS_AT_ONCE);
  // The next part leaves it where it is, also if rows come before that are done.
  expect((await add(slow)).body.list.computing).toEqual(first);
  bench.statements.splice(0);
  await refreshLists(bench.deps);
  const updated = bench.statements.flatMap(({ text, rows: count }) =>
    text.includes('update list_rows') ? [count] : [],
  );
  expect(updated.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(2 * slow.length);
  expect((await eve.call(`list-rows?id=${id}`)).body.list.computing).toBeNull();
});
