import type { z } from 'zod';
import { CallError } from '#contract/errors.ts';
import type { ListView } from '#contract/lists.ts';
import {
  type ListWorkView,
  type NewSchedule,
  SCHEDULE_RUNS_KEPT,
  SCHEDULES_PER_ACCOUNT,
  type ScheduleChange,
  type ScheduleList,
  type ScheduleRuns,
  type ScheduleRunView,
  type ScheduleTime,
  type ScheduleView,
} from '#contract/schedules.ts';
import { nextTime } from '#engines/local-days/next-time.ts';
import { budgetLeft } from '../api-keys/budget.ts';
import type { Session } from '../http/context.ts';
import { type KeyClaim, once } from '../idempotency/idempotency.ts';
import { viewLists } from '../lists/lists.ts';
import { type Tx, transaction } from '../platform/database/db.ts';
import { type RunList, requireRunList } from './run-list.ts';
import { findRun, insertRun, lastRuns, latestRuns } from './run-store.ts';
import {
  countSchedules,
  deleteScheduleRow,
  findSchedule,
  findSchedules,
  insertSchedule,
  lockSchedulesOf,
  type ScheduleRecord,
  type ScheduleSummary,
  updateSchedule,
} from './store.ts';
import { viewRuns } from './view-runs.ts';
import {
  checkListWork,
  checkWork,
  type ListWork,
  type ScheduleDeps,
  stepsLeft,
  workSubject,
} from './work.ts';

const NO_SCHEDULE = 'There is no such schedule. It may have been deleted.';

export async function listSchedules(
  deps: ScheduleDeps,
  accountId: string,
): Promise<z.output<typeof ScheduleList>> {
  const { db } = deps.database;
  const schedules = await findSchedules(db, accountId);
  const last = await lastRuns(db, accountId);
  const views = new Map((await viewRuns(db, [...last.values()])).map((run) => [run.id, run]));
  const { lists } = await viewLists(deps, accountId);
  const byId = new Map(lists.map((list) => [list.id, list]));
  return {
    schedules: schedules.map((schedule) =>
      viewSchedule(deps, schedule, {
        lastRun: views.get(last.get(schedule.id)?.id ?? ''),
        list: schedule.list_id === null ? undefined : byId.get(schedule.list_id),
      }),
    ),
    maxSchedules: SCHEDULES_PER_ACCOUNT,
  };
}

/** Creates a schedule. A repeated request returns the first one's. Throws CallError, also above SCHEDULES_PER_ACCOUNT. */
export async function createSchedule(
  deps: ScheduleDeps,
  session: Session,
  input: z.output<typeof NewSchedule>,
  claim: KeyClaim | null,
): Promise<ScheduleView> {
  const { accountId, apiKey } = session;
  const { work, listId, name } = await checkWork(deps, session, input.work);
  const id = await transaction(deps.database.db, async (tx) => {
    await lockSchedulesOf(tx, accountId);
    return once(tx, claim, async () => {
      if ((await countSchedules(tx, accountId)) >= SCHEDULES_PER_ACCOUNT) {
        throw new CallError(
          'quota_exceeded',
          `You have ${SCHEDULES_PER_ACCOUNT} schedules, the most an account can have. Delete one that you don't need.`,
        );
      }
      const at = new Date(deps.clock.now());
      return insertSchedule(tx, {
        account_id: accountId,
        name: input.name || name.slice(0, 100),
        work,
        list_id: listId,
        cap: input.cap,
        ...timeColumns(input.time, at),
        mails: input.mails,
        api_key_id: apiKey?.id ?? null,
        created_at: at,
      });
    });
  });
  return requireView(deps, accountId, id);
}

type Caller = Pick<Session, 'accountId' | 'apiKey'>;

/**
 * A key with a budget causes only work that it pays for: that of the schedules that it made. One that can't export causes no lead
 * search. Throws `forbidden`.
 */
async function assertPays(
  tx: Tx,
  { apiKey }: Caller,
  schedule: Pick<ScheduleRecord, 'api_key_id' | 'work'>,
  now: Date,
): Promise<void> {
  if (!apiKey || apiKey.id === schedule.api_key_id) return;
  if (schedule.work.kind === 'leads' && !apiKey.scopes.includes('export'))
    throw new CallError('forbidden', 'This API key can’t export leads. Give it the permission “export”.');
  const hasBudget = (await budgetLeft(tx, apiKey.id, now, { lock: false })) !== Number.POSITIVE_INFINITY;
  if (!hasBudget) return;
  throw new CallError(
    'forbidden',
    'This API key has a budget and didn’t make this schedule, so the budget wouldn’t pay for it. Use the key that made it, or the page Schedules.',
  );
}

/**
 * Changes a schedule. One that goes on again waits for its next time. Throws CallError: `validation_failed` for what its list doesn't
 * have, and for `listWork` of a schedule that runs something else.
 */
export async function changeSchedule(
  deps: ScheduleDeps,
  caller: Caller,
  { id, name, cap, time, mails, paused, listWork }: z.output<typeof ScheduleChange>,
): Promise<ScheduleView> {
  const list = listWork && (await listOf(deps, caller.accountId, id));
  await transaction(deps.database.db, async (tx) => {
    const schedule = await findSchedule(tx, caller.accountId, id, { lock: true });
    if (!schedule) throw new CallError('not_found', NO_SCHEDULE);
    const work = list && changedWork(list, schedule, listWork ?? {});
    const at = new Date(deps.clock.now());
    if (cap !== undefined || time || paused === false || work) await assertPays(tx, caller, schedule, at);
    const goesOn = paused === false && schedule.paused_at !== null;
    await updateSchedule(tx, id, {
      ...(name ? { name } : {}),
      ...(cap === undefined ? {} : { cap }),
      ...(mails === undefined ? {} : { mails }),
      ...(work ? { work } : {}),
      ...(time || goesOn ? timeColumns(time ?? timeOf(schedule), at) : {}),
      ...(paused === true && schedule.paused_at === null ? { paused_at: at, paused_reason: null } : {}),
      ...(goesOn ? { paused_at: null, paused_reason: null } : {}),
    });
  });
  return requireView(deps, caller.accountId, id);
}

/** The list that a schedule runs. Throws CallError: `validation_failed` for one that runs something else. */
async function listOf(deps: ScheduleDeps, accountId: string, id: string): Promise<RunList> {
  const schedule = await findSchedule(deps.database.db, accountId, id);
  if (!schedule) throw new CallError('not_found', NO_SCHEDULE);
  return requireRunList(deps, accountId, listWorkOf(schedule).list);
}

/** The work of a schedule with other columns, cells or rows of its list. Throws CallError. */
function changedWork(
  list: RunList,
  schedule: Pick<ScheduleRecord, 'work'>,
  { steps, cells, view }: Partial<ListWorkView>,
): ListWork {
  const work = listWorkOf(schedule);
  const chosen = steps === undefined ? work.steps : (steps ?? undefined);
  const changed: ListWork = {
    ...work,
    ...(cells && { cells }),
    steps: stepsLeft(list, chosen, work.steps),
    ...(view !== undefined && { view: view ?? undefined }),
  };
  checkListWork(list, changed);
  return changed;
}

function listWorkOf({ work }: Pick<ScheduleRecord, 'work'>): ListWork {
  if (work.kind === 'list') return work;
  throw new CallError('validation_failed', 'Only a schedule that runs the columns of a list has `listWork`.');
}

/** Deletes a schedule and what its runs found. Does nothing if there is none. */
export function deleteSchedule(deps: ScheduleDeps, accountId: string, id: string): Promise<void> {
  return deleteScheduleRow(deps.database.db, accountId, id);
}

/** Adds a run of a schedule, which the planner starts. Throws CallError: `conflict` while one goes on. */
export async function addRun(
  deps: ScheduleDeps,
  caller: Caller,
  id: string,
  claim: KeyClaim | null,
): Promise<ScheduleRunView> {
  const { accountId } = caller;
  const runId = await transaction(deps.database.db, async (tx) => {
    const schedule = await findSchedule(tx, accountId, id, { lock: true });
    if (!schedule) throw new CallError('not_found', NO_SCHEDULE);
    const at = new Date(deps.clock.now());
    await assertPays(tx, caller, schedule, at);
    return once(tx, claim, async () => {
      const run = await insertRun(tx, {
        account_id: accountId,
        schedule_id: id,
        list_id: schedule.list_id,
        started_at: at,
        retry_at: at,
      });
      if (!run) throw new CallError('conflict', 'A run of this schedule goes on. Wait until it ends.');
      return run.id;
    });
  });
  const run = await findRun(deps.database.db, accountId, runId);
  const [view] = run ? await viewRuns(deps.database.db, [run]) : [];
  if (!view) throw new CallError('not_found');
  return view;
}

export async function listRuns(
  deps: ScheduleDeps,
  accountId: string,
  id: string,
): Promise<z.output<typeof ScheduleRuns>> {
  const { db } = deps.database;
  if (!(await findSchedule(db, accountId, id))) throw new CallError('not_found', NO_SCHEDULE);
  const runs = await latestRuns(db, id, SCHEDULE_RUNS_KEPT);
  return { runs: await viewRuns(db, runs), keptRuns: SCHEDULE_RUNS_KEPT };
}

/** When a schedule runs. */
export function timeOf({ every, day, hour, time_zone }: ScheduleRecord): ScheduleTime {
  return { every, hour, timeZone: time_zone, ...(day === null ? {} : { day }) };
}

/** The columns of a time, with the next one after `at`. */
export function timeColumns(
  { every, day, hour, timeZone }: ScheduleTime,
  at: Date,
): Pick<ScheduleRecord, 'every' | 'day' | 'hour' | 'time_zone' | 'next_at'> {
  const of = { every, day: every === 'day' ? null : (day ?? null), hour };
  return { ...of, time_zone: timeZone, next_at: nextTime({ ...of, timeZone }, at) };
}

async function requireView(deps: ScheduleDeps, accountId: string, id: string): Promise<ScheduleView> {
  const { schedules } = await listSchedules(deps, accountId);
  const schedule = schedules.find((each) => each.id === id);
  if (!schedule) throw new CallError('not_found', NO_SCHEDULE);
  return schedule;
}

function viewSchedule(
  deps: ScheduleDeps,
  schedule: ScheduleSummary,
  { lastRun, list }: { lastRun: ScheduleRunView | undefined; list: ListView | undefined },
): ScheduleView {
  const { id, name, work, cap, mails } = schedule;
  return {
    id,
    name,
    kind: work.kind,
    subject: workSubject(deps, { work, items: schedule.items }, list),
    listId: list?.id ?? null,
    listWork:
      work.kind === 'list' ? { steps: work.steps ?? null, cells: work.cells, view: work.view ?? null } : null,
    cap,
    time: timeOf(schedule),
    mails,
    nextAt: schedule.paused_at ? null : schedule.next_at.toISOString(),
    pausedAt: schedule.paused_at?.toISOString() ?? null,
    pausedReason: schedule.paused_reason,
    createdAt: schedule.created_at.toISOString(),
    lastRun: lastRun ?? null,
  };
}
