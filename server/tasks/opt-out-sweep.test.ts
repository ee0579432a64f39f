// On PostgreSQL: sweeps that run at the same time lock rows.
import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseOptOuts } from '../leads/test-leads.ts';
import { addOptOuts } from '../opt-outs/opt-outs.ts';
import { sweepOptedOut } from '../opt-outs/sweep.ts';
import { recordStatements } from '../platform/database/test-statements.ts';
import { retryableItems } from './item-store.ts';
import { sweepNextTask, sweepTask } from './opt-out-sweep.ts';
import { retryFailed } from './retry-task.ts';
import { openShardQueue } from './shards/shard-queue.ts';
import { loadTakenShard } from './shards/take-shard.ts';
import { startTask } from './start-task.ts';
import { taskResults } from './task-results.ts';
import { cancelTask } from './task-run.ts';
import { openTaskBench, sites, type TaskBench, websiteRow, worked } from './test-tasks.ts';
import { attachList } from './uploaded-list.ts';

let bench: TaskBench;
beforeAll(async () => {
  bench = await openTaskBench();
});
afterAll(() => bench.close());

const ITEMS = 250;
const optOut = (...entries: string[]) => addOptOuts(bench.deps, parseOptOuts(...entries), async () => {});

/** A finished task whose rows all have the same address. */
async function finishedTask(
  accountId: string,
  items: number,
  address = 'gone@swept.example',
): Promise<string> {
  const task = await bench.start(accountId, sites(items, freshQuery()));
  const emails = [address];
  await bench.settle(
    task,
    Array.from({ length: items }, (_, index) =>
      worked(index, {
        row: websiteRow(`https://site${index}.com/`, { emails }),
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

it('subtracts what is gone once if sweeps run at the same time', async () => {
  const owner = await bench.account('unlimited');
  const id = await finishedTask(owner, ITEMS, 'gone@twice-swept.example');
  const counts = async () => {
    const { found } = await bench.task(id);
    const day = await bench.deps.database.db
      .selectFrom('task_days')
      .select(['found', 'emails'])
      .where('account_id', '=', owner)
      .executeTakeFirstOrThrow();
    return [found, Number(day.found), Number(day.emails)];
  };
  // What stays on this day.
  await finishedTask(owner, 2 * ITEMS, 'here@twice-swept.example');
  expect(await counts()).toEqual([ITEMS, 3 * ITEMS, 3 * ITEMS]);
  bench.deps.clock.advance(1);
  await optOut('gone@twice-swept.example');
  await Promise.all([1, 2, 3].map(() => sweepTask(bench.deps, id)));
  expect(await counts()).toEqual([0, 2 * ITEMS, 2 * ITEMS]);
  expect(await bench.broken(owner)).toEqual([]);
});

it('counts again what earlier versions subtracted twice', async () => {
  const owner = await bench.account('unlimited');
  const id = await finishedTask(owner, 2, 'here@counted-again.example');
  const { db } = bench.deps.database;
  await db.updateTable('tasks').set({ found: -1 }).where('id', '=', id).execute();
  await db.updateTable('task_days').set({ found: -1 }).where('account_id', '=', owner).execute();
  const file = new URL('../../db/migrations/0115_no_negative_counts.sql', import.meta.url);
  await sql.raw(readFileSync(file, 'utf8')).execute(db);
  expect(await bench.task(id)).toMatchObject({ found: 2 });
  const day = db.selectFrom('task_days').select('found').where('account_id', '=', owner);
  expect(Number((await day.executeTakeFirstOrThrow()).found)).toBe(0);
});

it('leaves out the failed rows of someone who opted out when failed rows run again, once', async () => {
  const owner = await bench.account('unlimited');
  const task = await bench.start(owner, sites(2, freshQuery()));
  const failed = { found: false, failed: true, billable: false };
  const row = websiteRow('https://late-swept.example/', {});
  await bench.settle(task, [worked(0, { ...failed, row }), worked(1, failed)]);
  const counts = async () => {
    const { failed: all, failed_finally } = await bench.task(task.id);
    return [all, failed_finally];
  };
  expect(await counts()).toEqual([2, 0]);
  for (const entry of ['late-swept.example', 'later-swept.example']) {
    bench.deps.clock.advance(1);
    await optOut(entry);
    const stopping = new AbortController().signal;
    await sweepOptedOut(bench.deps, 'tasks', (after) => sweepNextTask(bench.deps, after), stopping);
    expect(await counts()).toEqual([2, 1]);
  }
  const items = await retryableItems(bench.deps.database.db, task.id, 2);
  expect(items.map(({ position }) => position)).toEqual([1]);
});

describe('what a task was started with', () => {
  const PHONE = '+1 202 555 0100';
  const URLS = ['https://one.own.example/', 'https://two.own.example/', 'https://three.own.example/'];

  /** A stopped task of a list with people. Nothing of it has a result, except the first row. */
  async function stoppedTask(query: string): Promise<string> {
    const accountId = await bench.account('unlimited');
    const inputs = URLS.map((url) => url + query);
    const rows = ['Gone,gone@own.example,+1 202 555 0100', 'Here,here@own.example,1', ',,'];
    const list = { columns: ['Name', 'Email', 'Phone'], rows };
    const task = await startTask(bench.deps, {
      accountId,
      type: 'website-extraction',
      inputs,
      claim: null,
      ...attachList(list, inputs, [[0], [1], [2]]),
    });
    const row = websiteRow(inputs[0] ?? '', { emails: ['info@one.own.example'], phones: [PHONE] });
    await bench.settle(task, [worked(0, { row })]);
    return task.id;
  }
  const readLines = async (id: string) => {
    const { account_id } = await bench.task(id);
    const lines = await (await taskResults(bench.deps, account_id, id))?.lines({});
    const all: unknown[] = [];
    if (lines) for await (const page of lines.pages()) all.push(...page);
    return JSON.stringify(all);
  };
  /** Everything that the database has of a task. */
  const stored = async (id: string) => {
    const { db } = bench.deps.database;
    const of = (table: 'task_items' | 'own_list_rows' | 'task_search_texts') =>
      db.selectFrom(table).selectAll().where('task_id', '=', id).execute();
    return JSON.stringify([
      await of('task_items'),
      await of('own_list_rows'),
      await of('task_search_texts'),
      await bench.task(id),
    ]);
  };
  const sweepAll = async () => {
    const deps = bench.deps;
    await sweepOptedOut(deps, 'tasks', (after) => sweepNextTask(deps, after), new AbortController().signal);
  };

  it('gives out nothing of a row whose own cells name someone who opted out, and keeps the line', async () => {
    const id = await stoppedTask('?exit');
    expect(await readLines(id)).toContain(PHONE);
    bench.deps.clock.advance(1);
    await optOut('gone@own.example');
    const lines = await readLines(id);
    for (const gone of ['gone@own.example', PHONE, 'Gone']) expect(lines).not.toContain(gone);
    expect(lines).toContain('asked not to be listed');
  });

  it('loses its items, own rows and searched texts of people who opted out, and keeps the others', async () => {
    const id = await stoppedTask('?stored');
    expect(await stored(id)).toContain('two.own.example');
    bench.deps.clock.advance(1);
    // The second one has no result yet.
    await optOut('gone@own.example', 'two.own.example');
    await sweepAll();
    const left = await stored(id);
    for (const gone of ['gone@own.example', 'two.own.example', 'here@own.example'])
      expect(left).not.toContain(gone);
    expect(left).toContain('three.own.example');
    const { rows } = await sql<{ input: string }>`
      select input from task_items where task_id = ${id}::uuid order by position
    `.execute(bench.deps.database.db);
    expect(rows.map(({ input }) => input)).toEqual([
      `${URLS[0]}?stored`,
      expect.stringMatching(/^Opted out [\w-]{16}$/),
      `${URLS[2]}?stored`,
    ]);
  });

  it('is settled for free, and never worked, where it had no result yet', async () => {
    const [done = '', gone = '', left = ''] = ['a', 'b', 'c'].map(
      (name) => `https://${name}.pending.example/`,
    );
    const { id } = await bench.start(await bench.account('unlimited'), [done, gone, left]);
    await bench.settle(await bench.task(id), [worked(0, { row: websiteRow(done) })]);
    bench.deps.clock.advance(1);
    await optOut('b.pending.example');
    await sweepAll();
    const shards = await openShardQueue(bench.deps);
    const held = (await shards.take(100)).find(({ job }) => job.taskId === id);
    if (!held) throw new Error('The task has no batch.');
    const taken = await loadTakenShard(bench.deps, shards, held);
    expect(taken?.items).toEqual([{ position: 2, input: left }]);
    const settled = await bench.task(id);
    expect(settled).toMatchObject({ status: 'processing', processed: 2, failed: 1, failed_finally: 1 });
    expect([settled.credits_included, settled.current_item]).toEqual([1, left]);
    expect(await readLines(id)).toContain('asked not to be listed');

    const { account_id: accountId } = settled;
    await cancelTask(bench.deps, accountId, id);
    const retry = (selected: number[]) =>
      retryFailed(bench.deps, id, { accountId, apiKeyId: null, claim: null, selected });
    await expect(retry([1])).rejects.toMatchObject({ code: 'conflict' });
    expect(await retry([1, 2])).toMatchObject({ total: 1, first_item: left });
    expect(await bench.broken(accountId)).toEqual([]);
  });

  it('ends a task with nothing else left', async () => {
    const accountId = await bench.account('unlimited');
    const task = await bench.start(accountId, ['https://last.own.example/']);
    bench.deps.clock.advance(1);
    await optOut('last.own.example');
    await sweepAll();
    const shards = await openShardQueue(bench.deps);
    const held = (await shards.take(100)).find(({ job }) => job.taskId === task.id);
    expect(held && (await loadTakenShard(bench.deps, shards, held))).toBeNull();
    expect(await bench.task(task.id)).toMatchObject({
      status: 'completed',
      processed: 1,
      credits_included: 0,
    });
    expect(await bench.broken(accountId)).toEqual([]);
  });
});
