// On PostgreSQL: several workers reserve tokens of one run at the same time.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTaskBench, type TaskBench } from '../../tasks/test-tasks.ts';
import { requireList } from '../lists.ts';
import { findRun } from '../run-store.ts';
import { saveListStep } from './change-steps.ts';
import { returnTokens, takeTokens } from './run-tokens.ts';
import { startRun } from './start-run.ts';
import { makeList } from './test-step-lists.ts';

let bench: TaskBench;
beforeAll(async () => {
  bench = await openTaskBench();
});
afterAll(() => bench.close());

it('are never more than the limit of their column, and those that weren’t used are free again', async () => {
  const { deps } = bench;
  const { db } = deps.database;
  const account = await bench.account(10);
  const id = await makeList(deps, account, [{ Company: 'Acme' }]);
  await saveListStep(deps, account, {
    id,
    step: {
      kind: 'tool',
      name: 'Domains',
      conditions: [],
      tries: [{ tool: 'company-to-domain', options: {}, inputs: { company: 'Company' }, accepts: [] }],
      outputs: [{ field: 'domain', name: 'Domain' }],
    },
  });
  const list = await requireList(deps, account, id);
  const { id: task } = await startRun(
    deps,
    { accountId: account },
    list,
    { search: '', cells: 'all' },
    { type: 'lead-enrichment', claim: null },
  );
  const take = (name: string) => takeTokens(db, task, { name, tokens: 10, limit: 105 });
  const taken = await Promise.all(Array.from({ length: 40 }, (_, n) => take(n % 2 === 0 ? 'a 0' : 'b 0')));
  expect(taken.filter(Boolean)).toHaveLength(20);
  expect((await findRun(db, task))?.tokens).toEqual({ 'a 0': 100, 'b 0': 100 });
  await Promise.all([7, 2, -4].map((tokens) => returnTokens(db, task, { name: 'a 0', tokens })));
  expect((await findRun(db, task))?.tokens).toEqual({ 'a 0': 95, 'b 0': 100 });
  expect(await Promise.all([take('a 0'), take('a 0')])).toContain(true);
  expect(await take('a 0')).toBe(false);
  await db.deleteFrom('lists').where('id', '=', id).execute();
  expect(await take('c 0')).toBe(false);
});
