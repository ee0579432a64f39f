import { CallError } from '#contract/errors.ts';
import type { ScheduleRunState } from '#contract/schedules.ts';
import { runHeavy } from '../platform/database/database-turns.ts';
import { type Tx, transaction } from '../platform/database/db.ts';
import { writeEvent } from '../webhooks/events.ts';
import { type Found, findChanges } from './find-changes.ts';
import { deletePrints } from './found-store.ts';
import { deleteOldRuns, type RunRecord, updateOpenRun } from './run-store.ts';
import { openScheduleMails, type ScheduleMails } from './schedule-mail.ts';
import { findSchedule, type ScheduleRecord, updateSchedule } from './store.ts';
import { includedInRuns } from './view-runs.ts';
import type { ScheduleDeps } from './work.ts';

/** How the work of a run ended. */
export interface RunEnd {
  state: Extract<ScheduleRunState, 'done' | 'skipped' | 'failed'>;
  problem: string | null;
  /** credits */
  spent: number;
  /** it looked at everything: the problem is that some items failed */
  whole?: boolean;
  /** leads that were saved to a list */
  saved?: { list: string | null; added: number };
  /** the schedule pauses, because the next run would end the same way */
  pauses?: boolean;
}

const PATH = '/dashboard/schedules';
const NOTHING: Found = { added: 0, gone: 0, changed: 0, first: false, before: null, fields: [], list: null };

/** Finds what a run changed, and ends it once: with its webhooks and its email, in one transaction. */
export async function endRun(deps: ScheduleDeps, run: RunRecord, workEnd: RunEnd): Promise<void> {
  const { db } = deps.database;
  const schedule = await findSchedule(db, run.account_id, run.schedule_id);
  if (!schedule) return;
  const { end, found } = await compare(deps, schedule, run, workEnd);
  const at = new Date(deps.clock.now());
  const mails = await openScheduleMails(deps);
  const ended = await transaction(db, async (tx) => {
    const { added, gone, changed, first, before, fields, list } = found;
    const isFirstEnd = await updateOpenRun(tx, run.id, {
      state: end.state,
      problem: end.problem,
      spent: end.spent,
      added,
      gone,
      changed,
      first,
      fields: [...fields],
      before_id: before?.id ?? null,
      ended_at: at,
      ...(list === null ? {} : { list_id: list }),
    });
    if (!isFirstEnd) return false;
    if (schedule.list_id === null && list !== null) await updateSchedule(tx, schedule.id, { list_id: list });
    await tell(tx, mails, schedule, { run, end, found, at });
    return true;
  });
  if (!ended) return;
  if (found.before) await deletePrints(db, found.before.id);
  await deleteOldRuns(db, schedule.id);
}

/** What a run changed. One whose list or view was deleted meanwhile fails, and so would the next. */
async function compare(
  deps: ScheduleDeps,
  schedule: ScheduleRecord,
  run: RunRecord,
  end: RunEnd,
): Promise<{ end: RunEnd; found: Found }> {
  const { saved } = end;
  if (end.state !== 'done')
    return { end, found: saved ? { ...NOTHING, added: saved.added, list: saved.list } : NOTHING };
  try {
    const found = await runHeavy(run.account_id, () =>
      findChanges(deps, schedule, run, { saved: end.saved, partial: end.problem !== null && !end.whole }),
    );
    return { end, found };
  } catch (error) {
    if (!(error instanceof CallError && error.code === 'not_found')) throw error;
    return { end: { ...end, state: 'failed', problem: error.message, pauses: true }, found: NOTHING };
  }
}

async function tell(
  tx: Tx,
  mails: ScheduleMails,
  schedule: ScheduleRecord,
  { run, end, found, at }: { run: RunRecord; end: RunEnd; found: Found; at: Date },
): Promise<void> {
  const { id, account_id: accountId, name } = schedule;
  const { added, gone, changed, first } = found;
  const path = `${PATH}?schedule=${id}&run=${run.id}`;
  const counts = { added, gone, changed };
  await writeEvent(tx, {
    accountId,
    type: 'schedule.completed',
    data: { scheduleId: id, runId: run.id, state: end.state, ...counts, creditsUsed: end.spent },
    path,
  });
  const { problem, state } = end;
  const cost = { spent: end.spent, included: (await includedInRuns(tx, [run])).get(run.id) ?? 0 };
  if (end.pauses) return pause(tx, mails, schedule, { at, reason: problem ?? '', ...cost });
  if (!schedule.mails) return;
  await mails.ended(tx, { accountId, runId: run.id, name, path, state, first, ...counts, ...cost, problem });
}

async function pause(
  tx: Tx,
  mails: ScheduleMails,
  { id, account_id: accountId, name }: ScheduleRecord,
  { at, reason, ...cost }: { at: Date; reason: string; spent: number; included: number },
): Promise<void> {
  await updateSchedule(tx, id, { paused_at: at, paused_reason: reason });
  await mails.paused(tx, { accountId, name, reason, ...cost, path: `${PATH}?schedule=${id}` });
}
