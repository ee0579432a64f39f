import { transaction } from '../../platform/database/db.ts';
import type { Turns } from '../../platform/turns.ts';
import { cancelTask } from '../../tasks/task-run.ts';
import type { TaskBench } from '../../tasks/test-tasks.ts';
import { editList } from '../edit-list.ts';
import { requireList } from '../lists.ts';
import { setAutoRun } from './auto-runs.ts';
import { saveListStep } from './change-steps.ts';
import { workCells } from './test-cell-work.ts';
import { makeList } from './test-step-lists.ts';

export type AutoList = Awaited<ReturnType<typeof openAutoList>>;

/** A list of an account that reads websites by itself, for so many credits a month. Each site of the script costs one. */
export async function openAutoList(
  bench: TaskBench,
  accountId: string,
  { cap, rows, name = 'Companies' }: { cap: number; rows: number; name?: string },
) {
  const { deps } = bench;
  const { db } = deps.database;
  let made = 0;
  const newRows = (count: number) =>
    Array.from({ length: count }, () => {
      made += 1;
      return { Website: `${name.toLowerCase().replaceAll(' ', '-')}-${made}.com` };
    });
  const id = await makeList(deps, accountId, newRows(rows), name);
  await saveListStep(deps, accountId, {
    id,
    step: {
      kind: 'tool',
      name: 'Emails',
      conditions: [],
      tries: [{ tool: 'website-extraction', options: {}, inputs: { website: 'Website' }, accepts: [] }],
      outputs: [{ field: 'emails', name: 'Email' }],
    },
  });
  await setAutoRun(deps, { accountId }, { id, cap });
  const runs = async () =>
    (
      await db
        .selectFrom('list_runs')
        .select('task_id')
        .where('list_id', '=', id)
        .where('auto', '=', true)
        .orderBy('started_at')
        .execute()
    ).map(({ task_id }) => task_id);
  const started = async () => {
    const ids = await runs();
    if (ids.length === 0) return [];
    return db.selectFrom('tasks').selectAll().where('id', 'in', ids).orderBy('created_at').execute();
  };
  return {
    id,
    list: () => requireList(deps, accountId, id),
    /** the runs that it started by itself */
    started,
    add: (count: number) => editList(deps, accountId, { id, changes: [], add: newRows(count) }),
    /** Works all that its runs have to do. */
    async work() {
      for (const { id: task, status, run_no } of await started())
        if (status === 'processing') await bench.settle({ id: task, run_no }, await workCells(deps, task));
    },
    /** what its step found in each row */
    async values() {
      const found = await db
        .selectFrom('list_rows')
        .select('cells')
        .where('list_id', '=', id)
        .orderBy('id')
        .execute();
      return found.map(({ cells }) => cells.Email ?? '');
    },
    /** how often the website of each row was paid for */
    async charges() {
      const rowsOf = await db
        .selectFrom('list_rows')
        .leftJoin('list_cells', 'list_cells.row_id', 'list_rows.id')
        .select('list_cells.charge')
        .where('list_rows.list_id', '=', id)
        .orderBy('list_rows.id')
        .execute();
      return rowsOf.map(({ charge }) => charge ?? 0);
    },
    async stop() {
      await transaction(db, async (tx) => {
        await tx.updateTable('lists').set({ auto_cap: null }).where('id', '=', id).execute();
      });
      for (const { id: task } of await started()) await cancelTask(deps, accountId, task);
    },
  };
}

/** A server whose next run hangs just before it is stored, as if it was stopped there. */
export function hangingServer(bench: TaskBench) {
  const hung = Promise.withResolvers<void>();
  const isHanging = Promise.withResolvers<void>();
  const turns: Turns = {
    take: (...request) => bench.deps.turns.take(...request),
    async run(_, work) {
      isHanging.resolve();
      await hung.promise;
      return work();
    },
  };
  return { deps: { ...bench.deps, turns }, isHanging: isHanging.promise, goOn: hung.resolve };
}

/** The signal of a server that is stopped while a list is read for a run. */
export function stopInList(): AbortSignal {
  const stop = new AbortController();
  const { signal } = stop;
  signal.throwIfAborted = () => {
    stop.abort();
    throw signal.reason;
  };
  return signal;
}
