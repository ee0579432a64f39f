import { CallError } from '#contract/errors.ts';
import type { RunCells } from '#contract/list-runs.ts';
import type { StartSave } from '#contract/start-save.ts';
import type { TaskSave } from '#contract/task-save.ts';
import type { TaskOptions, TaskType } from '#contract/tasks.ts';
import { isKeyActive } from '../api-keys/api-keys.ts';
import type { Session } from '../http/context.ts';
import { hashRequest, type KeyClaim } from '../idempotency/idempotency.ts';
import { leftOutOfSearch } from '../lists/exclusions/left-out.ts';
import { requireColumns } from '../lists/lists.ts';
import { prepareSave } from '../lists/prepare-save.ts';
import { acceptLeadSave } from '../lists/save-leads.ts';
import { shownPages } from '../lists/shown-rows.ts';
import { startRun } from '../lists/steps/start-run.ts';
import { runHeavy } from '../platform/database/database-turns.ts';
import { findOwnTask } from '../tasks/own-tasks.ts';
import { startTask } from '../tasks/start-task.ts';
import { findRunList, requireRunList, rowsOfRun } from './run-list.ts';
import { findLastTask, type RunRecord } from './run-store.ts';
import type { ScheduleRecord } from './store.ts';
import { acceptItems, type ScheduleDeps, stepsLeft } from './work.ts';

/** What works a run. */
export type StartedWork = { task_id: string } | { save_id: string };
type Payer = Pick<Session, 'accountId' | 'apiKey'>;

const KEY_GONE = 'The API key that made it was revoked or has expired.';

/**
 * Starts the work of a run, or finds what an earlier attempt started: the ID of the run is its key. Throws CallError, with
 * `gone` for what never comes back, and what `deps.stopping` aborts with.
 */
export async function startWork(
  deps: ScheduleDeps,
  schedule: ScheduleRecord,
  run: RunRecord,
): Promise<StartedWork> {
  const { account_id: accountId, work, cap } = schedule;
  const payer = await payerOf(deps, schedule);
  const claim: KeyClaim = {
    accountId,
    call: 'schedule',
    key: run.id,
    requestHash: hashRequest(run.id),
    at: new Date(deps.clock.now()),
  };
  switch (work.kind) {
    case 'list':
      return { task_id: await startListRun(deps, payer, { ...work, cap, claim }) };
    case 'leads': {
      const list = schedule.list_id === null ? null : await requireRunList(deps, accountId, schedule.list_id);
      // Its owner may have given it another name.
      const name = list?.name ?? work.search.name;
      const first = Math.min(cap, work.search.first ?? cap);
      const { leaveOut: wanted, inLists } = work.search.filters;
      // A list that is gone would fail each run.
      const leaveOut = await leftOutOfSearch(deps, accountId, { wanted, inLists });
      const filters = { ...work.search.filters, leaveOut };
      const input = { ...work.search, filters, name, first, affordable: true };
      const signal = deps.stopping;
      return { save_id: (await acceptLeadSave(deps, payer, input, { claim, signal, onlyNew: true })).id };
    }
    case 'tool': {
      const items = work.items ?? (await columnValues(deps, accountId, work));
      const accepted = await acceptItems(deps, work, items);
      const request = { accountId, apiKeyId: schedule.api_key_id, ...accepted, claim, cap };
      const { saveTo } = work;
      const saving = saveTo && (() => saveOfRun(deps, schedule, accepted, saveTo));
      return {
        task_id: (await startTask(deps, { ...request, name: schedule.name, prepareSave: saving })).id,
      };
    }
  }
}

/** How the results of a run get to a list: the one of the last run with results, which its owner may have given another name. */
async function saveOfRun(
  deps: ScheduleDeps,
  { id, account_id: accountId }: ScheduleRecord,
  task: { type: TaskType; options: TaskOptions },
  saveTo: StartSave,
): Promise<TaskSave> {
  const { db } = deps.database;
  const last = await findLastTask(db, id);
  const save = last === null ? null : (await findOwnTask(db, accountId, last))?.save;
  const list = save?.listId ? await findRunList(deps, accountId, save.listId) : undefined;
  return prepareSave(deps, accountId, task, { ...saveTo, name: list?.name ?? saveTo.name });
}

async function startListRun(
  deps: ScheduleDeps,
  payer: Payer,
  {
    list: id,
    view,
    steps,
    cells,
    cap,
    claim,
  }: {
    list: string;
    view?: string | undefined;
    steps?: string[] | undefined;
    cells: RunCells;
    cap: number;
    claim: KeyClaim;
  },
): Promise<string> {
  const list = await requireRunList(deps, payer.accountId, id);
  const [type] = [...deps.taskTools.values()].flatMap(({ keeper, definition }) =>
    keeper ? [definition.task.type] : [],
  );
  if (type === undefined) throw new Error('No tool works the columns of lists.');
  const scope = { steps: stepsLeft(list, steps), cells, ...rowsOfRun(list, view) };
  const { stopping } = deps;
  return (await startRun(deps, payer, list, { ...scope, cap }, { type, claim, stopping })).id;
}

async function columnValues(
  deps: ScheduleDeps,
  accountId: string,
  { list: id = '', column = '' }: { list?: string | undefined; column?: string | undefined },
): Promise<string[]> {
  const list = await requireRunList(deps, accountId, id);
  requireColumns(list, [column]);
  return runHeavy(accountId, async () => {
    const values = new Set<string>();
    for await (const page of shownPages(deps, list, { search: '' })) {
      deps.stopping.throwIfAborted();
      for (const { cells } of page) if (cells[column]) values.add(cells[column]);
    }
    if (values.size === 0)
      throw new CallError('unprocessable', 'No row of its list has a value to work with.');
    return [...values];
  });
}

/** Who pays for a run: the account, and the key that made the schedule. Throws `not_found` if the key can't pay anymore. */
async function payerOf(deps: ScheduleDeps, schedule: ScheduleRecord): Promise<Payer> {
  const { account_id: accountId, api_key_id: id } = schedule;
  if (id === null) return { accountId };
  if (!(await isKeyActive(deps, accountId, id))) throw new CallError('not_found', KEY_GONE);
  return { accountId, apiKey: { id, scopes: [] } };
}
