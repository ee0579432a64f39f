import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TaskRowsPage } from '#contract/tasks.ts';
import { recordStatements } from '../platform/database/test-statements.ts';
import { retryableItems } from './item-store.ts';
import { rowsPageJson, settledPages } from './settled-rows.ts';
import type { storedRows } from './stored-rows.ts';
import { openTaskBench, sites, type TaskBench } from './test-tasks.ts';

const ITEMS = 100;
/** Text that can't be compressed much. */
const HASHES = 700;

let bench: TaskBench;
let taskId: string;
beforeAll(async () => {
  bench = await openTaskBench();
  taskId = (await bench.start(await bench.account(5), sites(ITEMS))).id;
  await sql`
    update task_items set status = 'settled', failed = position % 10 = 0, row = jsonb_build_object('text', (
      select string_agg(md5(position::text || n), '') from generate_series(1, ${HASHES}::integer) n))
    where task_id = ${taskId}::uuid
  `.execute(bench.deps.database.db);
});
afterAll(() => bench.close());

it('reads fewer rows in a page if they are large, and none of them twice', async () => {
  const sizes: number[] = [];
  const positions: number[] = [];
  for await (const page of settledPages(bench.deps, taskId, 500)) {
    sizes.push(page.length);
    positions.push(...page.map(({ position }) => position));
  }
  // 22 KB each.
  expect(Math.max(...sizes)).toBeLessThan(20);
  expect(positions).toEqual(Array.from({ length: ITEMS }, (_, n) => n));
});

it('gives each row as it was stored, whatever its texts have', async () => {
  const texts = ['two\nlines\r\n', 'a "quote", a \\n and a comma', 'jürgen 東京 😀', '\u2028', ''];
  const { id } = await bench.start(await bench.account(5), sites(texts.length));
  for (const [position, text] of texts.entries())
    await sql`
      update task_items set status = 'settled', found = ${position === 1}, charge = ${position}, own_keys = ${position === 2 ? ['a', 'b\n'] : null},
        settled_at = '2026-11-26T10:00:00.123Z', row = ${JSON.stringify({ text, list: [text] })}::jsonb
      where task_id = ${id}::uuid and position = ${position}
    `.execute(bench.deps.database.db);
  const pages: Awaited<ReturnType<typeof storedRows>>[] = [];
  for await (const page of settledPages(bench.deps, id, 500)) pages.push(page);
  const [page = []] = pages;
  expect(page.map(({ row }) => JSON.parse(row))).toEqual(texts.map((text) => ({ text, list: [text] })));
  expect(page.map(({ found }) => found)).toEqual([false, true, false, false, false]);
  expect(page.map(({ charge }) => charge)).toEqual([0, 1, 2, 3, 4]);
  expect(page.map(({ own_keys }) => own_keys)).toEqual([null, null, ['a', 'b\n'], null, null]);
  expect(page[0]).toMatchObject({
    input: sites(1)[0],
    type: 'website-extraction',
    settled_at: new Date('2026-11-26T10:00:00.123Z'),
    available: texts.length,
  });
});

it('says that more rows follow a shorter page', async () => {
  const page = async (after: number) =>
    TaskRowsPage.parse(
      JSON.parse(await rowsPageJson(bench.deps, taskId, (input) => input, { after, limit: 500 })),
    );
  const first = await page(-1);
  expect(first.rows.length).toBeLessThan(20);
  expect(first.next).toBe(first.rows.length - 1);
  expect((await page(ITEMS - 2)).next).toBeNull();
});

it('looks for failed items in steps', async () => {
  const { database, statements } = recordStatements(bench.deps.database);
  const items = await retryableItems(database.db, taskId, ITEMS * 50);
  expect(items.map(({ position }) => position)).toEqual(Array.from({ length: ITEMS / 10 }, (_, n) => n * 10));
  expect(statements).toHaveLength(10);
});
