import { CallError } from '#contract/errors.ts';
import { isRunning } from '#contract/tasks.ts';
import { viewLeadSave } from '../lists/save-leads.ts';
import { transaction } from '../platform/database/db.ts';
import { every } from '../platform/every.ts';
import { findOwnTask, spentOnTasks } from '../tasks/own-tasks.ts';
import { endRun, type RunEnd } from './end-run.ts';
import { insertRun, openRuns, type RunRecord, takeRun, updateOpenRun } from './run-store.ts';
import { timeColumns, timeOf } from './schedules.ts';
import { startWork } from './start-work.ts';
import { findSchedule, lockDue, updateSchedule } from './store.ts';
import type { ScheduleDeps } from './work.ts';

const CHECK_MS = 5000;
const PER_STEP = 20;
/** How long one process has a run: longer than a start or an end takes. */
const LEASE_MS = 10 * 60_000;
/** After a failure of ours. */
const RETRY_MS = 60_000;
/** Its start is recognized for a day. Later, it could start twice. */
const STARTED_WITHIN_MS = 12 * 3_600_000;
const STILL_RUNNING = 'The run before was still going on.';
const NOT_STARTED = 'The server could not start it. The next run is as planned.';
const TASK_GONE = 'Its task was deleted before it ended.';

/** Runs schedules until it is stopped. Several servers can do so: one of them starts and ends each run. */
export function startSchedules(deps: ScheduleDeps): () => Promise<void> {
  return every(deps.testing?.pollMs ?? CHECK_MS, async () => {
    try {
      await runSchedules(deps);
    } catch (error) {
      deps.log.error({ err: error }, 'could not look for schedules that are due');
    }
  });
}

/** Adds a run for each schedule that is due, starts runs, and ends those whose work ended. */
export async function runSchedules(deps: ScheduleDeps): Promise<void> {
  while ((await addDueRuns(deps)) === PER_STEP);
  for (let after: string | null = null; ; ) {
    const runs = await openRuns(deps.database.db, after, PER_STEP);
    for (const run of runs) await goOn(deps, run);
    const last = runs.at(-1);
    if (!last || runs.length < PER_STEP) return;
    after = last.id;
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
  const end = run.state === 'running' ? await findEnd(deps, run) : null;
  if (run.state === 'running' && end === null) return;
  if (!(await takeRun(db, run, { now, until: new Date(now.getTime() + LEASE_MS) }))) return;
  try {
    if (end) await endRun(deps, run, end);
    else await begin(deps, run, now);
  } catch (error) {
    deps.log.warn({ err: error, scheduleRun: run.id }, 'a run of a schedule is tried again');
    await updateOpenRun(db, run.id, { retry_at: new Date(now.getTime() + RETRY_MS) });
  }
}

async function begin(deps: ScheduleDeps, run: RunRecord, now: Date): Promise<void> {
  const { db } = deps.database;
  const schedule = await findSchedule(db, run.account_id, run.schedule_id);
  if (!schedule) return;
  if (now.getTime() - run.started_at.getTime() > STARTED_WITHIN_MS)
    return endRun(deps, run, { state: 'failed', problem: NOT_STARTED, spent: 0 });
  try {
    const started = await startWork(deps, schedule, run);
    await updateOpenRun(db, run.id, { ...started, state: 'running', retry_at: now });
  } catch (error) {
    if (!(error instanceof CallError) || error.status >= 500 || error.code === 'rate_limited') throw error;
    const { message: problem, code } = error;
    if (code === 'unprocessable') return endRun(deps, run, { state: 'done', problem, spent: 0 });
    // Without access, or without what it works on, the next time would be the same.
    const pauses = ['access_denied', 'not_found', 'not_authenticated', 'forbidden'].includes(code);
    await endRun(deps, run, { state: 'skipped', problem, spent: 0, pauses });
  }
}

/** How the work of a run ended; null while it goes on. */
async function findEnd(deps: ScheduleDeps, run: RunRecord): Promise<RunEnd | null> {
  const { db } = deps.database;
  const { account_id: accountId, task_id: taskId, save_id: saveId } = run;
  if (saveId !== null) {
    const save = await viewLeadSave(deps, accountId, saveId);
    if (save.state === 'saving') return null;
    const { cost: spent, problem, list, added } = save;
    return {
      state: problem === null ? 'done' : 'failed',
      problem,
      spent,
      saved: { list: list?.id ?? null, added },
    };
  }
  const task = taskId === null ? undefined : await findOwnTask(db, accountId, taskId);
  if (!task) return { state: 'failed', problem: TASK_GONE, spent: 0 };
  if (isRunning(task.status)) return null;
  const problem =
    task.status === 'completed'
      ? null
      : task.stop_reason === null
        ? 'Its task failed.'
        : STOPPED[task.stop_reason];
  const spent = await spentOnTasks(db, [task.id]);
  return { state: 'done', problem, spent };
}

const STOPPED = {
  user: 'Its task was stopped before its end.',
  credits: 'It stopped because your credits ran out.',
  budget: 'It stopped because the monthly budget of its API key ran out.',
  cap: 'It stopped at its limit of credits. Raise the limit for more.',
  time: 'It stopped because it took too long.',
} as const;
