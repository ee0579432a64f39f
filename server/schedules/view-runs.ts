import type { ScheduleRunView } from '#contract/schedules.ts';
import { includedCredits } from '../credits/included-credits.ts';
import { includedInSaves } from '../lists/included-in-saves.ts';
import type { Db } from '../platform/database/db.ts';
import type { RunRecord } from './run-store.ts';

/** Runs as their owner sees them, in the same order. */
export async function viewRuns(db: Db, runs: readonly RunRecord[]): Promise<ScheduleRunView[]> {
  const included = await includedInRuns(db, runs);
  return runs.map((run) => ({
    id: run.id,
    state: run.state,
    taskId: run.task_id,
    added: run.added,
    gone: run.gone,
    changed: run.changed,
    first: run.first,
    spent: run.spent,
    included: included.get(run.id) ?? 0,
    problem: run.problem,
    startedAt: run.started_at.toISOString(),
    endedAt: run.ended_at?.toISOString() ?? null,
  }));
}

/** What the plan covered of the work of runs, in credits. Runs that it covered nothing of are missing. */
export async function includedInRuns(
  db: Db,
  runs: readonly Pick<RunRecord, 'id' | 'task_id' | 'save_id'>[],
): Promise<ReadonlyMap<string, number>> {
  const ofTasks = await includedCredits(
    db,
    runs.flatMap(({ task_id }) => task_id ?? []),
  );
  const ofSaves = await includedInSaves(
    db,
    runs.flatMap(({ save_id }) => save_id ?? []),
  );
  return new Map(
    runs.flatMap(({ id, task_id, save_id }) => {
      const included = ofTasks.get(task_id ?? '') ?? ofSaves.get(save_id ?? '');
      return included === undefined ? [] : [[id, included]];
    }),
  );
}
