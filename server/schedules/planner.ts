import { z } from 'zod';
import { CallError, type ErrorCode } from '#contract/errors.ts';
import { pluralForm } from '#contract/plural.ts';
import { isRunning } from '#contract/tasks.ts';
import { toolOfType } from '#tools/index/tools.ts';
import { viewLeadSave } from '../lists/save-leads.ts';
import { transaction } from '../platform/database/db.ts';
import { every } from '../platform/every.ts';
import { findOwnTask, spentOnTasks } from '../tasks/own-tasks.ts';
import type { TaskRecord } from '../tasks/task-tool.ts';
import { endRun, type RunEnd } from './end-run.ts';
import { insertRun, openRuns, type RunRecord, takeRun, updateOpenRun } from './run-store.ts';
import { timeColumns, timeOf } from './schedules.ts';
import { startWork } from './start-work.ts';
import { findSchedule, lockDue, updateSchedule } from './store.ts';
import type { ScheduleDeps } from './work.ts';

const CHECK_MS = 5000;
const PER_STEP = 20;
/** Accounts whose runs a server starts and ends at the same time. */
const ACCOUNTS_AT_ONCE = 4;
/** How long one process has a run: longer than a start or an end takes. */
const LEASE_MS = 10 * 60_000;
/** After a failure of ours. */
const RETRY_MS = 60_000;
/** Its start is recognized for a day. Later, it could start twice. */
const STARTED_WITHIN_MS = 12 * 3_600_000;
/** When the changes of a run can't be found, for so long after its work ended, it ends without them. */
const COMPARED_WITHIN_MS = 6 * 3_600_000;
const NOT_COMPARED = 'The server could not find out what it changed. The next run is as planned.';
const STILL_RUNNING = 'The run before was still going on.';
const NOT_STARTED = 'The server could not start it. The next run is as planned.';
const PAUSED = 'It was paused before it started.';
const TASK_GONE = 'Its task was deleted before it ended.';
const SAVE_GONE = 'What it saved to its list could not be found.';

/** Runs schedules until it is stopped. Several servers can do so: one of them starts and ends each run. */
export function startSchedules(deps: ScheduleDeps): () => Promise<void> {
  const busy = new Map<string, Promise<void>>();
  const stop = every(deps.testing?.pollMs ?? CHECK_MS, async (stopping) => {
    try {
      await startLook({ ...deps, stopping }, busy);
    } catch (error) {
      deps.log.error({ err: error }, 'could not look for schedules that are due');
    }
  });
  return async () => {
    await stop();
    await Promise.all(busy.values());
  };
}

/** Adds a run for each schedule that is due, starts runs, and ends those whose work ended. */
export async function runSchedules(deps: ScheduleDeps): Promise<void> {
  const busy = new Map<string, Promise<void>>();
  await startLook(deps, busy);
  await Promise.all(busy.values());
}

/**
 * Does that for a few accounts at the same time, without waiting for the last ones, so that a long run holds up no other account.
 * `busy`: accounts that an earlier look still works for, which are left alone. After `deps.stopping`, no run begins or ends.
 */
async function startLook(deps: ScheduleDeps, busy: Map<string, Promise<void>>): Promise<void> {
  const { stopping } = deps;
  while (!stopping.aborted && (await addDueRuns(deps)) === PER_STEP);
  const runs: RunRecord[] = [];
  for (let after: string | null = null; !stopping.aborted; ) {
    const page = await openRuns(deps.database.db, after, PER_STEP);
    runs.push(...page);
    const last = page.at(-1);
    if (!last || page.length < PER_STEP) break;
    after = last.id;
  }
  const left = [...Map.groupBy(runs, ({ account_id }) => account_id)].filter(
    ([account]) => !busy.has(account),
  );
  for (const [account, ofAccount] of left) {
    while (busy.size >= ACCOUNTS_AT_ONCE) await Promise.race(busy.values());
    if (stopping.aborted) return;
    const work = goOnWithAll(deps, ofAccount).finally(() => busy.delete(account));
    busy.set(account, work);
  }
}

async function goOnWithAll(deps: ScheduleDeps, runs: readonly RunRecord[]): Promise<void> {
  try {
    for (const run of runs) {
      if (deps.stopping.aborted) return;
      await goOn(deps, run);
    }
  } catch (error) {
    deps.log.error({ err: error }, 'could not go on with the schedules of an account');
  }
}

/** However often a schedule was due, it gets one run and its next time. */
function addDueRuns(deps: ScheduleDeps): Promise<number> {
  return transaction(deps.database.db, async (tx) => {
    const at = new Date(deps.clock.now());
    const due = await lockDue(tx, at, PER_STEP);
    for (const schedule of due) {
      const { id, account_id, list_id } = schedule;
      const run = { account_id, schedule_id: id, list_id, started_at: at, retry_at: at };
      if (!(await insertRun(tx, run)))
        await insertRun(tx, { ...run, state: 'skipped', problem: STILL_RUNNING, ended_at: at });
      await updateSchedule(tx, id, timeColumns(timeOf(schedule), at));
    }
    return due.length;
  });
}

async function goOn(deps: ScheduleDeps, run: RunRecord): Promise<void> {
  const { db } = deps.database;
  const now = new Date(deps.clock.now());
  if (run.retry_at > now) return;
  let isOurs = false;
  try {
    const ended = run.state === 'running' ? await findEnd(deps, run) : null;
    if (run.state === 'running' && ended === null) return;
    isOurs = await takeRun(db, run, { now, until: new Date(now.getTime() + LEASE_MS) });
    if (!isOurs) return;
    if (ended) await finish(deps, run, ended, now);
    else await begin(deps, run, now);
  } catch (error) {
    const { aborted } = deps.stopping;
    if (!aborted) deps.log.warn({ err: error, scheduleRun: run.id }, 'a run of a schedule is tried again');
    // After a stop, the next start goes on with it at once.
    const retryAt = aborted ? now : new Date(now.getTime() + RETRY_MS);
    if (isOurs) await updateOpenRun(db, run.id, { retry_at: retryAt });
    else await takeRun(db, run, { now, until: retryAt });
  }
}

async function finish(deps: ScheduleDeps, run: RunRecord, { end, at }: WorkEnd, now: Date): Promise<void> {
  try {
    await endRun(deps, run, end);
  } catch (error) {
    const isEarly = now.getTime() - at.getTime() < COMPARED_WITHIN_MS;
    if (isEarly || deps.stopping.aborted) throw error;
    deps.log.error({ err: error, scheduleRun: run.id }, 'a run of a schedule ends without its changes');
    await endRun(deps, run, { ...end, state: 'failed', problem: NOT_COMPARED });
  }
}

async function begin(deps: ScheduleDeps, run: RunRecord, now: Date): Promise<void> {
  const { db } = deps.database;
  const schedule = await findSchedule(db, run.account_id, run.schedule_id);
  if (!schedule) return;
  if (now.getTime() - run.started_at.getTime() > STARTED_WITHIN_MS)
    return endRun(deps, run, { state: 'failed', problem: NOT_STARTED, spent: 0 });
  // A run that was asked for after the pause starts.
  if (schedule.paused_at !== null && schedule.paused_at > run.started_at)
    return endRun(deps, run, { state: 'skipped', problem: PAUSED, spent: 0 });
  try {
    const started = await startWork(deps, schedule, run);
    await updateOpenRun(db, run.id, { ...started, state: 'running', retry_at: now });
  } catch (error) {
    if (!(error instanceof CallError) || error.status >= 500 || error.code === 'rate_limited') throw error;
    const { code } = error;
    const spentBudget = SpentBudget.safeParse(error.details).data;
    const problem = spentBudget ? budgetProblem(spentBudget.resetsAt) : error.message;
    if (code === 'unprocessable') return endRun(deps, run, { state: 'done', problem, spent: 0 });
    // Without access, or without what it works on, the next time would be the same.
    const pauses = !spentBudget && PAUSING.includes(code);
    await endRun(deps, run, { state: 'skipped', problem, spent: 0, pauses });
  }
}

const PAUSING: readonly ErrorCode[] = [
  'access_denied',
  'not_found',
  'not_authenticated',
  'forbidden',
  'validation_failed',
];

/** The refusal of an API key whose budget comes back by itself. */
const SpentBudget = z.object({ reason: z.literal('budget'), resetsAt: z.iso.datetime() });

function budgetProblem(resetsAt: string): string {
  const day = new Date(resetsAt).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
  return `The monthly budget of its API key doesn’t pay for it. The budget starts again on ${day} (UTC).`;
}

interface WorkEnd {
  end: RunEnd;
  /** when the work ended, or a time before that */
  at: Date;
}

/** How the work of a run ended; null while it goes on. */
async function findEnd(deps: ScheduleDeps, run: RunRecord): Promise<WorkEnd | null> {
  const { db } = deps.database;
  const { account_id: accountId, task_id: taskId, save_id: saveId } = run;
  if (saveId !== null) {
    const save = await findSave(deps, accountId, saveId);
    const at = run.started_at;
    if (!save) return { end: { state: 'failed', problem: SAVE_GONE, spent: 0 }, at };
    if (save.state === 'saving') return null;
    const { cost: spent, problem, list, added } = save;
    const saved = { list: list?.id ?? null, added };
    // What it saved and paid for before a problem counts, like the results of a task that stopped early.
    const state = problem === null || added > 0 ? 'done' : 'failed';
    return { end: { state, problem, spent, saved }, at };
  }
  const task = taskId === null ? undefined : await findOwnTask(db, accountId, taskId);
  if (!task) return { end: { state: 'failed', problem: TASK_GONE, spent: 0 }, at: run.started_at };
  if (isRunning(task.status)) return null;
  const whole = task.status === 'completed';
  const problem = whole
    ? failedItems(task)
    : task.stop_reason === null
      ? 'Its task failed.'
      : STOPPED[task.stop_reason];
  const spent = await spentOnTasks(db, [task.id]);
  return { end: { state: 'done', problem, whole, spent }, at: task.finished_at ?? run.started_at };
}

/** That a run may have missed changes of items that failed: what was seen of them before stays. null: none failed. */
function failedItems({ type, failed, total }: Pick<TaskRecord, 'type' | 'failed' | 'total'>): string | null {
  if (failed === 0) return null;
  const noun = pluralForm(total, toolOfType(type)?.task.itemNoun ?? 'item');
  return `${failed.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} ${noun} failed, so this run may have missed changes there.`;
}

async function findSave(deps: ScheduleDeps, accountId: string, id: string) {
  try {
    return await viewLeadSave(deps, accountId, id);
  } catch (error) {
    if (error instanceof CallError && error.code === 'not_found') return undefined;
    throw error;
  }
}

const STOPPED = {
  user: 'Its task was stopped before its end.',
  credits: 'It stopped because your credits ran out.',
  budget: 'It stopped because the monthly budget of its API key ran out.',
  cap: 'It stopped at its limit of credits. Raise the limit for more.',
  time: 'It stopped because it took too long.',
} as const;
