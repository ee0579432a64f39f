import { afterAll, beforeAll, expect, it } from 'vitest';
import { optOutsOf } from '../leads/test-leads.ts';
import { addOptOuts } from '../opt-outs/opt-outs.ts';
import { sweepOptedOut } from '../opt-outs/sweep.ts';
import { recordStatements } from '../platform/test-statements.ts';
import { sweepNextTask } from './opt-out-sweep.ts';
import { openTaskBench, sites, type TaskBench, websiteRow, worked } from './test-tasks.ts';

let bench: TaskBench;
beforeAll(async () => {
  bench = await openTaskBench();
});
afterAll(() => bench.close());

const ITEMS = 250;
const optOut = (...entries: string[]) => addOptOuts(bench.deps, optOutsOf(...entries), async () => {});

/** A finished task whose rows all have the same address. */
async function finishedTask(accountId: string, items: number): Promise<string> {
  const task = await bench.start(accountId, sites(items, freshQuery()));
  const emails = ['gone@swept.example'];
  await bench.settle(
    task,
    Array.from({ length: items }, (_, at) =>
      worked(at, {
        row: websiteRow(`https://site${at}.com/`, { emails }),
        contacts: { emails: 1, phones: 0, people: 0 },
      }),
    ),
  );
  return task.id;
}
let queries = 0;
function freshQuery(): string {
  queries += 1;
  return `?${queries}`;
}

it('changes stored rows in small steps, with their counters, once, and goes on after a stop', async () => {
  const owner = await bench.account('unlimited');
  const ids = [await finishedTask(owner, ITEMS), await finishedTask(owner, 1), await finishedTask(owner, 1)];
  await optOut('gone@swept.example');
  const { database, statements } = recordStatements(bench.deps.database);
  const deps = { ...bench.deps, database };
  const swept: (string | null)[] = [];
  const sweep = (stopAfter: number) => {
    const stopping = new AbortController();
    return sweepOptedOut(
      deps,
      'tasks',
      async (after) => {
        const next = await sweepNextTask(deps, after);
        swept.push(next);
        if (swept.length === stopAfter) stopping.abort();
        return next;
      },
      stopping.signal,
    );
  };
  expect(await sweep(2)).toBe(true);
  expect(await sweep(0)).toBe(true);
  expect(swept).toEqual([...ids.sort(), null]);
  expect(Math.max(...statements.map(({ rows }) => rows))).toBeLessThanOrEqual(100);
  for (const id of ids) {
    const { found, processed } = await bench.task(id);
    expect([found, processed > 0]).toEqual([0, true]);
  }
  expect(await bench.broken(owner)).toEqual([]);
  const days = await database.db.selectFrom('task_days').select(['found', 'emails']).execute();
  expect(days.map(({ found, emails }) => [Number(found), Number(emails)])).toEqual([[0, 0]]);

  // Without a new entry, it reads nothing; with one, everything again, and changes nothing.
  statements.splice(0);
  expect(await sweep(0)).toBe(false);
  expect(statements).toHaveLength(2);
  bench.deps.clock.advance(1);
  await optOut('nobody@swept.example');
  statements.splice(0);
  expect(await sweep(0)).toBe(true);
  expect(statements.some(({ text }) => text.startsWith('update task_items'))).toBe(false);
});
