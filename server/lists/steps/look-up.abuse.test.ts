import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LookUpItem } from '#contract/list-look-up.ts';
import { createLookUpTool } from '#tools/lead-enrichment/run/look-up-tool.ts';
import { recordStatements } from '../../platform/database/test-statements.ts';
import { openTaskBench, type TaskBench } from '../../tasks/test-tasks.ts';
import { foundKeys, lookUpKeys, personalKeys, ROW_KEYS_MAX, rowKeys } from '../exclusions/excluded-keys.ts';
import { indexOfList } from '../exclusions/list-keys.ts';
import { findList } from '../store.ts';
import { lookUpRows } from './look-up-rows.ts';
import { makeList } from './test-step-lists.ts';

let bench: TaskBench;
let eve: string;
let ada: string;
beforeAll(async () => {
  bench = await openTaskBench();
  [eve, ada] = [await bench.account('unlimited'), await bench.account('unlimited')];
});
afterAll(() => bench.close());

const many = (count: number, text: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => text(at));
/** 8,000 websites, and a person at each of them. */
const HEAVY = {
  'Full name': 'Ann Lee',
  Website: many(4000, (at) => `${at}.example`).join(';'),
  Domain: many(4000, (at) => `a.b.c.d.e.f.${at}.example`).join('; '),
  Email: 'ann@heavy.example',
};

it('a row has few keys, however many websites and names it has, and those of its person are among them', () => {
  const columns = (['full_name', 'website', 'domain', 'email'] as const).map((role, at) => ({
    ...{ id: Object.keys(HEAVY)[at] ?? '', role, type: 'text' as const },
  }));
  const names = many(900, (at) => `Name ${at}`).map((name, at) => [`name ${at}`, name] as const);
  const cells = { ...HEAVY, ...Object.fromEntries(names) };
  const all = [
    columns[3],
    ...names.map(([id]) => ({ id, role: 'full_name' as const, type: 'text' as const })),
    ...columns,
  ].flatMap((column) => column ?? []);
  for (const keysOf of [lookUpKeys, rowKeys, foundKeys, personalKeys]) {
    const keys = keysOf(all, cells);
    expect(keys.length).toBeLessThanOrEqual(ROW_KEYS_MAX);
    expect(keys).toContain('email:ann@heavy.example');
  }
});

it('a list of heavy rows lets others have their turn after each of them', async () => {
  const ROWS = 40;
  const id = await makeList(
    bench.deps,
    eve,
    many(ROWS, String).map((at) => ({ ...HEAVY, Email: `p${at}@heavy.example` })),
    'Heavy',
  );
  const small = await makeList(bench.deps, ada, [{ Email: 'ann@acme.com', Title: 'CEO' }], 'Small');
  const ask = (account: string, list: string, texts: LookUpItem['texts'], count: number) =>
    lookUpRows(
      bench.deps,
      account,
      Array.from({ length: count }, () => ({ list, companies: true, fields: [], texts })),
    );
  let isDone = false;
  const texts = { full_name: HEAVY['Full name'], website: HEAVY.Website };
  const heavy = ask(eve, id, texts, ROWS).finally(() => {
    isDone = true;
  });
  // Meanwhile, the process does what others ask it, also a look-up.
  let turns = 0;
  let found: object[] = [];
  while (!isDone) {
    await new Promise((resolve) => setImmediate(resolve));
    turns += 1;
    if (turns === 1) found = await ask(ada, small, { email: 'ann@acme.com' }, 1);
    if (turns === 1) expect(isDone).toBe(false);
  }
  expect(turns).toBeGreaterThan(ROWS);
  expect(found).toMatchObject([{ kind: 'found', list: 'Small' }]);
  expect(await heavy).toHaveLength(ROWS);
});

it('a list with too many keys is read once, until it has too many, and cells that look in it say so', async () => {
  const rows = many(2000, (at) => `p${at}@large.example`).map((Email) => ({ Email }));
  const id = await makeList(bench.deps, eve, rows, 'Large');
  const list = await findList(bench.deps.database.db, eve, id);
  if (!list) throw new Error('There is no list.');
  const { database, statements } = recordStatements(bench.deps.database);
  expect(await indexOfList(database.db, list, 'people', 100)).toBeNull();
  expect(statements).toHaveLength(1);
  expect(await indexOfList(database.db, list, 'people', 100)).toBeNull();
  expect(statements).toHaveLength(1);
  const tool = createLookUpTool(async () => [{ kind: 'too-large', list: 'Large' }]);
  const input: LookUpItem = { list: id, companies: false, fields: [], texts: {} };
  const items = [{ position: 0, input: JSON.stringify(input) }];
  for await (const outcome of tool.run(items, new AbortController().signal))
    expect(outcome).toMatchObject({
      failed: true,
      final: true,
      row: { explanation: '“Large” is too large to look in. Split it into smaller lists.' },
    });
});
